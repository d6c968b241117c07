import type { Counts, Minutes } from './counts.ts';
import type { Entry } from './entry.ts';
import type { Run } from './runs.ts';

/**
 * Where entries are kept for so many hours. A port, so that processes can share one. A method may reject, or take long:
 * nobody waits for it longer than `createHistory` allows.
 */
export interface HistoryStore {
  /**
   * The key of the fingerprints: one for all who share the store, made by the first. It may become another one, and what
   * was remembered under the old one is gone then.
   */
  key(): Promise<Uint8Array>;
  add(entries: readonly Entry[]): Promise<void>;
  /** The answers under this fingerprint, in any order; without those of an `add` that is called after it. */
  of(fingerprint: string): Promise<readonly Run[]>;
  /** With those of an `add` that is called before it. */
  counts(minutes: Minutes): Promise<Counts>;
}
