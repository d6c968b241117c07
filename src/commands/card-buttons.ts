import type { Spelling } from '../command-names.ts';
import { TransferApiError, UserError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Transaction } from '../transfer-api/bodies.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { lookedUpBoth, lookedUpRecord, type Timing } from '../transfers/look-up.ts';
import { statusGroup } from '../transfers/status.ts';
import { type Seen, seenOf } from '../views/card-buttons.ts';
import { type ComparisonOptions, comparisonCard } from '../views/comparison-card.ts';
import { failureBlocks } from '../views/error-reply.ts';
import { allFields, allValues, bankNote, requeryNote } from '../views/fields-and-note.ts';
import { withRecalled } from '../views/history-lines.ts';
import { code } from '../views/mrkdwn.ts';
import { cautionOf } from '../views/status-caution.ts';
import { changesSince } from '../views/transaction-card.ts';
import type { Finding, Inquiry } from './command.ts';
import {
  lookUpAndRecall,
  lookUpForCard,
  maskRecalled,
  type RecalledTransaction,
  recalledCard,
} from './recalled-transaction.ts';
import { type RecalledRequery, requeryAndRecall, requeryOne } from './tsq.ts';

/**
 * What the buttons of a transaction card do. Each looks the transaction up again, because a card's data is not trusted.
 */

interface Shared {
  reference: string;
  /** The person who shared the card. */
  sharedBy?: string | undefined;
}

type FoundShared = RecalledTransaction & Pick<Shared, 'sharedBy'>;

export const share = {
  async find({ reference, sharedBy }, services, finding) {
    return { ...(await lookUpAndRecall(reference, services, finding)), sharedBy };
  },
  forChannel: maskRecalled,
  show: (found, reader, presentation) => recalledCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<Shared, FoundShared>;

/** Draws the card again and says what has changed since it was drawn. */
export const refresh = {
  async find({ reference, ...drawn }, services, finding) {
    return { ...(await lookUpForCard(reference, services, finding)), ...drawn };
  },
  forChannel: maskRecalled,
  lookedUp: ({ answer }) => lookedUpRecord(answer),
  show({ seen, ...found }, reader, presentation) {
    const changed = changesSince(seen, seenOf(found.answer.transaction), presentation);
    return recalledCard({ ...found, changed, isRefreshed: true, ...reader, ...presentation });
  },
} satisfies Inquiry<Shared & { seen: Seen }, FoundShared & { seen: Seen }>;

/** The whole card, where a channel reads a shortened one. */
export const openInFull = {
  find: lookUpForCard,
  forChannel: maskRecalled,
  lookedUp: ({ answer }) => lookedUpRecord(answer),
  show: (found, reader, presentation) => recalledCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<string, RecalledTransaction>;

export const copyNote = {
  find: lookUpAndRecall,
  forChannel: maskRecalled,
  show: (found, _reader, { currency }) => bankNote(found, currency),
} satisfies Inquiry<string, RecalledTransaction>;

export const showAllFields = {
  find: lookUpAndRecall,
  forChannel: maskRecalled,
  show: ({ answer }) => allFields(answer),
} satisfies Inquiry<string, RecalledTransaction>;

export const copyRequeryNote = {
  ...requeryOne,
  show: (found, _reader, { currency }) => requeryNote(found, currency),
} satisfies Inquiry<{ transactionId: string }, RecalledRequery>;

export const showAllValues = {
  ...requeryOne,
  show: ({ answer }) => allValues(answer),
} satisfies Inquiry<{ transactionId: string }, RecalledRequery>;

interface Comparison {
  transactionId: string;
  record: RecalledTransaction;
  /** When the requery fails, the card still shows the record, and must say which of the two failed. */
  requery: { answer: RequeryAnswer; timing: Timing } | { failure: TransferApiError };
}

/** Shows the record beside a requery by the record's own id. */
export const requery = {
  async find({ reference, slash }, services, finding) {
    const record = await lookUpAndRecall(reference, services, finding);
    const transactionId = record.answer.transaction.id;
    if (!transactionId || !/^\d+$/.test(transactionId))
      throw new UserError(
        `The record of ${code(reference)} has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
      );
    return { transactionId, record, requery: await requeryAndRemember(transactionId, services, finding) };
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
  show({ requery: answered, ...found }) {
    const { recalled, answer, timing } = found.record;
    const card = comparisonCard({ ...found, requery: shownRequery(answered, answer.transaction) });
    return withRecalled(card, { recalled, transactions: [answer.transaction], nowMs: timing.askedAtMs });
  },
} satisfies Inquiry<{ reference: string; slash: Spelling }, Comparison>;

/** A requery without an answer leaves the record's own caution standing. */
function shownRequery(
  answered: Comparison['requery'],
  { status, reversedFlag }: Transaction,
): ComparisonOptions['requery'] {
  if ('answer' in answered) return answered;
  const { failure, details } = answered.failure;
  if (failure === 'not_found') return { notFound: details.serviceMessage };
  return { failure: failureBlocks(answered.failure, cautionOf(statusGroup(status, reversedFlag))) };
}

async function requeryAndRemember(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<Comparison['requery']> {
  try {
    return await requeryAndRecall(transactionId, services, finding);
  } catch (error) {
    if (error instanceof TransferApiError) return { failure: error };
    throw error;
  }
}
