import { TransferApiError, UserError } from '../errors.ts';
import type { TransferApi } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import type { TransferApiFailure } from '../transfer-api-failure.ts';
import { type FoundTransaction, lookUp } from './look-up.ts';
import { reversalReference } from './reversal-reference.ts';
import { statusGroup } from './status-group.ts';

/** What stands under the reference that the operator's template makes of another one. */
export type Reversal = { reference: string } & ({ found: FoundTransaction } | { failure: TransferApiFailure });

/** `undefined` where it is not looked for. */
export type FindReversal = (transaction: Transaction) => Promise<Reversal | undefined>;

/**
 * Looks once for the second record of a transfer that is settled or has failed. The spec knows no such record: which
 * reference it has, and what it means, is the operator's to say.
 * @param template holds `{reference}` once; without one nothing is looked for
 */
export function createReversalFinder(
  template: string | undefined,
  transferApi: Pick<TransferApi, 'transaction'>,
): FindReversal {
  if (template === undefined) return async () => undefined;
  return async ({ reference, status, reversedFlag }) => {
    const group = statusGroup(status, reversedFlag);
    if (!reference || (group !== 'settled' && group !== 'failed')) return undefined;
    const asked = reversalReference(template, reference);
    if (asked === undefined) return undefined;
    return lookUp(asked, transferApi).then(
      (found) => ({ reference: asked, found }),
      (error: unknown) => {
        if (error instanceof TransferApiError) return { reference: asked, failure: error.failure };
        if (error instanceof UserError) return undefined;
        throw error;
      },
    );
  };
}
