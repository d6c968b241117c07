import { type Block, cautionSection, context, message, type Reply, section, sectionsOf } from '../blocks/blocks.ts';
import { failureBlocks } from '../blocks/failure-words.ts';
import { fieldLabel, fieldText, quoteService, scalarText } from '../blocks/json-fields.ts';
import { amount, bold, code, outside } from '../blocks/mrkdwn.ts';
import {
  cautionOf,
  disagreeCaution,
  markOf,
  noStatusCaution,
  notFoundCaution,
  otherTransferCaution,
  type StatusGroup,
  statusGroup,
  statusWords,
} from '../blocks/status.ts';
import type { CommandHead, Inquiry } from '../command.ts';
import { TransferApiError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { CommandSyntax } from '../reading/command-names.ts';
import type { Services } from '../services.ts';
import { foldBlanks, joined } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { backgroundForChannel, withBackground } from './background.ts';
import { agedLines, recordBlocks, sharedLine } from './card.ts';
import { type CardPlace, comparisonButtons, requeryButtons } from './card-actions.ts';
import { maskRequery } from './disclosure.ts';
import {
  lookUpWithBackground,
  recentLookUpOfBoth,
  recentLookUps,
  type TransactionWithBackground,
  type WithBackground,
  withBackgroundOf,
} from './look-up.ts';
import {
  codeOf,
  type Entry,
  headlineOf,
  isIdKey,
  isStatusKey,
  namesCurrency,
  serviceTexts,
  statusOf,
  topValues,
} from './requery-answer.ts';
import { contradicts, failedRow, groupOf, hasStatus, type RequeryRow, type Row, requeryRow } from './row.ts';

/** `/tsq`. */
export const tsqHead: CommandHead = {
  name: 'tsq',
  about: 'transfers',
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
};

/** A requery that was answered, with what was asked about it before. */
export interface RequeryWithBackground extends WithBackground<RequeryRow> {
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
function requeryWithBackground(asked: string, services: Services, asker: Asker): Promise<RequeryWithBackground> {
  const look = async () => requeryRow({ asked }, await services.transferApi.requery(asked));
  return withBackgroundOf({ asked, isRequery: true }, look, services, asker);
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, asker) {
    return { ...(await requeryWithBackground(transactionId, services, asker)), sharedBy };
  },
  forChannel(found) {
    const row = requeryRow(found.row, maskRequery(found.row.requery, found.row.asked));
    return { ...found, row, background: backgroundForChannel(found.background) };
  },
  recentLookUps: ({ row }) => recentLookUps([row]),
  show: (found, { audience, canShare }, { currency }) => requeryCard({ ...found, audience, canShare, currency }),
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RequeryWithBackground>;

/** A requery. The spec shows no response (4.2), so the card shows what arrived, in the service's own words. */
export function requeryCard(options: RequeryWithBackground & CardPlace & { currency?: string | undefined }): Reply {
  const { row, sharedBy, currency } = options;
  const headline = `Requery ${code(row.asked)} · ${marked(groupOf(row), headlineOf(row.requery))}`;
  const shared = sharedLine(sharedBy);
  const card = message(headline, [
    section(headline),
    ...cautionSection(requeryCaution(row)),
    ...requeryBlocks(row, currency),
    ...agedLines([row.requery]).map((line) => context([line])),
    ...requeryButtons(row.asked, options),
    ...(shared === undefined ? [] : [context([shared])]),
  ]);
  return withBackground(card, options);
}

function marked(group: StatusGroup | undefined, words: string): string {
  return markOf(group) + bold(outside(words));
}

/** No envelope, message or code stands for a status. */
function requeryCaution(row: RequeryRow): string | undefined {
  if (row.otherId !== undefined) return otherTransferCaution;
  if (statusOf(row.requery).all.length > 1) return disagreeCaution;
  return cautionOf(groupOf(row) ?? 'unknown', hasStatus(row));
}

/** More are in All Values. */
const valuesMax = 10;
const valueMax = 120;

/** An answer to a requery below its headline: what the service says, quoted, and its first values as they came. */
export function requeryBlocks({ asked, requery: answer, otherId }: RequeryRow, configured?: string): Block[] {
  const { transaction } = answer;
  const currency = namesCurrency(answer) ? undefined : configured;
  const texts = serviceTexts(answer);
  // The fields of a record are on the card in its own form.
  const values = valuesBeside(transaction ? { ...answer, payload: {} } : answer, asked, texts);
  const shown = values.filter(([, value]) => scalarText(value) !== undefined).slice(0, valuesMax);
  const more = values.length - shown.length;
  const line = [
    ...new Set(texts.map(quoteService)),
    ...shown.map(([name, value]) => `${fieldLabel(name)} ${fieldText(name, value, valueMax, currency)}`),
    ...(more > 0 ? [`${more} more in All Values`] : []),
  ].join(' · ');
  const otherIdLine =
    otherId === undefined ? '' : `It names the transaction id ${code(otherId)}, not the one asked for.`;
  const isBare = line === '' && statusOf(answer).all.length === 0 && !transaction;
  const above = [isBare ? 'The answer holds no data.' : line, otherIdLine];
  if (!transaction) return sectionsOf(above.filter((each) => each !== ''));
  const money = transaction.transaction.amount?.trim()
    ? `Amount ${outside(amount(transaction.transaction.amount, currency))}`
    : '';
  const before = joined([...above, money], '\n');
  return recordBlocks(transaction.transaction, { above: before, currency });
}

/** What the card has not said already in its headline or in quotes. */
function valuesBeside(answer: RequeryAnswer, transactionId: string, texts: readonly string[]): Entry[] {
  const { one = '', all } = statusOf(answer);
  const code = all.length === 0 ? codeOf(answer) : undefined;
  return topValues(answer).filter(([name, value]) => {
    const text = foldBlanks(scalarText(value) ?? '');
    const isStatus = isStatusKey(name) && text.toLowerCase() === one.toLowerCase();
    const isCode = text === code && /code$/i.test(name);
    return !isStatus && !isCode && !isIdKey(name) && !texts.includes(text) && text !== transactionId;
  });
}

export interface Comparison {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: TransactionWithBackground;
  /** When the requery fails, the card still shows the record, and must say which of the two failed. */
  requery: { row: RequeryRow } | { failure: TransferApiError };
}

interface ComparisonInput {
  reference: string;
  /** How to ask for another identifier, where the record has none. */
  slash: CommandSyntax;
}

/** Shows the record beside a requery by the record's own id. */
export const compare = {
  async find({ reference, slash }, services, asker) {
    const record = await lookUpWithBackground(reference, services, asker);
    const transactionId = record.row.transaction.id;
    if (!transactionId || !/^\d+$/.test(transactionId))
      throw new UserError(
        `The record of ${code(reference)} has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
      );
    const requery = await requeryWithBackground(transactionId, services, asker).catch((failure: unknown) => {
      if (failure instanceof TransferApiError) return { failure };
      throw failure;
    });
    return { transactionId, record, requery };
  },
  forChannel(): never {
    throw new Error('a comparison is for the one who asks');
  },
  recentLookUps: ({ transactionId: asked, record, requery }) =>
    recentLookUpOfBoth(
      record.row.record,
      'row' in requery ? requery.row : failedRow({ isRequery: true, asked }, requery.failure),
    ),
  show: (found, _reader, { currency }) =>
    withBackground(comparisonCard(found, currency), found.record, [found.record.row.transaction]),
} satisfies Inquiry<ComparisonInput, Comparison>;

/** Shows what the record and the requery say; takes neither for the truth. */
function comparisonCard({ transactionId, record, requery }: Comparison, currency: string | undefined): Reply {
  const { reference = '', status, reversedFlag } = record.row.transaction;
  const words = statusWords(status, reversedFlag);
  const group = statusGroup(status, reversedFlag);
  const draw = (said: string, below: readonly Block[]) => {
    const headline = `${code(reference)}: record ${marked(group, words)}; requery ${code(transactionId)} ${said}`;
    return message(headline, [section(headline), ...below, ...comparisonButtons(reference, transactionId)]);
  };
  if ('failure' in requery) {
    const { failure } = requery.failure;
    const said = bold(failure === 'not_found' ? 'not found' : 'no answer');
    return draw(said, unanswered(requery.failure, group));
  }
  const { row } = requery;
  return draw(marked(groupOf(row), headlineOf(row.requery)), [
    ...cautionSection(cautionFor(row, words, group)),
    ...requeryBlocks(row, currency),
    ...agedLines([record.row.record, row.requery]).map((line) => context([line])),
  ]);
}

/** "Not found" is an answer too; a requery without any leaves the record's own caution standing. */
function unanswered(error: TransferApiError, group: StatusGroup): Block[] {
  if (error.failure !== 'not_found') return failureBlocks(error, cautionOf(group));
  const { serviceMessage = '' } = error.details;
  const quoted = serviceMessage.trim() ? [section(quoteService(serviceMessage))] : [];
  return [...cautionSection(notFoundCaution), ...quoted];
}

/** One caution for both: that they disagree, or that of what they agree on. */
function cautionFor(row: Row, words: string, group: StatusGroup): string | undefined {
  if (row.otherId !== undefined) return otherTransferCaution;
  if (!hasStatus(row)) return cautionOf(group, words !== 'no status') ?? noStatusCaution;
  return contradicts(row, words, group) ? disagreeCaution : cautionOf(group);
}
