import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import { SlackApiError } from '../../errors.ts';

/** Fewer than Slack takes after a wait, so that all calls that waited succeed. */
const inFlightMax = 32;
/** How long one call waits for what Retry-After names, in all: the person waits as long. */
const retryAfterMaxMs = 10_000;
/** Slack may name half a minute and take a call much sooner: after this time a call is tried once more, then refused. */
const lastTryMs = 2_000;
/** Keeps a Retry-After of nothing from becoming a loop. */
const waitMinMs = 500;

/** @throws the error of `call`; unless `isPatient`, also an Error at once while Slack rate limits the method */
export type Pace = <T>(call: () => Promise<T>, isPatient: boolean) => Promise<T>;

/**
 * Runs calls of one Web API method as fast as Slack takes them. When Slack rate limits, a call waits and retries, and
 * others queue behind it: in an incident many new people ask at once. A caller that has an older answer need not wait.
 */
export function createPace(): Pace {
  const places = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);
  let retried = Promise.resolve();
  let waiting = 0;

  const paced = async <T>(call: () => Promise<T>, isPatient: boolean, sinceMs: number): Promise<T> => {
    if (!isPatient && waiting > 0) throw new Error('Slack limits this method, and that is waited out already.');
    // Wait until the rate-limited calls have their answers: on a connection that is open already, this call would
    // overtake them.
    let waitedFor: unknown;
    while (waitedFor !== retried) {
      waitedFor = retried;
      await waitedFor;
    }
    try {
      return await call();
    } catch (error) {
      if (!isPatient || retryAfterOf(error) === undefined) throw error;
      waiting += 1;
      const again = retry(call, error, sinceMs);
      retried = Promise.allSettled([retried, again]).then(() => {
        waiting -= 1;
      });
      return await again;
    }
  };
  // The bulkhead resumes a queued call from another question's async context; bind ours, or the span gets the wrong
  // parent.
  return (call, isPatient) => {
    const sinceMs = performance.now();
    return places.execute(AsyncResource.bind(() => paced(call, isPatient, sinceMs)));
  };
}

function retryAfterOf(error: unknown): number | undefined {
  return error instanceof SlackApiError ? error.details.retryAfterMs : undefined;
}

/** @param sinceMs when the caller came: whoever queued for long already is refused at once */
async function retry<T>(call: () => Promise<T>, limited: unknown, sinceMs: number): Promise<T> {
  let error = limited;
  let leftMs = retryAfterMaxMs;
  while (leftMs > 0) {
    const retryAfterMs = retryAfterOf(error);
    if (retryAfterMs === undefined) break;
    const isShort = retryAfterMs <= leftMs;
    const waitMs = isShort ? Math.max(retryAfterMs, waitMinMs) : sinceMs + lastTryMs - performance.now();
    if (waitMs <= 0) break;
    leftMs = isShort ? leftMs - waitMs : 0;
    await sleep(waitMs);
    try {
      return await call();
    } catch (thrown) {
      error = thrown;
    }
  }
  throw error;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
