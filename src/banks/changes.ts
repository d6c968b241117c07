import type { BankName } from './name-index.ts';

/** What one refresh did to one institution. */
type BankChange<B extends BankName> =
  | { kind: 'added'; bank: B }
  | { kind: 'removed'; bank: B }
  | { kind: 'renamed'; bank: B; before: string };

/** What changed from one list to the next, by code; a different order or different white space is not a change. */
export function bankChanges<B extends BankName>(before: readonly B[], after: readonly B[]): BankChange<B>[] {
  const gone = byCode(before, after);
  const come = byCode(after, before);
  const changes: BankChange<B>[] = [];
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
function byCode<B extends BankName>(banks: readonly B[], others: readonly BankName[]): Map<string, B[]> {
  const known = new Set(others.map(identity));
  const found = new Map<string, B[]>();
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
type DatedChange<B extends BankName> = BankChange<B> & { atMs: number };

export interface ChangesSince<B extends BankName> {
  /** Newest first. */
  changes: DatedChange<B>[];
  /** Milliseconds since 1970; changes before this are unknown. */
  knownSinceMs: number;
}

/** What is remembered of the lists so far. */
export interface SeenLists<B extends BankName> extends ChangesSince<B> {
  /** The latest list; `undefined` before the first one. */
  last: readonly B[] | undefined;
}

export const noListYet: SeenLists<never> = { changes: [], knownSinceMs: Number.POSITIVE_INFINITY, last: undefined };

const changesMax = 1000;

/**
 * What is remembered once another list has come: at most `max` changes; `knownSinceMs` tells which older ones are
 * forgotten.
 */
export function withList<B extends BankName>(
  { last, knownSinceMs, changes }: SeenLists<B>,
  banks: readonly B[],
  atMs: number,
  max = changesMax,
): SeenLists<B> {
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
  since(sinceMs: number): Promise<ChangesSince<BankName>>;
}

/** The changes that this process has seen, in its memory. */
export function createChangeLog(): ChangeLog {
  let seen: SeenLists<BankName> = noListYet;
  return {
    take(banks, atMs) {
      seen = withList(seen, banks, atMs);
    },
    since: async (sinceMs) => changesSince(seen, sinceMs),
  };
}

export function changesSince({ changes, knownSinceMs }: SeenLists<BankName>, sinceMs: number): ChangesSince<BankName> {
  return { changes: changes.filter(({ atMs }) => atMs >= sinceMs), knownSinceMs };
}
