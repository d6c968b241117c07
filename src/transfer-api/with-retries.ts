import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import { TransferApiError } from '../errors.ts';
import { isPassingProxyError } from '../proxy.ts';
import type { Deadline } from './deadline.ts';
import { gatewayStatuses } from './gateway-statuses.ts';

const maxRetries = 2;
const firstBackoffMs = 250;

/** `tryNumber` is 1 for the first request of a look-up. */
export type Attempt<T> = (signal: AbortSignal, tryNumber: number) => Promise<T>;

/**
 * Tries again what failed in passing, as long as the deadline leaves time for it.
 * @throws the error of the last try; after the deadline, the last one in which the service did answer
 */
export async function withRetries<T>(deadline: Deadline, attempt: Attempt<T>): Promise<T> {
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

function isRetryable({ failure, details: { status, code } }: TransferApiError): boolean {
  if (failure === 'proxy') return isPassingProxyError(code);
  return status === undefined ? failure === 'unreachable' : status === 429 || gatewayStatuses.has(status);
}

/** Full jitter; after a Retry-After, that time and a little jitter. */
function backoffMs({ details: { retryAfterMs } }: TransferApiError, attempts: number): number {
  const jitteredMs = Math.random() * firstBackoffMs * 2 ** (attempts - 1);
  return retryAfterMs === undefined ? jitteredMs : retryAfterMs + jitteredMs / 4;
}
