import { AsyncResource } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import { SlackApiError } from '../../errors.ts';

/** Fewer than Slack takes after a wait, so that whoever has waited gets through. */
const inFlightMax = 32;
/** The person waits as long. */
const retryAfterMaxMs = 10_000;

/** @throws what `call` throws; when it is not `patient`, also at once while Slack limits the method */
export type Pace = <T>(call: () => Promise<T>, isPatient: boolean) => Promise<T>;

/**
 * Calls of one Web API method, as fast as Slack takes them. When it limits them and the wait that it asks for is short,
 * that is waited out once, and others wait behind: in an incident many new people ask at once. Who has an older answer
 * need not wait.
 */
export function createPace(): Pace {
  const places = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);
  let retried = Promise.resolve();
  let waiting = 0;

  const paced: Pace = async (call, isPatient) => {
    if (!isPatient && waiting > 0) throw new Error('Slack limits this method, and that is waited out already.');
    // Not before those who were limited have had their answer: on a connection that is open already it would overtake
    // them, and they wait only once.
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
  // The bulkhead resumes a queued call from another question's async context; bind its own, or its span is that one's.
  return (call, isPatient) => places.execute(AsyncResource.bind(() => paced(call, isPatient)));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
