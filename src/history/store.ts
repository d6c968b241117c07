import type { Counts, Minutes } from './counts.ts';
import type { AnsweredEntry, Entry } from './entry.ts';

/**
 * Where entries are kept for so many hours. A port, so that processes can share one. A method may reject, or take long:
 * nobody waits for it longer than `createHistory` allows.
 */
export interface HistoryStore {
  /** The key of the marks: one for all who share the store, made by the first. */
  key(): Promise<Uint8Array>;
  add(entries: readonly Entry[]): Promise<void>;
  /** The answers under this mark, in any order; without those of an `add` that is called after it. */
  of(mark: string): Promise<readonly AnsweredEntry[]>;
  /** With those of an `add` that is called before it. */
  counts(minutes: Minutes): Promise<Counts>;
}
