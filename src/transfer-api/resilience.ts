import { TransferApiError, type TransferApiErrorDetails } from '../errors.ts';
import { createBulkhead } from './bulkhead.ts';
import { startDeadline } from './deadline.ts';
import { gatewayStatuses } from './gateway-statuses.ts';
import { createLeftoverPlaces, type LeftoverPlaces } from './leftover-places.ts';
import { createOutage, type OnBreak } from './outage.ts';
import { type Attempt, withRetries } from './with-retries.ts';

export type { BreakerState, OnBreak } from './outage.ts';

/** A look-up that gets its place with less than this part of its time left is not sent: it would hardly be answered. */
const worthAsking = 0.1;

export interface Call extends TransferApiErrorDetails {
  timeoutMs: number;
  /** The key of its batch, when it is asked for together with others. */
  batch?: object | undefined;
  /** Whether it took one of the leftover places. */
  isOfWatch?: boolean;
}

export interface Resilience {
  /**
   * Runs `attempt` until it succeeds, retrying cannot help, or the deadline passes; `signal` aborts at the deadline. A
   * single try has no other time limit: a service that needs four seconds is slow, not gone.
   * @throws TransferApiError: the last one of `attempt`, `timeout`, or `not_asked` when no request was sent
   */
  execute<T>(call: Call, attempt: Attempt<T>): Promise<T>;
  /** For look-ups of watches: a place that people leave, before the deadline begins. */
  takeLeftover: LeftoverPlaces['take'];
}

/** Create one for all look-ups: they share the bulkhead and the circuit breaker. */
export function createResilience(onBreak: OnBreak = () => {}): Resilience {
  const outage = createOutage(onBreak);
  const bulkhead = createBulkhead();
  const leftover = createLeftoverPlaces({ isPlaceFree: bulkhead.isPlaceFree, mayAsk: outage.wouldLetAsk });

  return {
    takeLeftover: leftover.take,
    async execute(call, attempt) {
      const { operation, asked, timeoutMs, batch, isOfWatch } = call;
      const by = isOfWatch ? 'watch' : batch === undefined ? 'person' : 'batch';
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
        // Waiting for a place counts too: a look-up whose deadline passes there ends there.
        return Promise.race([bulkhead.take(operation, by, ask), deadline.expired]);
      };
      try {
        const answer = await withRetries(deadline, inPlace);
        outage.answered();
        return answer;
      } catch (error) {
        const ending = endingOf(error, { call, sentAfterMs, attempts, isLate: deadline.signal.aborted });
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

interface Circumstances {
  call: Call;
  /** How long it waited for its place, in milliseconds; infinite when it got none. */
  sentAfterMs: number;
  /** How many requests were sent. */
  attempts: number;
  isLate: boolean;
}

/** The error to throw. After the deadline, an answer that the service did give counts more than its silence. */
function endingOf(error: unknown, { call, sentAfterMs, attempts, isLate }: Circumstances): unknown {
  const { operation, asked, timeoutMs } = call;
  if (error instanceof TransferApiError && (!isLate || error.details.status !== undefined))
    return new TransferApiError(error.failure, { ...error.details, ...(attempts > 0 && { attempts }) });
  if (!isLate) return error;
  return attempts === 0
    ? new TransferApiError('not_asked', { operation, asked, reason: 'busy' })
    : new TransferApiError('timeout', { operation, asked, timeoutMs: Math.round(timeoutMs - sentAfterMs), attempts });
}

/** The service itself has answered: one broken record must not open the breaker for all others. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof TransferApiError)) return false;
  const { status } = error.details;
  return error.failure === 'unexpected_body' || (status !== undefined && !gatewayStatuses.has(status));
}

/** No answer at all, or only one from a gateway in front of the service. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof TransferApiError && ['unreachable', 'timeout', 'proxy'].includes(error.failure) && !isAnswer(error)
  );
}
