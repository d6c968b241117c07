import type { Spelling } from '../command-names.ts';
import { TransferApiError, UserError } from '../errors.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { type FoundTransaction, lookUp, type Timing, timed } from '../transfers/look-up.ts';
import { lookedUpBoth, lookedUpRecord } from '../transfers/looked-up.ts';
import { maskTransaction, type ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import { allFields } from '../views/all-fields.ts';
import { type Seen, seenOf } from '../views/card-actions.ts';
import { changesSince } from '../views/changes-since.ts';
import { type ComparisonOptions, comparisonCard } from '../views/comparison-card.ts';
import { failureBlocks } from '../views/error-reply.ts';
import { code } from '../views/mrkdwn.ts';
import { note } from '../views/note.ts';
import { transactionCard } from '../views/transaction-card.ts';
import type { Inquiry } from './command.ts';

/**
 * What the buttons of a transaction card do. Each looks the transaction up again, because a card's data is not trusted.
 */

interface Shared {
  reference: string;
  /** The person who shared the card. */
  sharedBy?: string | undefined;
}

type FoundShared = FoundTransaction & Pick<Shared, 'sharedBy'>;

export const share = {
  async find({ reference, sharedBy }, { transferApi }) {
    return { ...(await lookUp(reference, transferApi)), sharedBy };
  },
  forChannel: masked,
  show: (found, reader, presentation) => transactionCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<Shared, FoundShared>;

/** Draws the card again and says what has changed since it was drawn. */
export const refresh = {
  async find({ seen, ...shared }, services) {
    return { ...(await share.find(shared, services)), seen };
  },
  forChannel: masked,
  lookedUp: ({ answer }) => lookedUpRecord(answer),
  show({ seen, ...found }, reader, presentation) {
    const changed = changesSince(seen, seenOf(found.answer.transaction), presentation.currency);
    return transactionCard({ ...found, changed, ...reader, ...presentation });
  },
} satisfies Inquiry<Shared & { seen: Seen }, FoundShared & { seen: Seen }>;

/** The whole card, where a channel reads a shortened one. */
export const openInFull = {
  find: (reference, { transferApi }) => lookUp(reference, transferApi),
  forChannel: masked,
  lookedUp: ({ answer }) => lookedUpRecord(answer),
  show: (found, reader, presentation) => transactionCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<string, FoundTransaction>;

export const copyNote = {
  find: (reference, { transferApi }) => lookUp(reference, transferApi),
  forChannel: masked,
  show: ({ answer }, _reader, { currency }) => note(answer.transaction, currency),
} satisfies Inquiry<string, FoundTransaction>;

export const showAllFields = {
  find: (reference, { transferApi }) => lookUp(reference, transferApi),
  forChannel: masked,
  show: ({ answer }) => allFields(answer),
} satisfies Inquiry<string, FoundTransaction>;

interface Comparison {
  transactionId: string;
  record: FoundTransaction;
  /** When the requery fails, the card still shows the record, and must say which of the two failed. */
  requery: { answer: RequeryAnswer; timing: Timing } | { failure: TransferApiError };
}

/** Shows the record beside a requery by the record's own id. */
export const requery = {
  async find({ reference, slash }, { transferApi }) {
    const record = await lookUp(reference, transferApi);
    const transactionId = record.answer.transaction.id;
    if (!transactionId || !/^\d+$/.test(transactionId))
      throw new UserError(
        `This record has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
      );
    const answered = await timed(() => transferApi.requery(transactionId)).then(
      ({ result, timing }) => ({ answer: result, timing }),
      (error: unknown) => {
        if (error instanceof TransferApiError) return { failure: error };
        throw error;
      },
    );
    return { transactionId, record, requery: answered };
  },
  forChannel(): never {
    throw new Error('a comparison is for the one who asks');
  },
  lookedUp: ({ transactionId: asked, record, requery: answered }) =>
    lookedUpBoth(
      record.answer,
      'answer' in answered
        ? { kind: 'requery', asked, answer: answered.answer }
        : { kind: 'failure', isRequery: true, asked, failure: answered.failure.failure },
    ),
  show({ requery: answered, ...found }, _reader, { currency, blockForm, names: { slash } }) {
    return comparisonCard({ ...found, requery: shownRequery(answered, slash), currency, blockForm, slash });
  },
} satisfies Inquiry<{ reference: string; slash: Spelling }, Comparison>;

function shownRequery(answered: Comparison['requery'], slash: Spelling): ComparisonOptions['requery'] {
  if ('answer' in answered) return answered;
  const { failure, details } = answered.failure;
  if (failure === 'not_found') return { notFound: details.serviceMessage };
  return { failure: failureBlocks(answered.failure, slash) };
}

function masked<Found extends FoundTransaction>(found: Found, mode: ShareAccountNumbers): Found {
  return { ...found, answer: maskTransaction(found.answer, mode) };
}
