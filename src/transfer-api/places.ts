import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import type { TransferApiOperation } from '../errors.ts';

/** So many requests at once are enough for a team, and more would only make a slow service slower. */
const all = 8;
/** Of one operation: requeries that hang must not keep transactions from being looked up. */
const ofOneOperation = 5;
/**
 * Of all batches together. A table asks for three at a time, so that another one finds a
 * place beside it, and a single question beside both.
 */
const ofBatches = 4;

export interface Places {
  /** Runs `ask` when there is a place for it. */
  take<T>(operation: TransferApiOperation, isOfBatch: boolean, ask: () => Promise<T>): Promise<T>;
}

export function createPlaces(): Places {
  const unlimited = Number.POSITIVE_INFINITY;
  const places = bulkhead(all, unlimited);
  const batches = bulkhead(ofBatches, unlimited);
  const operations: Record<TransferApiOperation, ReturnType<typeof bulkhead>> = {
    transaction: bulkhead(ofOneOperation, unlimited),
    requery: bulkhead(ofOneOperation, unlimited),
    banks: bulkhead(ofOneOperation, unlimited),
  };
  return {
    take(operation, isOfBatch, ask) {
      // The bulkhead resumes a queued call from another question's async context; bind ours, or its span gets the wrong parent.
      const bound = AsyncResource.bind(ask);
      const inOperation = () => operations[operation].execute(() => places.execute(bound));
      return isOfBatch ? batches.execute(inOperation) : inOperation();
    },
  };
}
