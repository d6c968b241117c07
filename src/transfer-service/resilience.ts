import pLimit from 'p-limit';
import { pause, unlessAborted, withResolvers } from '../async.ts';
import {
  isPassingProxyError,
  serviceFailures,
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiOperation,
} from '../errors.ts';
import type { Events } from '../events.ts';
import { createBreaker } from './state.ts';

/** A look-up that gets its place with less than this part of its time left is not sent: it would hardly be answered. */
const worthAsking = 0.1;
const maxRetries = 2;
const firstBackoffMs = 250;

interface Call extends TransferApiErrorDetails {
  timeoutMs: number;
  /** The key of its batch, when it is asked for together with others. */
  batch?: object | undefined;
  /** Whether it comes from the low-priority queue. */
  isOfWatch?: boolean;
}

/** `tryNumber` is 1 for the first request of a look-up. */
type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

/**
 * Create one for all look-ups: they share the bulkhead and the circuit breaker.
 * @param probe asks the service anything, and never throws
 */
export function createResilience(events?: Events, probe?: () => void) {
  const breaker = createBreaker(events, probe);
  const bulkhead = createBulkhead();

  return {
    /** For look-ups of watches: a slot that people leave, before the deadline begins. */
    atLowPriority: createLowPriorityQueue(bulkhead.isSlotFree, breaker.wouldLetAsk),
    /**
     * Runs `attempt` until it succeeds, retrying cannot help, or the deadline passes; `signal` aborts at the deadline. A
     * single try has no other time limit: a service that needs four seconds is slow, not gone.
     * @throws TransferApiError: the last one of `attempt`, `timeout`, or `not_asked` when no request was sent
     */
    async execute<T>(call: Call, attempt: Attempt<T>): Promise<T> {
      const { operation, asked, timeoutMs, batch, isOfWatch } = call;
      const by = isOfWatch ? 'watch' : batch === undefined ? 'person' : 'batch';
      const notAsked = (reason: 'busy' | 'outage') => new TransferApiError('not_asked', { operation, asked, reason });
      if (!breaker.mayAsk()) throw notAsked('outage');
      const startedAtMs = performance.now();
      const remainingMs = () => startedAtMs + timeoutMs - performance.now();
      // Its own controller: `AbortSignal.any` leaks on Node 20.
      const deadline = new AbortController();
      const { promise: expired, reject: expire } = withResolvers<never>();
      expired.catch(() => {}); // maybe nobody awaits it
      const timer = setTimeout(() => {
        deadline.abort();
        expire(deadline.signal.reason);
      }, timeoutMs);
      /** How long it waited for its place; infinite while it has none. */
      let sentAfterMs = Number.POSITIVE_INFINITY;
      let attempts = 0;
      const inPlace = (tryNumber: number) => {
        const ask = () => {
          if (tryNumber === 1 && remainingMs() < timeoutMs * worthAsking) throw notAsked('busy');
          sentAfterMs = Math.min(sentAfterMs, timeoutMs - remainingMs());
          attempts += 1;
          return attempt(deadline.signal, tryNumber);
        };
        // Waiting for a place counts too: a look-up whose deadline passes there ends there.
        return Promise.race([bulkhead.take(operation, by, ask), expired]);
      };
      /** The error to throw. After the deadline, an answer that the service did give counts more than its silence. */
      const endingOf = (error: unknown): unknown => {
        const isLate = deadline.signal.aborted;
        if (error instanceof TransferApiError && (!isLate || error.details.status !== undefined))
          return new TransferApiError(error.failure, { ...error.details, ...(attempts > 0 && { attempts }) });
        if (!isLate) return error;
        if (attempts === 0) return notAsked('busy');
        const waitedMs = Math.round(timeoutMs - sentAfterMs);
        return new TransferApiError('timeout', { operation, asked, timeoutMs: waitedMs, attempts });
      };
      try {
        const answer = await withRetries(deadline.signal, remainingMs, inPlace);
        breaker.answered();
        return answer;
      } catch (error) {
        const ending = endingOf(error);
        if (isAnswer(ending)) breaker.answered();
        // A look-up that waited for its place had less than the whole time, so its silence proves nothing.
        else if (isSilence(ending) && sentAfterMs < timeoutMs * worthAsking) breaker.silent(batch ?? call, startedAtMs);
        else breaker.withdrawn();
        throw ending;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Sent by a gateway in front of the service. */
const gatewayStatuses = new Set([502, 503, 504]);

/** The service itself has answered: one broken record must not open the breaker for all others. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof TransferApiError)) return false;
  const { status } = error.details;
  return error.failure === 'unexpected_body' || (status !== undefined && !gatewayStatuses.has(status));
}

/** No answer at all, or only one from a gateway in front of the service; of what `isAnswer` does not take. */
function isSilence(error: unknown): boolean {
  return error instanceof TransferApiError && ['unreachable', 'timeout', 'proxy'].includes(error.failure);
}

/**
 * Tries again what failed in passing, as long as the deadline leaves time for it.
 * @throws the error of the last try; after the deadline, the last one in which the service did answer
 */
async function withRetries<T>(
  deadline: AbortSignal,
  remainingMs: () => number,
  attempt: (tryNumber: number) => Promise<T>,
): Promise<T> {
  let answered: TransferApiError | undefined;
  for (let tryNumber = 1; ; tryNumber += 1)
    try {
      return await attempt(tryNumber);
    } catch (error) {
      if (error instanceof TransferApiError && error.details.status !== undefined) answered = error;
      if (deadline.aborted) throw answered ?? error;
      if (!(error instanceof TransferApiError) || !isRetryable(error) || tryNumber > maxRetries) throw error;
      const waitMs = backoffMs(error, tryNumber);
      if (waitMs >= remainingMs()) throw error;
      await pause(waitMs);
    }
}

function isRetryable({ failure, details: { status, code } }: TransferApiError): boolean {
  if (failure === 'proxy') return isPassingProxyError(code);
  return status === undefined ? failure === 'unreachable' : status === 429 || gatewayStatuses.has(status);
}

/** Full jitter; after a Retry-After, that time and a little jitter. */
function backoffMs({ details: { retryAfterMs } }: TransferApiError, attempts: number): number {
  const jitteredMs = Math.random() * firstBackoffMs * 2 ** (attempts - 1);
  return retryAfterMs === undefined ? jitteredMs : retryAfterMs + jitteredMs / 4;
}

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

function createBulkhead() {
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
function createLowPriorityQueue(isSlotFree: () => boolean, mayAsk: () => boolean) {
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
