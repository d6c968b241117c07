import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import { SlackApiError } from '../../errors.ts';

/** Fewer than Slack takes after a wait, so that all calls that waited succeed. */
const inFlightMax = 32;
/** The longest Retry-After that is waited out: the person waits as long. */
const retryAfterMaxMs = 10_000;

/** @throws the error of `call`; unless `isPatient`, also an Error at once while Slack rate limits the method */
export type Pace = <T>(call: () => Promise<T>, isPatient: boolean) => Promise<T>;

/**
 * Runs calls of one Web API method as fast as Slack takes them. When Slack rate limits and asks for a short wait, a
 * call waits and retries once, and others queue behind it: in an incident many new people ask at once. A caller that
 * has an older answer need not wait.
 */
export function createPace(): Pace {
  const places = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);
  let retried = Promise.resolve();
  let waiting = 0;

  const paced: Pace = async (call, isPatient) => {
    if (!isPatient && waiting > 0) throw new Error('Slack limits this method, and that is waited out already.');
    // Wait until the rate-limited calls have their answers: on a connection that is open already, this call would
    // overtake them, and they retry only once.
    let waitedFor: unknown;
    while (waitedFor !== retried) {
      waitedFor = retried;
      await waitedFor;
    }
    try {
      return await call();
    } catch (error) {
      const retryAfterMs = error instanceof SlackApiError ? error.details.retryAfterMs : undefined;
      if (!isPatient || retryAfterMs === undefined || retryAfterMs > retryAfterMaxMs) throw error;
      waiting += 1;
      const again = sleep(retryAfterMs).then(call);
      retried = Promise.allSettled([retried, again]).then(() => {
        waiting -= 1;
      });
      return await again;
    }
  };
  // The bulkhead resumes a queued call from another question's async context; bind ours, or the span gets the wrong
  // parent.
  return (call, isPatient) => places.execute(AsyncResource.bind(() => paced(call, isPatient)));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
