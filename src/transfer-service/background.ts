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
    const max = failures < degradedAfter ? bulkhead.backgroundMax() : 1;
    if (!next || running >= max || !bulkhead.isFree(next.question)) return;

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

  function ended(error: unknown): void {
    running -= 1;

    const failed = error instanceof TransferApiError ? error : undefined;
    // Nothing was sent, so this says nothing about the service.
    if (failed?.failure === 'not_asked') return;

    const before = failures;
    failures = serviceFailures.some((each) => each === failed?.failure) ? failures + 1 : 0;
    if (failures === degradedAfter) events?.emit('degraded', failed);
    if (failures === 0 && before >= degradedAfter) events?.emit('degraded', undefined);

    const ownMs = failures < degradedAfter ? 0 : firstPauseMs * 2 ** (failures - degradedAfter);
    const { retryAfterMs: asked = 0 } = failed?.details ?? {};
    // A longer one is rather a time stamp than a number of seconds.
    const retryAfterMs = asked > retryAfterBelievedMs ? 0 : Math.min(asked, retryAfterMaxMs);
    const pauseMs = Math.max(Math.min(ownMs, pauseMaxMs), retryAfterMs);

    notBeforeMs = Math.max(notBeforeMs, performance.now() + pauseMs);
  }

  /** Waits, however long it takes. @throws the abort reason of `stopped` */
  function turn(question: ServiceRequest, stopped: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = {
        question,
        start() {
          stopped.removeEventListener('abort', stop);
          resolve();
        },
      };

      const stop = () => {
        waiting.splice(waiting.indexOf(own), 1);
        reject(stopped.reason);
      };

      waiting.push(own);
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
      await turn(question, stopped);
      const answer = ask();
      await answer.then(() => ended(undefined), ended);
      wake();
      return answer;
    },
  };
}
