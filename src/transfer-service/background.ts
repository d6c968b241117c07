import { retryAfterBelievedMs, serviceFailures, TransferApiError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Breaker } from './breaker.ts';
import type { Bulkhead, ServiceRequest } from './bulkhead.ts';

/**
 * Delay between look-ups of watches and lists, so that 1,000 due watches do not keep the process
 * busy.
 */
const betweenMs = 25;
/**
 * After this many failures in a row, only one look-up of a watch or list runs at a time, with a
 * pause after each.
 */
const degradedAfter = 3;
const firstPauseMs = 5_000;
const pauseMaxMs = 60_000;
/** The longest `Retry-After` that is honoured; a longer one is cut to this. */
const retryAfterMaxMs = 60 * 60_000;

/**
 * Creates the queue for look-ups of watches and lists, which no user is waiting for. They start
 * while people leave a slot and the circuit breaker would let a look-up through.
 */
export function createBackgroundQueue(
  bulkhead: Bulkhead,
  breaker: Breaker,
  events: Events | undefined,
) {
  const waiting: { question: ServiceRequest; start: () => void }[] = [];
  let running = 0;
  let failures = 0;
  let notBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Starts what may start: called when a look-up ended, and by the timer after a pause. */
  function wake(): void {
    const [next] = waiting;
    const runningMax = failures < degradedAfter ? bulkhead.backgroundMax() : 1;
    if (!next || running >= runningMax || !bulkhead.isFree(next.question)) return;

    const waitMs = Math.max(notBeforeMs - performance.now(), breaker.waitMs());
    clearTimeout(timer);

    if (waitMs > 0) {
      // While the breaker's probe is under way, the end of the probe wakes the queue.
      if (Number.isFinite(waitMs)) timer = setTimeout(wake, waitMs);
      return;
    }

    waiting.shift();
    running += 1;
    notBeforeMs = performance.now() + betweenMs;
    next.start();
    wake();
  }

  /** Counts the end of a look-up. @param thrown `undefined` if the look-up was answered */
  function noteEnd(thrown: unknown): void {
    running -= 1;

    const error = thrown instanceof TransferApiError ? thrown : undefined;
    // Nothing was sent, so this says nothing about the service.
    if (error?.failure === 'not_asked') return;

    const wasDegraded = failures >= degradedAfter;
    failures = serviceFailures.some((each) => each === error?.failure) ? failures + 1 : 0;
    const isDegraded = failures >= degradedAfter;
    if (isDegraded !== wasDegraded) events?.emit('degraded', isDegraded ? error : undefined);

    const backoffMs = isDegraded ? firstPauseMs * 2 ** (failures - degradedAfter) : 0;
    const { retryAfterMs: statedMs = 0 } = error?.details ?? {};
    // A longer one is rather a time stamp than a number of seconds.
    const retryAfterMs = statedMs > retryAfterBelievedMs ? 0 : Math.min(statedMs, retryAfterMaxMs);
    const pauseMs = Math.max(Math.min(backoffMs, pauseMaxMs), retryAfterMs);

    notBeforeMs = Math.max(notBeforeMs, performance.now() + pauseMs);
  }

  /** Waits for a look-up's turn, however long it takes. @throws the abort reason of `stopped` */
  function waitForTurn(question: ServiceRequest, stopped: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = {
        question,
        start() {
          stopped.removeEventListener('abort', stop);
          resolve();
        },
      };

      const stop = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(stopped.reason);
      };

      waiting.push(entry);
      stopped.addEventListener('abort', stop);
      if (stopped.aborted) stop();
      wake();
    });
  }

  return {
    wake,
    /**
     * Runs `ask` at low priority.
     * @throws the error that `ask` throws, or the reason why `stopped` was aborted before `ask` ran
     */
    async run<T>(
      question: ServiceRequest,
      stopped: AbortSignal,
      ask: () => Promise<T>,
    ): Promise<T> {
      await waitForTurn(question, stopped);
      const answer = ask();
      await answer.then(() => noteEnd(undefined), noteEnd);
      wake();
      return answer;
    },
  };
}
