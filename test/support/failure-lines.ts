import { checkMessage } from 'slack-sandbox';
import { expect } from 'vitest';
import { errorReply } from '../../src/error-reply.ts';
import { TransferApiError, type TransferApiErrorDetails, type TransferApiFailure } from '../../src/errors.ts';
import { shownLines } from './shown.ts';

export const again = { actionId: 'txn:run:0', value: 'X-1' };

/** What the asker of `/txn X-1` reads of a failure, in a message that Slack takes. */
export function failureLines(
  failure: TransferApiFailure,
  details: Partial<TransferApiErrorDetails> = {},
  knowsShape = true,
): string[] {
  const error = new TransferApiError(failure, { operation: 'transaction', asked: 'X-1', ...details });
  const reply = errorReply({ error, reference: 'K7QZ9M', again, audience: 'asker', knowsShape });
  expect(checkMessage({ ...reply }).breaches).toEqual([]);
  return shownLines(reply);
}
