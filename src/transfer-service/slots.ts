import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import { serviceFailures, TransferApiError, type TransferApiFailure, type TransferApiOperation } from '../errors.ts';

interface LowPriorityQueueOptions {
  /** Whether people leave a place at this moment. */
  isPlaceFree: () => boolean;
  /** Whether the circuit breaker lets a look-up through. */
  mayAsk: () => boolean;
}

/** The places of look-ups that nobody waits for at their screen. */
export interface LowPriorityQueue {
  /**
   * Runs `ask` when people leave a place for it and the service is not in trouble, however long that takes.
   * @throws the error of `ask`, or the reason of `stopped`
   */
  take<T>(stopped: AbortSignal, ask: () => Promise<T>): Promise<T>;
}

interface Waiting {
  start: () => void;
}

const placesMax = 2;
/** So many a second at most: a thousand that are due at once must not keep the process busy. */
const pauseMs = 25;
/** How often what waits looks whether people leave a place. */
const lookAgainMs = 250;
/** After so many look-ups in a row that failed, there is only one at a time, and a pause after each. */
const troubleAfter = 3;
const firstTroublePauseMs = 5_000;
const troublePauseMaxMs = 60_000;

export function createLowPriorityQueue({ isPlaceFree, mayAsk }: LowPriorityQueueOptions): LowPriorityQueue {
  const waiting = new Set<Waiting>();
  let taken = 0;
  let failures = 0;
  let notBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function startNext(): void {
    clearTimeout(timer);
    const [first] = waiting;
    if (first === undefined) return;
    const places = failures < troubleAfter ? placesMax : 1;
    if (taken < places && performance.now() >= notBeforeMs && mayAsk() && isPlaceFree()) {
      waiting.delete(first);
      notBeforeMs = performance.now() + pauseMs;
      first.start();
    }
    const inMs = notBeforeMs - performance.now();
    if (waiting.size > 0) timer = setTimeout(startNext, inMs > 0 ? Math.min(inMs, lookAgainMs) : lookAgainMs);
  }

  function ended(error: unknown): void {
    taken -= 1;
    if (!isTrouble(error)) failures = isNotAsked(error) ? failures : 0;
    else {
      failures += 1;
      const beyond = failures - troubleAfter;
      const ownMs = beyond < 0 ? 0 : firstTroublePauseMs * 2 ** beyond;
      const inMs = Math.min(Math.max(ownMs, error.details.retryAfterMs ?? 0), troublePauseMaxMs);
      notBeforeMs = Math.max(notBeforeMs, performance.now() + inMs);
    }
    startNext();
  }

  return {
    take(stopped, ask) {
      return new Promise((resolve, reject) => {
        if (stopped.aborted) return reject(stopped.reason);
        const stop = () => {
          waiting.delete(entry);
          reject(stopped.reason);
        };
        const entry: Waiting = {
          start() {
            stopped.removeEventListener('abort', stop);
            taken += 1;
            ask().then(
              (answer) => {
                ended(undefined);
                resolve(answer);
              },
              (error: unknown) => {
                ended(error);
                reject(error);
              },
            );
          },
        };
        stopped.addEventListener('abort', stop, { once: true });
        waiting.add(entry);
        startNext();
      });
    },
  };
}

const troubles: ReadonlySet<TransferApiFailure> = new Set(serviceFailures);

function isTrouble(error: unknown): error is TransferApiError {
  return error instanceof TransferApiError && troubles.has(error.failure);
}

function isNotAsked(error: unknown): boolean {
  return error instanceof TransferApiError && error.failure === 'not_asked';
}

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
type AskedBy = 'person' | 'batch' | 'watch';

interface Bulkhead {
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
