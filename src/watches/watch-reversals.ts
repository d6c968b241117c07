import { TransferApiError } from '../errors.ts';
import type { TransferApi } from '../transfer-api/client.ts';
import { createReversalFinder, type FindReversal } from '../transfers/find-reversal.ts';

/** The news do not wait longer for the record beside. */
const patienceMs = 15_000;

/**
 * Looks for second records in the places that people leave.
 * @param template as for `createReversalFinder`
 */
export function createWatchReversals(
  template: string | undefined,
  transferApi: Pick<TransferApi, 'watched'>,
  stopped: AbortSignal,
): FindReversal {
  return createReversalFinder(template, {
    async transaction(asked) {
      const ending = new AbortController();
      const late = new TransferApiError('not_asked', { operation: 'transaction', asked, reason: 'busy' });
      const timer = setTimeout(() => ending.abort(late), patienceMs);
      try {
        return await transferApi.watched(asked, AbortSignal.any([stopped, ending.signal]));
      } finally {
        clearTimeout(timer);
      }
    },
  });
}
