import type { Transaction } from '../transfer-api/schemas.ts';
import type { Watch, Watcher } from './watch.ts';

/** What commands and doors may do with watches. */
export interface Watches {
  /**
   * Keeps a watch of the transaction as it is now; resolves once it is kept. A person has one watch of a reference:
   * beginning it again begins it anew, from what is there now.
   * @param audited called before anything is kept; when it rejects, nothing is
   * @throws the error of `audited`; UserError when a limit is reached, or when watches cannot be kept right now
   */
  begin(transaction: Transaction, watcher: Watcher, audited: () => Promise<void>): Promise<BegunWatch>;
  /**
   * The person's watches, the one that ends first at first.
   * @throws UserError when they cannot be read right now
   */
  of(personId: string): Promise<readonly OwnWatch[]>;
  /** Resolves with the watch that was stopped, or with `undefined` when the person had none of it. */
  stop(reference: string, personId: string): Promise<Watch | undefined>;
}

/** One of those that a person has. */
export interface OwnWatch extends Watch {
  /** Milliseconds since 1970. */
  endsAtMs: number;
}

export interface BegunWatch {
  watch: Watch;
  /** Milliseconds since 1970. */
  endsAtMs: number;
  /** Whether it outlives the process. */
  isDurable: boolean;
}
