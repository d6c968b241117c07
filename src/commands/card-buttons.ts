import { TransferApiError, UserError } from '../errors.ts';
import type { Services } from '../services.ts';
import { timed } from '../transfers/look-up.ts';
import { recordFor } from '../transfers/masking.ts';
import { allFields } from '../views/all-fields.ts';
import type { Seen } from '../views/card-actions.ts';
import { seenOf } from '../views/card-actions.ts';
import { changesSince } from '../views/changes.ts';
import { comparisonCard } from '../views/comparison-card.ts';
import { failureBlocks } from '../views/error-reply.ts';
import { code } from '../views/mrkdwn.ts';
import { note } from '../views/note.ts';
import { transactionCard } from '../views/transaction-card.ts';
import type { Reply } from './command.ts';

/** What the buttons of a transaction card do. Each looks the transaction up anew: a card proves nothing. */

export interface RefreshRequest {
  reference: string;
  /** What the card showed, to say what has changed. */
  seen: Seen;
  audience: 'asker' | 'channel';
  canShare: boolean;
  sharedBy?: string | undefined;
}

export async function refreshCard(request: RefreshRequest, services: Services): Promise<Reply> {
  const { reference, seen, audience, canShare, sharedBy } = request;
  const { result: answer, timing } = await timed(() => services.transferApi.transaction(reference));
  const { transaction } = recordFor(audience, answer, services.shareAccountNumbers);
  const changed = changesSince(seen, seenOf(transaction));
  return transactionCard({ answer, timing, changed, audience, canShare, sharedBy, ...services });
}

export async function shareCard(reference: string, sharedBy: string | undefined, services: Services): Promise<Reply> {
  const { result: answer, timing } = await timed(() => services.transferApi.transaction(reference));
  return transactionCard({ answer, timing, sharedBy, audience: 'channel', canShare: false, ...services });
}

export async function copyNote(reference: string, { transferApi, currency }: Services): Promise<Reply> {
  const { transaction } = await transferApi.transaction(reference);
  return note(transaction, currency);
}

export async function showAllFields(reference: string, { transferApi }: Services): Promise<Reply> {
  return allFields(await transferApi.transaction(reference));
}

export async function requeryCard(reference: string, services: Services): Promise<Reply> {
  const { slash } = services.spellings;
  const record = await timed(() => services.transferApi.transaction(reference));
  const transactionId = record.result.transaction.id;
  if (!transactionId || !/^\d+$/.test(transactionId))
    throw new UserError(
      `This record has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
    );
  // Without the requery there is still the record, and which of the two had no answer must be clear.
  const requery = await timed(() => services.transferApi.requery(transactionId)).then(
    ({ result, timing }) => ({ answer: result, timing }),
    (error: unknown) => {
      if (error instanceof TransferApiError) return { failure: failureBlocks(error, slash) };
      throw error;
    },
  );
  return comparisonCard({
    transactionId,
    record: { answer: record.result, timing: record.timing },
    requery,
    currency: services.currency,
    slash,
  });
}
