import pLimit from 'p-limit';
import { pause, unlessAborted } from '../async.ts';
import {
  isPassingProxyError,
  TransferApiError,
  type TransferApiFailure,
  type TransferApiOperation,
} from '../errors.ts';
import type { BreakerState, Events } from '../ops/events.ts';

/**
 * The request of one look-up, and for whom it is made: one waiting user, a batch, or a watch or
 * list.
 */
export interface ServiceRequest {
  operation: TransferApiOperation;
  /** The path, URL-encoded, with its query string: `/v1/transfer/tsq?transactionId=19261`. */
  path: string;
  asked?: string;
  /**
   * Set if one person requests several look-ups together: all of them have the same `key` and
   * deadline.
   */
  batch?: { key: object; withinMs: number } | undefined;
  /**
   * Set for a look-up of a watch or a list, which waits as long as it takes for a free slot, and
   * longer after failures. Aborted when nobody needs the answer any longer: while it waits, it
   * throws the abort reason; once sent, it goes on.
   */
  background?: AbortSignal | undefined;
}

/**
 * A look-up with less than this share of its time left when it gets a slot is not sent: an answer
 * is unlikely.
 */
const worthAsking = 0.1;
const maxRetries = 2;
const firstBackoffMs = 250;

/** Sends one request of a look-up; `tryNumber` is 1 for the first request. */
type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

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
 * Creates the slots and the circuit breaker that all look-ups share, so call this only once.
 * @param probe sends the service any request, and never throws
 */
export function createResilience(
  { timeoutMs, concurrency, events }: ResilienceOptions,
  probe?: () => void,
) {
  const breaker = createBreaker(events, probe);
  const places = pLimit(concurrency);
  /** Tables get at most half of the slots, so that a single look-up can still get a slot. */
  const ofTables = pLimit(Math.max(1, Math.floor(concurrency / 2)));

  /**
   * Runs `attempt` until it succeeds, retrying cannot help, or the deadline passes, which aborts
   * the `signal` of `attempt`. A single try has no time limit of its own: a service that needs four
   * seconds is slow, not down.
   * @throws TransferApiError: the last error of `attempt`, or `timeout`, or `not_asked` if no
   *   request was sent
   */
  async function lookUp<T>(
    { operation, asked, batch }: ServiceRequest,
    attempt: Attempt<T>,
  ): Promise<T> {
    const notAsked = (reason: 'busy' | 'outage') =>
      new TransferApiError('not_asked', { operation, asked, reason });
    const startedAtMs = performance.now();
    const ended = (failure?: TransferApiFailure) =>
      events?.emit('lookUp', { operation, failure, durationMs: performance.now() - startedAtMs });
    if (!breaker.mayAsk()) {
      ended('not_asked');
      throw notAsked('outage');
    }
    const limitMs = Math.min(timeoutMs, batch?.withinMs ?? timeoutMs);
    const remainingMs = () => startedAtMs + limitMs - performance.now();
    const deadline = new AbortController(); // not `AbortSignal.any`, which leaks on Node 20
    const timer = setTimeout(() => deadline.abort(), limitMs);
    /** How long the look-up waited for its slot; infinite until it gets a slot. */
    let sentAfterMs = Number.POSITIVE_INFINITY;
    let attempts = 0;
    const inPlace = (tryNumber: number) => {
      const ask = () => {
        if (tryNumber === 1 && remainingMs() < limitMs * worthAsking) throw notAsked('busy');
        sentAfterMs = Math.min(sentAfterMs, limitMs - remainingMs());
        attempts += 1;
        return attempt(deadline.signal, tryNumber);
      };
      // The deadline also covers the wait for a slot, and can end a look-up during that wait.
      return unlessAborted(deadline.signal, batch ? ofTables(() => places(ask)) : places(ask));
    };
    /**
     * Chooses the error to throw. After the deadline, an earlier HTTP error from the service wins
     * over `timeout`.
     */
    const endingOf = (error: unknown): unknown => {
      const isLate = deadline.signal.aborted;
      if (error instanceof TransferApiError && (!isLate || error.details.status !== undefined))
        return new TransferApiError(error.failure, {
          ...error.details,
          ...(attempts > 0 && { attempts }),
        });
      if (!isLate) return error;
      if (attempts === 0) return notAsked('busy');
      const waitedMs = Math.round(limitMs - sentAfterMs);
      return new TransferApiError('timeout', { operation, asked, timeoutMs: waitedMs, attempts });
    };
    try {
      const answer = await withRetries(deadline.signal, remainingMs, inPlace);
      breaker.answered();
      ended();
      return answer;
    } catch (error) {
      const ending = endingOf(error);
      const sign = signOf(ending);
      if (sign === 'answered') breaker.answered();
      // If the look-up waited for a slot, the service had less than the whole time, so its silence
      // proves nothing.
      else if (sign === 'silent' && sentAfterMs < limitMs * worthAsking)
        breaker.silent(batch?.key ?? deadline, startedAtMs);
      else breaker.withdrawn();
      if (ending instanceof TransferApiError) ended(ending.failure);
      throw ending;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    lookUp,
    /** Whether a request may be sent once more: not while the service is down. */
    mayRepeat: breaker.wouldLetAsk,
    /** Whether a slot is free, and the breaker would let a look-up through. */
    isFree: (): boolean => places.activeCount < concurrency && breaker.wouldLetAsk(),
  };
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

/**
 * Retries transient failures while the deadline leaves time.
 * @throws the error of the last try; after the deadline, the last error that had an HTTP status,
 *   if any had one
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
      if (!(error instanceof TransferApiError) || !isRetryable(error) || tryNumber > maxRetries)
        throw error;
      const waitMs = backoffMs(error, tryNumber);
      if (waitMs >= remainingMs()) throw error;
      await pause(waitMs);
    }
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

/**
 * The breaker opens if no look-up was answered for this long, and `silentQuestions` look-ups ended
 * unanswered.
 */
const silenceMs = 5_000;
/** The fewest unanswered look-ups that open the breaker; all look-ups of one batch count as one. */
const silentQuestions = 5;
/** How long the breaker stays open before it lets a look-up through as a probe. */
const pauseMs = 5_000;
/**
 * If an open breaker sees no look-up for this long, it sends a probe by itself, so that the alert
 * about it can end.
 */
const probeAfterMs = 60_000;

/**
 * Creates a circuit breaker that opens when the service is down, not when it is slow or hangs on
 * one record. Any answer to anyone proves that the service is up. All references that one person
 * looks up together count as one look-up, so that one person cannot open the breaker.
 */
export function createBreaker(events?: Events, probe: () => void = () => {}) {
  let state: BreakerState = 'closed';
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let silentSinceMs = Number.POSITIVE_INFINITY;
  let askAgainAtMs = 0;
  let probing: NodeJS.Timeout | undefined;
  const silentTo = new Set<object>();
  const silentForMs = () => performance.now() - Math.max(silentSinceMs, answeredAtMs);
  const become = (next: BreakerState) => {
    if (state === next) return;
    state = next;
    events?.emit('breaker', state, state === 'closed' ? 0 : silentForMs());
  };
  const open = () => {
    askAgainAtMs = performance.now() + pauseMs;
    clearTimeout(probing);
    probing = setTimeout(probe, probeAfterMs).unref();
    become('open');
  };
  /** Like `mayAsk`, but does not use up the turn of the one probe. */
  const wouldLetAsk = (): boolean =>
    state === 'closed' || (state === 'open' && performance.now() >= askAgainAtMs);
  return {
    wouldLetAsk,
    /**
     * Whether a look-up may be sent now. After the pause, the first caller is let through as the
     * probe.
     */
    mayAsk(): boolean {
      if (!wouldLetAsk()) return false;
      if (state === 'open') become('half_open');
      return true;
    },
    /** Call when the service answered a look-up, even if only with an error. */
    answered(): void {
      clearTimeout(probing);
      silentTo.clear();
      silentSinceMs = Number.POSITIVE_INFINITY;
      answeredAtMs = performance.now();
      become('closed');
    },
    /**
     * Call when a look-up ended without an answer.
     * @param who the look-up, or the batch it belongs to: a batch counts once
     * @param sinceMs when the look-up started, by `performance.now()`
     */
    silent(who: object, sinceMs: number): void {
      silentTo.add(who);
      silentSinceMs = Math.min(silentSinceMs, sinceMs);
      if (silentTo.size >= silentQuestions && silentForMs() >= silenceMs) open();
    },
    /**
     * Call when a look-up's end says nothing about the service; if it was the probe, the breaker
     * opens again.
     */
    withdrawn(): void {
      if (state === 'half_open') open();
    },
  };
}
