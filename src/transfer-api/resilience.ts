import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import { TransferApiError, type TransferApiErrorDetails } from '../errors.ts';
import { type BreakerState, createOutage } from './outage.ts';
import { createPlaces } from './places.ts';

export type { BreakerState } from './outage.ts';

const maxRetries = 2;
/** Whoever got a place with less than this of their time left would hardly be answered in it, and is not sent any more. */
const worthAsking = 0.1;
const firstBackoffMs = 250;
/** Said by what stands before the service. */
const gatewayStatuses = new Set([502, 503, 504]);

export interface Call extends TransferApiErrorDetails {
  timeoutMs: number;
  /** The batch that it is one of, if it is asked for together with others. */
  batch?: object | undefined;
}

/** `tryNumber` is 1 for the first request of a look-up. */
type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

export interface Resilience {
  /**
   * Runs `attempt` until it answers, cannot be helped, or the deadline passes; `signal` aborts with the deadline.
   * There is no limit on one try beside the deadline: a service that needs four seconds is slow, not gone.
   * @throws TransferApiError: the last one of `attempt`, `timeout`, or `not_asked` when it was not sent at all
   */
  execute<T>(call: Call, attempt: Attempt<T>): Promise<T>;
}

/** One for all look-ups: they share the places, and what is known of an outage. */
export function createResilience(onBreak: (state: BreakerState) => void = () => {}): Resilience {
  const outage = createOutage(onBreak);
  const places = createPlaces();

  return {
    async execute(call, attempt) {
      const { operation, asked, timeoutMs, batch } = call;
      if (!outage.mayAsk()) throw new TransferApiError('not_asked', { operation, asked, reason: 'outage' });
      const startedAtMs = performance.now();
      const deadline = startDeadline(timeoutMs);
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
        // Waiting for a place counts as well: whose time is up there is told so.
        return Promise.race([places.take(operation, batch !== undefined, ask), deadline.expired]);
      };
      try {
        const answer = await withRetries(deadline, inPlace);
        outage.answered();
        return answer;
      } catch (error) {
        const ending = endingOf(error, { call, sentAfterMs, attempts, isLate: deadline.signal.aborted });
        if (isAnswer(ending)) outage.answered();
        // Who waited for a place had less than the whole time, which proves nothing.
        else if (isSilence(ending) && sentAfterMs < timeoutMs * worthAsking) outage.silent(batch ?? call, startedAtMs);
        else outage.withdrawn();
        throw ending;
      } finally {
        deadline.stop();
      }
    },
  };
}

interface Circumstances {
  call: Call;
  /** How long it waited for its place. */
  sentAfterMs: number;
  /** How many requests were sent. */
  attempts: number;
  isLate: boolean;
}

/** What became of it; when the time is up, what the service did say is truer than that it said nothing. */
function endingOf(error: unknown, { call, sentAfterMs, attempts, isLate }: Circumstances): unknown {
  const { operation, asked, timeoutMs } = call;
  if (error instanceof TransferApiError && (!isLate || error.details.status !== undefined))
    return new TransferApiError(error.failure, { ...error.details, ...(attempts > 0 && { attempts }) });
  if (!isLate) return error;
  return attempts === 0
    ? new TransferApiError('not_asked', { operation, asked, reason: 'busy' })
    : new TransferApiError('timeout', { operation, asked, timeoutMs: Math.round(timeoutMs - sentAfterMs), attempts });
}

async function withRetries<T>(deadline: Deadline, attempt: Attempt<T>): Promise<T> {
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
    throw deadline.signal.aborted ? (answered ?? error) : error;
  }
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

/** It has said something: one broken record must not close the door to the others. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof TransferApiError)) return false;
  const { status } = error.details;
  return error.failure === 'unexpected_body' || (status !== undefined && !gatewayStatuses.has(status));
}

/** Nothing at all, or only from what stands before the service. */
function isSilence(error: unknown): boolean {
  return error instanceof TransferApiError && ['unreachable', 'timeout'].includes(error.failure) && !isAnswer(error);
}

function isRetryable({ failure, details: { status } }: TransferApiError): boolean {
  return status === undefined ? failure === 'unreachable' : status === 429 || gatewayStatuses.has(status);
}

/** Full jitter, after as long as the service asks for. */
function backoffMs({ details: { retryAfterMs } }: TransferApiError, attempts: number): number {
  const jitteredMs = Math.random() * firstBackoffMs * 2 ** (attempts - 1);
  return retryAfterMs === undefined ? jitteredMs : retryAfterMs + jitteredMs / 4;
}
