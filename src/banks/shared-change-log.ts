import * as z from 'zod';
import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { type ChangeLog, changesSince, createChangeLog, noListYet, type SeenLists, withList } from './changes.ts';
import type { BankName } from './name-index.ts';

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

const Name = z.object({ institutionCode: z.string(), institutionName: z.string() });
const dated = { bank: Name, atMs: z.number() };
const Lists = z.object({
  /** When the latest list was loaded. */
  atMs: z.number(),
  last: z.array(Name),
  knownSinceMs: z.number(),
  changes: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('added'), ...dated }),
      z.object({ kind: z.literal('removed'), ...dated }),
      z.object({ kind: z.literal('renamed'), before: z.string(), ...dated }),
    ]),
  ),
});

/**
 * The changes that any process has seen, each once: a list is compared with the latest that any process has loaded. While
 * what is shared cannot be reached, it tells what this process alone has seen.
 */
export function createSharedChangeLog({ connection, key, onFallback }: SharedChangeLogOptions): ChangeLog {
  const own = createChangeLog();
  let unshared: { banks: readonly BankName[]; atMs: number } | undefined;
  let sharing = Promise.resolve();

  const read = () => connection.ask((redis) => redis.get(key));

  async function share(): Promise<void> {
    for (let tries = 0; unshared && tries < triesMax; tries += 1) {
      const { banks, atMs } = unshared;
      const before = await read();
      const seen = parse(before);
      // Another process has loaded a later one meanwhile, and this one would undo its changes.
      const isOld = seen !== undefined && seen.atMs >= atMs;
      const names = banks.map(({ institutionCode, institutionName }) => ({ institutionCode, institutionName }));
      const after = JSON.stringify({ ...withList(seen ?? noListYet, names, atMs), atMs });
      const replace = [key, before ?? '', after, storedMs] as const;
      if (isOld || (await connection.ask((redis) => redis.eval(replaceScript, 1, ...replace))) === 1)
        unshared = undefined;
    }
  }

  return {
    take(banks, atMs) {
      own.take(banks, atMs);
      unshared = { banks, atMs };
      sharing = sharing.then(share).catch(() => {}); // tried again when somebody asks
    },
    async since(sinceMs) {
      try {
        await sharing;
        await share();
        const seen = parse(await read());
        if (seen) return changesSince(seen, sinceMs);
      } catch {
        onFallback();
      }
      return own.since(sinceMs);
    },
  };
}

function parse(text: string | null): (SeenLists<BankName> & { atMs: number }) | undefined {
  return text === null ? undefined : parseJson(text, Lists);
}
