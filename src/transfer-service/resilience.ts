import { elapsedMs, pause, withResolvers } from '../async.ts';
import { isPassingProxyError, TransferApiError, type TransferApiFailure } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import { createBackgroundQueue } from './background.ts';
import { createBreaker } from './breaker.ts';
import { createBulkhead, type ServiceRequest } from './bulkhead.ts';

/**
 * The smallest share of a look-up's time in which an answer is likely. With less left when it gets a
 * slot, the look-up is not sent.
 */
const worthAskingShare = 0.1;
/** A look-up that waited for a slot for at most this share of its time had the whole time. */
const shortWaitShare = 0.1;
const maxRetries = 2;
const firstBackoffMs = 250;

/**
 * The end of one look-up, in place of an `AbortSignal`: a controller costs 25 µs on Node 20, and
 * its abort a stack trace.
 */
export interface Deadline {
  isOver: boolean;
  /** Ends the request under way, which sets this. */
  onEnd(): void;
}

/**
 * Sends one request of a look-up; `tryNumber` is 1 for the first request. Rejects when the deadline
 * ends.
 */
type Attempt<T> = (deadline: Deadline, tryNumber: number) => Promise<T>;

/** The tries of one look-up so far. */
interface Tries {
  /** When the look-up began, which may then have waited for a slot; by `performance.now()`. */
  readonly startedAtMs: number;
  /** The time from there to the deadline. */
  readonly limitMs: number;
  count: number;
  /** When the first request was sent; by `performance.now()`. */
  sentAtMs: number | undefined;
}

export interface ResilienceOptions {
  /**
   * The deadline of a whole look-up. It covers waiting for a slot, connecting, every try and the
   * pauses between tries, up to the last byte of the response's body.
   */
  timeoutMs: number;
  /** The most requests in flight at once: the number of slots. */
  concurrency: number;
  events?: Events | undefined;
}

/**
 * Creates the bulkhead and the circuit breaker that all look-ups share, so call this only once.
 * @param probe sends the service any request, and never throws
 * @param explain returns the error to count and to throw in place of a look-up's
 */
export function createResilience(
  options: ResilienceOptions,
  probe?: () => void,
  explain = async (_question: ServiceRequest, error: TransferApiError) => error,
) {
  const { timeoutMs, events } = options;
  const breaker = createBreaker(events, probe);
  const bulkhead = createBulkhead(options, () => background.wake());
  const background = createBackgroundQueue(bulkhead, breaker, events);

  /**
   * Looks up at once, unless the breaker is open, and tells the breaker and `events` how it ended.
   * @throws TransferApiError: that of `tryUntilDeadline`, or `not_asked` if no request was sent
   */
  async function lookUpNow<T>(question: ServiceRequest, attempt: Attempt<T>): Promise<T> {
    const { operation, table } = question;
    const startedAtMs = performance.now();
    const reportEnd = (failure?: TransferApiFailure) =>
      events?.emit('lookUp', { operation, failure, durationMs: elapsedMs(startedAtMs) });

    if (!breaker.mayAsk()) {
      reportEnd('not_asked');
      throw notAskedError(question, 'outage');
    }

    const limitMs = Math.min(timeoutMs, table?.withinMs ?? timeoutMs);
    const tries: Tries = { startedAtMs, limitMs, count: 0, sentAtMs: undefined };

    try {
      const answer = await tryUntilDeadline(question, attempt, tries);
      breaker.answered();
      reportEnd();
      return answer;
    } catch (error) {
      countFailure(error, tries, table?.key ?? tries); // each look-up has its own `tries`
      if (!(error instanceof TransferApiError)) throw error;

      const { failure, details } = await explain(question, error);
      reportEnd(failure);
      const attempts = tries.count;
      throw new TransferApiError(failure, attempts > 0 ? { ...details, attempts } : details);
    } finally {
      background.wake();
    }
  }

  /**
   * Runs `attempt` until it succeeds, retrying cannot help, or the deadline passes. A single try
   * has no time limit of its own: a service that needs four seconds is slow, not down.
   * @throws TransferApiError: the last error of `attempt`, or `timeout`, or `not_asked` if no slot
   *   was free in time
   */
  async function tryUntilDeadline<T>(
    question: ServiceRequest,
    attempt: Attempt<T>,
    tries: Tries,
  ): Promise<T> {
    const { startedAtMs, limitMs } = tries;
    const endsAtMs = startedAtMs + limitMs;
    const remainingMs = () => endsAtMs - performance.now();
    const deadline: Deadline = { isOver: false, onEnd() {} };
    /** The last HTTP error of the service. At the deadline it is thrown instead of `timeout`. */
    let lastHttpError: TransferApiError | undefined;

    const sendInSlot = async (): Promise<T> => {
      const isTooLate = tries.count === 0 && remainingMs() < limitMs * worthAskingShare;
      if (deadline.isOver || isTooLate) throw notAskedError(question, 'busy');

      tries.sentAtMs ??= performance.now();
      tries.count += 1;
      return await attempt(deadline, tries.count);
    };

    async function sendUntilAnswered(): Promise<T> {
      for (;;)
        try {
          return await bulkhead.run(question, sendInSlot);
        } catch (error) {
          if (!(error instanceof TransferApiError)) throw error;

          if (error.details.status !== undefined) lastHttpError = error;
          if (deadline.isOver || !isRetryable(error) || tries.count > maxRetries) throw error;

          const waitMs = backoffMs(error, tries.count);
          if (waitMs >= remainingMs()) throw error;

          await pause(waitMs);
        }
    }

    const deadlineError = (): TransferApiError => {
      if (lastHttpError) return lastHttpError;
      if (tries.sentAtMs === undefined) return notAskedError(question, 'busy');

      const { operation, asked } = question;
      const waitedMs = Math.round(endsAtMs - tries.sentAtMs);
      return new TransferApiError('timeout', { operation, asked, timeoutMs: waitedMs });
    };

    const { promise, resolve, reject } = withResolvers<T>();
    const timer = setTimeout(() => {
      deadline.isOver = true;
      reject(deadlineError());
      deadline.onEnd();
    }, limitMs);

    sendUntilAnswered().then(resolve, reject);

    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Tells the breaker what a failed look-up proves about the service.
   * @param who the look-up, or the table it belongs to
   */
  function countFailure(
    error: unknown,
    { startedAtMs, limitMs, sentAtMs }: Tries,
    who: object,
  ): void {
    // After a wait for a slot, the service had less than the whole time, so its silence proves
    // nothing.
    const hadWholeTime =
      sentAtMs !== undefined && sentAtMs < startedAtMs + limitMs * shortWaitShare;
    const sign = signOf(error);

    if (sign === 'answered') breaker.answered();
    else if (sign === 'silent' && hadWholeTime) breaker.silent(who, startedAtMs);
    else breaker.withdrawn();
  }

  return <T>(question: ServiceRequest, attempt: Attempt<T>): Promise<T> => {
    const ask = () => lookUpNow(question, attempt);
    return question.background ? background.run(question, question.background, ask) : ask();
  };
}

function notAskedError({ operation, asked }: ServiceRequest, reason: 'busy' | 'outage') {
  return new TransferApiError('not_asked', { operation, asked, reason });
}

/** HTTP statuses that come from a gateway in front of the service. */
const gatewayStatuses = new Set([502, 503, 504]);

/**
 * Tells if an error proves that the service is up or silent. One broken record must not open the
 * breaker for all.
 */
function signOf(error: unknown): 'answered' | 'silent' | undefined {
  if (!(error instanceof TransferApiError)) return undefined;

  const { failure, details } = error;
  const isOwnAnswer = details.status !== undefined && !gatewayStatuses.has(details.status);
  if (failure === 'unexpected_body' || isOwnAnswer) return 'answered';

  return failure === 'unreachable' || failure === 'timeout' || failure === 'proxy'
    ? 'silent'
    : undefined;
}

function isRetryable({ failure, details: { status, code } }: TransferApiError): boolean {
  if (failure === 'proxy') return isPassingProxyError(code);
  return status === undefined
    ? failure === 'unreachable'
    : status === 429 || gatewayStatuses.has(status);
}

/**
 * Returns the delay before a retry: full jitter; after a `Retry-After`, its time plus a little
 * jitter.
 */
function backoffMs({ details: { retryAfterMs } }: TransferApiError, attempts: number): number {
  const jitteredMs = Math.random() * firstBackoffMs * 2 ** (attempts - 1);
  return retryAfterMs === undefined ? jitteredMs : retryAfterMs + jitteredMs / 4;
}
