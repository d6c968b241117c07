import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import type { TransferApiOperation } from '../errors.ts';

/** Enough requests in flight for a team; more would only make a slow service slower. */
const all = 8;
/** The limit of one operation: hanging requeries must not block look-ups of transactions. */
const ofOneOperation = 5;
/**
 * The limit of all batches together. A table sends three at a time, so another table still finds a place beside it, and
 * a single look-up beside both.
 */
const ofBatches = 4;

/** Who asks: one person for one thing or for many, or nobody at their screen. */
export type AskedBy = 'person' | 'batch' | 'watch';

export interface Bulkhead {
  /** Runs `ask` when the bulkhead has a place for it. */
  take<T>(operation: TransferApiOperation, by: AskedBy, ask: () => Promise<T>): Promise<T>;
  /** Whether there is a place that nobody waits for. */
  isPlaceFree(): boolean;
}

export function createBulkhead(): Bulkhead {
  const unlimited = Number.POSITIVE_INFINITY;
  const places = bulkhead(all, unlimited);
  const batches = bulkhead(ofBatches, unlimited);
  const operations: Record<TransferApiOperation, ReturnType<typeof bulkhead>> = {
    transaction: bulkhead(ofOneOperation, unlimited),
    requery: bulkhead(ofOneOperation, unlimited),
    banks: bulkhead(ofOneOperation, unlimited),
  };
  return {
    isPlaceFree: () => places.executionSlots > 0,
    take(operation, by, ask) {
      // The bulkhead resumes a queued call from another question's async context; bind ours, or its span gets the wrong
      // parent.
      const bound = AsyncResource.bind(ask);
      if (by === 'watch') return places.execute(bound); // people keep all the places of the operation
      const inOperation = () => operations[operation].execute(() => places.execute(bound));
      return by === 'batch' ? batches.execute(inOperation) : inOperation();
    },
  };
}
