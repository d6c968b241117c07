import { amount } from '../blocks/amount.ts';
import { type Block, context, message, type Reply, section, sectionsOf } from '../blocks/blocks.ts';
import { fieldLabel, fieldText, isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import { bold, code, outside } from '../blocks/mrkdwn.ts';
import type { CommandHead, Finding, Inquiry } from '../command.ts';
import { quoteService } from '../failures.ts';
import { type Background, backgroundForChannel } from '../history/hints.ts';
import { withBackground } from '../history/lines.ts';
import type { Services } from '../services.ts';
import { cautionOf, disagreeCaution, notFoundCaution, statusGroup, withReversedFlag } from '../status.ts';
import { foldBlanks } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { recordBlocks, sharedLine } from './card.ts';
import { type CardPlace, comparisonButtons, requeryButtons } from './card-actions.ts';
import { type MaskedRequery, maskRequery } from './disclosure.ts';
import { backgroundOf, type FoundTransaction, recentLookUps, withFailureBackground } from './look-up.ts';
import { headlineOf, requeryGroup, serviceTexts, statusOf } from './requery-answer.ts';

/** `/tsq`. */
export const tsqHead: CommandHead = {
  name: 'tsq',
  about: 'transfers',
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
};

/** A requery that was answered, with what was asked about it before. */
export interface RequeryWithBackground extends FoundRequery {
  background: Background;
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
export async function requeryWithBackground(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<RequeryWithBackground> {
  const what = { asked: transactionId, isRequery: true };
  const askedAtMs = Date.now();
  const run = () => services.transferApi.requery(transactionId);
  const answer = await withFailureBackground(what, services, finding, run);
  const background = await backgroundOf({ kind: 'requery', asked: transactionId, answer }, services, finding);
  return { transactionId, answer, askedAtMs, background };
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, finding) {
    return { ...(await requeryWithBackground(transactionId, services, finding)), sharedBy };
  },
  forChannel(found, mode) {
    return { ...found, ...maskRequery(found.answer, mode), background: backgroundForChannel(found.background) };
  },
  recentLookUps: ({ transactionId, answer }) => recentLookUps([{ kind: 'requery', asked: transactionId, answer }]),
  show(found, { audience, canShare }) {
    const card = requeryCard({ ...found, audience, canShare });
    return withBackground(card, { background: found.background, transactions: [], nowMs: found.askedAtMs });
  },
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RequeryWithBackground>;

export interface FoundRequery extends Partial<MaskedRequery> {
  transactionId: string;
  answer: RequeryAnswer;
  askedAtMs: number;
}

/** A requery. The spec shows no response (4.2), so the card shows what arrived, in the service's own words. */
export function requeryCard(options: FoundRequery & CardPlace): Reply {
  const { transactionId, answer, hiddenCount = 0, sharedBy } = options;
  const headline = `Requery ${code(transactionId)} · ${requeryWords(answer)}`;
  const shared = sharedLine(sharedBy);
  return message(headline, [
    section(headline),
    ...requeryBlocks(transactionId, answer, requeryCaution(answer), hiddenCount),
    ...requeryButtons(transactionId, options),
    ...(shared === undefined ? [] : [context([shared])]),
  ]);
}

/** The status of a requery, in bold. */
export function requeryWords(answer: RequeryAnswer): string {
  return bold(outside(headlineOf(answer)));
}

/** No envelope, message or code stands for a status. */
function requeryCaution(answer: RequeryAnswer): string | undefined {
  return statusOf(answer).all.length > 1 ? disagreeCaution : cautionOf(requeryGroup(answer));
}

/** More are in All Values. */
const valuesMax = 10;
const valueMax = 120;

/**
 * An answer to a requery below its headline: what the service says, quoted, and its first values as they came.
 * @param hiddenCount how many values its readers may not see
 */
export function requeryBlocks(
  transactionId: string,
  answer: RequeryAnswer,
  caution: string | undefined,
  hiddenCount = 0,
): Block[] {
  const { transaction } = answer;
  const texts = serviceTexts(answer);
  // The fields of a record are on the card in its own form.
  const values = valuesBeside(transaction ? { ...answer, payload: {} } : answer, transactionId, texts);
  const shown = values.filter(([, value]) => scalarText(value) !== undefined).slice(0, valuesMax);
  const more = values.length - shown.length + hiddenCount;
  const line = [
    ...new Set(texts.map(quoteService)),
    ...shown.map(([name, value]) => `${fieldLabel(name)} ${fieldText(name, value, valueMax)}`),
    ...(more > 0 ? [`${more} more in All Values`] : []),
  ].join(' · ');
  const isBare = line === '' && statusOf(answer).all.length === 0 && !transaction;
  const above = [isBare ? 'The answer holds no data.' : line, otherIdLine(answer, transactionId)];
  if (!transaction) return sectionsOf([...above, caution ?? ''].filter((each) => each !== ''));
  const money = transaction.transaction.amount?.trim()
    ? `Amount ${outside(amount(transaction.transaction.amount))}`
    : '';
  const before = [...above, money].filter((each) => each !== '').join('\n');
  return recordBlocks(transaction.transaction, { above: before, caution });
}

type Entry = readonly [name: string, value: unknown];

/** The values of an answer at its top level; what the envelope says of the question counts only where it is a no. */
export function topValues({ success, payload, rest }: RequeryAnswer): Entry[] {
  const inPayload: Entry[] = isObject(payload) ? Object.entries(payload) : [['data', payload]];
  const refused: Entry[] = success === false ? [['success', false]] : [];
  return [...refused, ...inPayload, ...Object.entries(rest)].filter(([, value]) => !isEmpty(value));
}

const idKey = /^transaction_?id$/i;

/** What the card has not said already in its headline or in quotes. */
function valuesBeside(answer: RequeryAnswer, transactionId: string, texts: readonly string[]): Entry[] {
  const { one } = statusOf(answer);
  return topValues(answer).filter(([name, value]) => {
    const text = foldBlanks(scalarText(value) ?? '');
    const isStatus = /status$/i.test(name) && text.toLowerCase() === one?.toLowerCase();
    return !isStatus && !idKey.test(name) && !texts.includes(text) && text !== transactionId;
  });
}

function otherIdLine(answer: RequeryAnswer, transactionId: string): string {
  const named = scalarText(topValues(answer).find(([name]) => idKey.test(name))?.[1]);
  return named === undefined || named === transactionId
    ? ''
    : `It names the transaction id ${code(named)}, not the one asked for.`;
}

export interface ComparisonOptions {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: FoundTransaction;
  /**
   * The answer; or the service's own words when it found nothing, which is an answer too; or blocks that say why there
   * is none.
   */
  requery: { answer: RequeryAnswer } | { notFound: string | undefined } | { failure: readonly Block[] };
}

/** Shows what the record and the requery say; takes neither for the truth. */
export function comparisonCard(options: ComparisonOptions): Reply {
  const { transactionId, record, requery } = options;
  const { reference = '', status, reversedFlag } = record.answer.transaction;
  const words = withReversedFlag(foldBlanks(status ?? '') || 'no status', reversedFlag);
  const headline = `${code(reference)}: record ${bold(outside(words))}; requery ${code(transactionId)} ${saidBy(requery)}`;
  return message(headline, [
    section(headline),
    ...below(options, words),
    ...comparisonButtons(reference, transactionId),
  ]);
}

function saidBy(requery: ComparisonOptions['requery']): string {
  if ('answer' in requery) return requeryWords(requery.answer);
  return bold('notFound' in requery ? 'not found' : 'no answer');
}

function below({ transactionId, record, requery }: ComparisonOptions, recordWords: string): readonly Block[] {
  if ('failure' in requery) return requery.failure;
  if ('answer' in requery) {
    const { status, reversedFlag } = record.answer.transaction;
    const groups = { record: statusGroup(status, reversedFlag), requery: requeryGroup(requery.answer) };
    return requeryBlocks(transactionId, requery.answer, cautionFor(groups, recordWords, requery.answer));
  }
  const quoted = requery.notFound?.trim() ? [quoteService(requery.notFound)] : [];
  return [section([...quoted, notFoundCaution].join('\n'))];
}

type Groups = Record<'record' | 'requery', ReturnType<typeof statusGroup>>;

/** One caution for both: that they disagree, or that of what they agree on. A requery without a status denies nothing. */
function cautionFor(groups: Groups, recordWords: string, answer: RequeryAnswer): string | undefined {
  const { all } = statusOf(answer);
  if (all.length === 0 && groups.requery === 'unknown') return cautionOf(groups.record) ?? cautionOf('unknown');
  const isSame = recordWords.toLowerCase() === headlineOf(answer).toLowerCase();
  const isAlike = groups.record === groups.requery && groups.record !== 'unknown';
  return all.length < 2 && (isSame || isAlike) ? cautionOf(groups.record) : disagreeCaution;
}
