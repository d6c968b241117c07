import { type ChangesSince, noListYet, type SeenLists, withList } from './changes.ts';
import type { BankName } from './forms.ts';

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
