import pLimit from 'p-limit';
import { pause, unlessAborted } from '../async.ts';
import { serviceFailures, TransferApiError, type TransferApiOperation } from '../errors.ts';

/** Enough requests in flight for a team; more would only make a slow service slower. */
const all = 8;
/** The limit of one operation: hanging requeries must not block look-ups of transactions. */
const ofOneOperation = 5;
/**
 * The limit of all batches together. A table sends three at a time, so another table still finds a slot beside it, and
 * a single look-up beside both.
 */
const ofBatches = 4;

/** Who asks: one person for one thing or for many, or nobody at their screen. */
type AskedBy = 'person' | 'batch' | 'watch';

export function createBulkhead() {
  const slots = pLimit(all);
  const batches = pLimit(ofBatches);
  const operations = {
    transaction: pLimit(ofOneOperation),
    requery: pLimit(ofOneOperation),
    banks: pLimit(ofOneOperation),
  };
  return {
    /** Whether there is a slot that nobody waits for. */
    isSlotFree: () => slots.activeCount < all,
    /** Runs `ask` when there is a slot for it. */
    take<T>(operation: TransferApiOperation, by: AskedBy, ask: () => Promise<T>): Promise<T> {
      if (by === 'watch') return slots(ask); // people keep all the slots of the operation
      const inOperation = () => operations[operation](() => slots(ask));
      return by === 'batch' ? batches(inOperation) : inOperation();
    },
  };
}

const lowPriorityMax = 2;
/** Between two starts, so that a thousand that are due at once do not keep the process busy. */
const betweenMs = 25;
/** After so many look-ups in a row that failed, there is only one at a time, and a pause after each. */
const degradedAfter = 3;
const firstPauseMs = 5_000;
const pauseMaxMs = 60_000;
/** A service that says more in `Retry-After` is asked again all the same. */
const retryAfterMaxMs = 60 * 60_000;

/**
 * For the look-ups that nobody waits for at their screen.
 * @param mayAsk whether the circuit breaker lets a look-up through
 */
export function createLowPriorityQueue(isSlotFree: () => boolean, mayAsk: () => boolean) {
  const inTurn = pLimit(1);
  let running = 0;
  let failures = 0;
  let notBeforeMs = 0;

  async function untilFree(stopped: AbortSignal): Promise<void> {
    const mayStart = () =>
      performance.now() >= notBeforeMs &&
      running < (failures < degradedAfter ? lowPriorityMax : 1) &&
      mayAsk() &&
      isSlotFree();
    do await pause(Math.max(betweenMs, notBeforeMs - performance.now()), stopped);
    while (!mayStart());
  }

  function ended(error: unknown): void {
    running -= 1;
    if (error instanceof TransferApiError && error.failure === 'not_asked') return;
    if (!isDegraded(error)) failures = 0;
    else {
      failures += 1;
      const beyond = failures - degradedAfter;
      const ownMs = beyond < 0 ? 0 : Math.min(firstPauseMs * 2 ** beyond, pauseMaxMs);
      const saidMs = Math.min(error.details.retryAfterMs ?? 0, retryAfterMaxMs);
      notBeforeMs = Math.max(notBeforeMs, performance.now() + Math.max(ownMs, saidMs));
    }
  }

  /**
   * Runs `ask` when people leave a slot for it and the service is not degraded, however long that takes.
   * @throws the error of `ask`, or the reason of `stopped`
   */
  return async <T>(stopped: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    // Whoever gives up does not wait for those before it.
    await unlessAborted(
      stopped,
      inTurn(() => untilFree(stopped)),
    );
    running += 1;
    try {
      const answer = await ask();
      ended(undefined);
      return answer;
    } catch (error) {
      ended(error);
      throw error;
    }
  };
}

function isDegraded(error: unknown): error is TransferApiError {
  return error instanceof TransferApiError && serviceFailures.some((failure) => failure === error.failure);
}
