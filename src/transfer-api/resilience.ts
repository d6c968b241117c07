import { AsyncResource } from 'node:async_hooks';
import {
  BrokenCircuitError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
} from 'cockatiel';
import { TransferApiError, type TransferApiErrorDetails } from '../errors.ts';

const maxRetries = 2;
/** So many requests at once are enough for a team, and more would only make a slow service slower. */
const inFlightMax = 8;
/** Whoever got a place with less than this of their time left would hardly be answered in it, and is not sent any more. */
const worthAsking = 0.1;
const firstBackoffMs = 250;
/** So many look-ups in a row without any answer, and the next ones are told so at once… */
const outageAfterFailures = 10;
/** …until one look-up is let through again after this long. */
const outagePauseMs = 5_000;
/** Said by what stands before the service. */
const gatewayStatuses = new Set([502, 503, 504]);

export interface LookUp extends TransferApiErrorDetails {
  timeoutMs: number;
}

/** `tryNumber` is 1 for the first request of a look-up. */
type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

/** `open`: the service is left alone. `half_open`: one look-up is let through to see. */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface Resilience {
  /**
   * Runs `attempt` until it answers, cannot be helped, or the deadline passes; `signal` aborts with the deadline.
   * There is no limit on one try beside the deadline: a service that needs four seconds is slow, not gone.
   * @throws TransferApiError: the last one of `attempt`, `timeout`, or `unreachable` while the service is left alone
   */
  execute<T>(lookUp: LookUp, attempt: Attempt<T>): Promise<T>;
}

/** One for all look-ups: they share the places and the breaker. */
export function createResilience(onBreak: (state: BreakerState) => void = () => {}): Resilience {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(outageAfterFailures),
    halfOpenAfter: outagePauseMs,
  });
  breaker.onStateChange((state) => onBreak(breakerState(state)));
  const places = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);

  return {
    async execute(lookUp, attempt) {
      const deadline = startDeadline(lookUp.timeoutMs);
      try {
        return await breaker.execute(() =>
          withRetries(lookUp, deadline, (signal, tryNumber) => {
            const isTooLate = () => tryNumber === 1 && deadline.remainingMs() < lookUp.timeoutMs * worthAsking;
            const ask = () => {
              if (isTooLate()) throw new TransferApiError('timeout', lookUp);
              return attempt(signal, tryNumber);
            };
            // Waiting for a place counts as well: whose time is up there is told so.
            // Bound, since another look-up lets it in, whose spans are not this one's.
            return Promise.race([places.execute(AsyncResource.bind(ask)), deadline.expired]);
          }),
        );
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        const { operation, asked } = lookUp;
        throw new TransferApiError('unreachable', { operation, asked, code: 'PAUSED', retryAfterMs: outagePauseMs });
      } finally {
        deadline.stop();
      }
    },
  };
}

function breakerState(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half_open' : 'open';
}

async function withRetries<T>(lookUp: LookUp, deadline: Deadline, attempt: Attempt<T>): Promise<T> {
  let attempts = 0;
  let waitMs = 0;
  let answered: TransferApiError | undefined;
  const retries = retry(
    handleWhen((error) => {
      if (!(error instanceof TransferApiError)) return false;
      if (error.details.status !== undefined) answered = error;
      waitMs = backoffMs(error, attempts);
      return isRetryable(error) && waitMs < deadline.remainingMs();
    }),
    { maxAttempts: maxRetries, backoff: new DelegateBackoff(() => waitMs) },
  );
  try {
    return await retries.execute(() => {
      attempts += 1;
      return attempt(deadline.signal, attempts);
    }, deadline.signal);
  } catch (error) {
    // When the time is up, what the service did say is truer than that it said nothing.
    const timeIsUp = deadline.signal.aborted && !isAnswer(error);
    throw withAttempts(timeIsUp ? (answered ?? new TransferApiError('timeout', lookUp)) : error, attempts);
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof TransferApiError && error.details.status !== undefined;
}

function withAttempts(error: unknown, attempts: number): unknown {
  return error instanceof TransferApiError
    ? new TransferApiError(error.failure, { ...error.details, attempts })
    : error;
}

type Deadline = ReturnType<typeof startDeadline>;

/** A controller of our own and not `AbortSignal.any`, which leaks on Node 20. */
function startDeadline(timeoutMs: number) {
  const endsAtMs = performance.now() + timeoutMs;
  const controller = new AbortController();
  let expire: (error: Error) => void = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  expired.catch(() => {}); // nobody may be waiting for it
  const timer = setTimeout(() => {
    controller.abort();
    expire(new Error('The deadline has passed.'));
  }, timeoutMs);
  return {
    signal: controller.signal,
    expired,
    remainingMs: () => endsAtMs - performance.now(),
    stop: () => clearTimeout(timer),
  };
}

/** No answer at all, as against an answer we do not like: one broken record must not close the door to the others. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof TransferApiError)) return false;
  const { status } = error.details;
  return status === undefined ? ['unreachable', 'timeout'].includes(error.failure) : gatewayStatuses.has(status);
}

function isRetryable({ failure, details: { status } }: TransferApiError): boolean {
  return status === undefined ? failure === 'unreachable' : status === 429 || gatewayStatuses.has(status);
}

/** Full jitter, after as long as the service asks for. */
function backoffMs({ details: { retryAfterMs } }: TransferApiError, attempts: number): number {
  const jitteredMs = Math.random() * firstBackoffMs * 2 ** (attempts - 1);
  return retryAfterMs === undefined ? jitteredMs : retryAfterMs + jitteredMs / 4;
}
