import { pause, withResolvers } from '../async.ts';
import { isPassingProxyError, TransferApiError, type TransferApiErrorDetails } from '../errors.ts';
import type { BreakerState, Events } from '../events.ts';
import { createBulkhead, createLowPriorityQueue } from './slots.ts';

/** A look-up that gets its place with less than this part of its time left is not sent: it would hardly be answered. */
const worthAsking = 0.1;

interface Call extends TransferApiErrorDetails {
  timeoutMs: number;
  /** The key of its batch, when it is asked for together with others. */
  batch?: object | undefined;
  /** Whether it comes from the low-priority queue. */
  isOfWatch?: boolean;
}

/**
 * Create one for all look-ups: they share the bulkhead and the circuit breaker.
 * @param probe asks the service anything, and never throws
 */
export function createResilience(events?: Events, probe?: () => void) {
  const outage = createBreaker(events, probe);
  const bulkhead = createBulkhead();

  return {
    /** For look-ups of watches: a slot that people leave, before the deadline begins. */
    atLowPriority: createLowPriorityQueue(bulkhead.isSlotFree, outage.wouldLetAsk),
    /**
     * Runs `attempt` until it succeeds, retrying cannot help, or the deadline passes; `signal` aborts at the deadline. A
     * single try has no other time limit: a service that needs four seconds is slow, not gone.
     * @throws TransferApiError: the last one of `attempt`, `timeout`, or `not_asked` when no request was sent
     */
    async execute<T>(call: Call, attempt: Attempt<T>): Promise<T> {
      const { operation, asked, timeoutMs, batch, isOfWatch } = call;
      const by = isOfWatch ? 'watch' : batch === undefined ? 'person' : 'batch';
      if (!outage.mayAsk()) throw new TransferApiError('not_asked', { operation, asked, reason: 'outage' });
      const startedAtMs = performance.now();
      const deadline = startDeadline(timeoutMs);
      /** How long it waited for its place; infinite while it has none. */
      let sentAfterMs = Number.POSITIVE_INFINITY;
      let attempts = 0;
      const inPlace = (signal: AbortSignal, tryNumber: number) => {
        const ask = () => {
          if (tryNumber === 1 && deadline.remainingMs() < timeoutMs * worthAsking)
            throw new TransferApiError('not_asked', { operation, asked, reason: 'busy' });
          sentAfterMs = Math.min(sentAfterMs, timeoutMs - deadline.remainingMs());
          attempts += 1;
          return attempt(signal, tryNumber);
        };
        // Waiting for a place counts too: a look-up whose deadline passes there ends there.
        return Promise.race([bulkhead.take(operation, by, ask), deadline.expired]);
      };
      /** The error to throw. After the deadline, an answer that the service did give counts more than its silence. */
      const endingOf = (error: unknown): unknown => {
        const isLate = deadline.signal.aborted;
        if (error instanceof TransferApiError && (!isLate || error.details.status !== undefined))
          return new TransferApiError(error.failure, { ...error.details, ...(attempts > 0 && { attempts }) });
        if (!isLate) return error;
        if (attempts === 0) return new TransferApiError('not_asked', { operation, asked, reason: 'busy' });
        const waitedMs = Math.round(timeoutMs - sentAfterMs);
        return new TransferApiError('timeout', { operation, asked, timeoutMs: waitedMs, attempts });
      };
      try {
        const answer = await withRetries(deadline, inPlace);
        outage.answered();
        return answer;
      } catch (error) {
        const ending = endingOf(error);
        if (isAnswer(ending)) outage.answered();
        // A look-up that waited for its place had less than the whole time, so its silence proves nothing.
        else if (isSilence(ending) && sentAfterMs < timeoutMs * worthAsking) outage.silent(batch ?? call, startedAtMs);
        else outage.withdrawn();
        throw ending;
      } finally {
        deadline.stop();
      }
    },
  };
}

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

const maxRetries = 2;
const firstBackoffMs = 250;

/** `tryNumber` is 1 for the first request of a look-up. */
type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

/**
 * Tries again what failed in passing, as long as the deadline leaves time for it.
 * @throws the error of the last try; after the deadline, the last one in which the service did answer
 */
async function withRetries<T>(deadline: Deadline, attempt: Attempt<T>): Promise<T> {
  let answered: TransferApiError | undefined;
  for (let tryNumber = 1; ; tryNumber += 1)
    try {
      return await attempt(deadline.signal, tryNumber);
    } catch (error) {
      if (error instanceof TransferApiError && error.details.status !== undefined) answered = error;
      if (deadline.signal.aborted) throw answered ?? error;
      if (!(error instanceof TransferApiError) || !isRetryable(error) || tryNumber > maxRetries) throw error;
      const waitMs = backoffMs(error, tryNumber);
      if (waitMs >= deadline.remainingMs()) throw error;
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

type Deadline = ReturnType<typeof startDeadline>;

/** The end of the time that a look-up has. Uses its own controller: `AbortSignal.any` leaks on Node 20. */
function startDeadline(timeoutMs: number) {
  const endsAtMs = performance.now() + timeoutMs;
  const controller = new AbortController();
  const { promise: expired, reject: expire } = withResolvers<never>();
  expired.catch(() => {}); // maybe nobody awaits it
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

/** Sent by a gateway in front of the service. */
const gatewayStatuses = new Set([502, 503, 504]);

/** The breaker opens after this long without any answer… */
const silenceMs = 5_000;
/** …to at least this many look-ups. */
const silentQuestions = 5;
/** How long it stays open before it lets a probe through. */
const pauseMs = 5_000;
/** Without a question for this long, the breaker probes by itself, so that its alert ends. */
const probeAfterMs = 60_000;

/**
 * A circuit breaker that tells a service that is gone from one that is slow or hangs at one record. Any answer to
 * anybody is a sign of life. 25 references that one person asks for together count as one look-up, so that one person
 * cannot open it.
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
  const leaveAlone = () => {
    askAgainAtMs = performance.now() + pauseMs;
    clearTimeout(probing);
    probing = setTimeout(probe, probeAfterMs).unref();
    become('open');
  };
  /** `mayAsk` without being let through. */
  const wouldLetAsk = (): boolean => state === 'closed' || (state === 'open' && performance.now() >= askAgainAtMs);
  return {
    wouldLetAsk,
    /** Whether a look-up may be sent now. After the pause, the first caller is let through as the probe. */
    mayAsk(): boolean {
      if (!wouldLetAsk()) return false;
      if (state === 'open') become('half_open');
      return true;
    },
    /** The service has answered, with anything at all. */
    answered(): void {
      clearTimeout(probing);
      silentTo.clear();
      silentSinceMs = Number.POSITIVE_INFINITY;
      answeredAtMs = performance.now();
      become('closed');
    },
    /**
     * A look-up ended without an answer.
     * @param who the look-up, or its batch, which counts once
     * @param sinceMs when it started, by `performance.now()`
     */
    silent(who: object, sinceMs: number): void {
      silentTo.add(who);
      silentSinceMs = Math.min(silentSinceMs, sinceMs);
      if (silentTo.size >= silentQuestions && silentForMs() >= silenceMs) leaveAlone();
    },
    /** A look-up ended in a way that says nothing about the service; if it was the probe, the breaker opens again. */
    withdrawn(): void {
      if (state === 'half_open') leaveAlone();
    },
  };
}
