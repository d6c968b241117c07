import * as z from 'zod';
import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import type { BankName } from './names.ts';

const bank = z.object({ institutionCode: z.string(), institutionName: z.string() });
/** What one refresh did to one institution. */
const BankChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), bank }),
  z.object({ kind: z.literal('removed'), bank }),
  z.object({ kind: z.literal('renamed'), bank, before: z.string() }),
]);
type BankChange = z.infer<typeof BankChange>;

/** What changed from one list to the next, by code; a different order or different white space is not a change. */
export function bankChanges(before: readonly BankName[], after: readonly BankName[]): BankChange[] {
  const gone = byCode(before, after);
  const come = byCode(after, before);
  const changes: BankChange[] = [];
  for (const [code, removed] of gone) {
    // A code that lost one name and got another is a renamed institution.
    const added = come.get(code) ?? [];
    for (const bank of removed) {
      const renamed = added.shift();
      changes.push(
        renamed ? { kind: 'renamed', bank: renamed, before: bank.institutionName } : { kind: 'removed', bank },
      );
    }
  }
  for (const added of come.values()) for (const bank of added) changes.push({ kind: 'added', bank });
  return changes;
}

/** The entries of `banks` whose code and name are not in `others`, by code. A list may hold a code twice. */
function byCode(banks: readonly BankName[], others: readonly BankName[]): Map<string, BankName[]> {
  const known = new Set(others.map(identity));
  const found = new Map<string, BankName[]>();
  for (const bank of banks) {
    if (known.has(identity(bank))) continue;
    known.add(identity(bank));
    found.set(bank.institutionCode, [...(found.get(bank.institutionCode) ?? []), bank]);
  }
  return found;
}

function identity({ institutionCode, institutionName }: BankName): string {
  return `${institutionCode} ${institutionName.replace(/\s+/g, ' ').trim()}`;
}

/** A change and when it was noticed. */
type DatedChange = BankChange & { atMs: number };

export interface ChangesSince {
  /** Newest first. */
  changes: DatedChange[];
  /** Milliseconds since 1970; changes before this are unknown. */
  knownSinceMs: number;
}

/** What is remembered of the lists so far. */
export interface PreviousLists extends ChangesSince {
  /** The latest list; `undefined` before the first one. */
  last: readonly BankName[] | undefined;
}

export const noListYet: PreviousLists = { changes: [], knownSinceMs: Number.POSITIVE_INFINITY, last: undefined };

const changesMax = 1000;

/**
 * What is remembered once another list has come: at most `max` changes; `knownSinceMs` tells which older ones are
 * forgotten.
 */
export function withList(
  { last, knownSinceMs, changes }: PreviousLists,
  banks: readonly BankName[],
  atMs: number,
  max = changesMax,
): PreviousLists {
  if (!last) return { last: banks, knownSinceMs: atMs, changes };
  const all = [...bankChanges(last, banks).map((change) => ({ atMs, ...change })), ...changes];
  const forgotten = all[max];
  if (!forgotten) return { last: banks, knownSinceMs, changes: all };
  // Forget all changes of one refresh together, or the rest would look complete.
  const kept = all.filter((change) => change.atMs > forgotten.atMs);
  return { last: banks, knownSinceMs: forgotten.atMs, changes: kept };
}

/** Remembers what changed from list to list. */
export interface ChangeLog {
  /** Takes a list that has just been loaded. */
  take(banks: readonly BankName[], atMs: number): void;
  since(sinceMs: number): Promise<ChangesSince>;
}

function changesSince({ changes, knownSinceMs }: PreviousLists, sinceMs: number): ChangesSince {
  return { changes: changes.filter(({ atMs }) => atMs >= sinceMs), knownSinceMs };
}

/** The changes that this process has seen, in its memory. */
export function createChangeLog(): ChangeLog {
  let seen = noListYet;
  return {
    take(banks, atMs) {
      seen = withList(seen, banks, atMs);
    },
    since: async (sinceMs) => changesSince(seen, sinceMs),
  };
}

interface SharedChangeLogOptions {
  connection: RedisConnection;
  /** Of the text in Redis. */
  key: string;
  /** Called when this process tells what it alone has seen, as what is shared cannot be read. */
  onFallback: () => void;
}

/** What is shared is forgotten so long after the last list. */
const storedMs = 90 * 24 * 60 * 60_000;
const triesMax = 3;

/** Puts a text in the place of the one that was read, unless there is another one by now. */
const replaceScript = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3])
return 1`;

const Lists = z.object({
  /** When the latest list was loaded. */
  atMs: z.number(),
  last: z.array(bank),
  knownSinceMs: z.number(),
  changes: z.array(BankChange.and(z.object({ atMs: z.number() }))),
});

/**
 * The changes that any process has seen, each once: a list is compared with the latest that any process has loaded. While
 * what is shared cannot be reached, it tells what this process alone has seen.
 */
export function createSharedChangeLog({ connection, key, onFallback }: SharedChangeLogOptions): ChangeLog {
  const own = createChangeLog();
  let unshared: { last: BankName[]; atMs: number } | undefined;
  let sharing = Promise.resolve();

  async function read() {
    const text = await connection.ask((redis) => redis.get(key));
    return { text: text ?? '', seen: parseJson(text ?? '', Lists) };
  }

  async function share(): Promise<void> {
    for (let tries = 0; unshared && tries < triesMax; tries += 1) {
      const { last, atMs } = unshared;
      const { text, seen } = await read();
      // Another process has loaded a later one meanwhile, and this one would undo its changes.
      const isOld = seen !== undefined && seen.atMs >= atMs;
      const replacement = JSON.stringify({ ...withList(seen ?? noListYet, last, atMs), atMs });
      const replace = [key, text, replacement, storedMs] as const;
      if (isOld || (await connection.ask((redis) => redis.eval(replaceScript, 1, ...replace))) === 1)
        unshared = undefined;
    }
  }

  return {
    take(banks, atMs) {
      own.take(banks, atMs);
      const last = banks.map(({ institutionCode, institutionName }) => ({ institutionCode, institutionName }));
      unshared = { last, atMs };
      sharing = sharing.then(share).catch(() => {}); // tried again when somebody asks
    },
    async since(sinceMs) {
      try {
        await sharing;
        await share();
        const { seen } = await read();
        if (seen) return changesSince(seen, sinceMs);
      } catch {
        onFallback();
      }
      return own.since(sinceMs);
    },
  };
}
