import { type Block, context, message, type Reply, section, sectionsOf } from '../blocks/blocks.ts';
import { fieldLabel, fieldText, isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import { amount, bold, code, outside } from '../blocks/mrkdwn.ts';
import type { Asker, CommandHead, Inquiry } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { TransferApiError, UserError } from '../errors.ts';
import { quoteService } from '../failure-words.ts';
import type { Services } from '../services.ts';
import { failureBlocks } from '../slack/error-reply.ts';
import {
  cautionOf,
  disagreeCaution,
  notFoundCaution,
  type StatusGroup,
  statusGroup,
  withReversedFlag,
} from '../status.ts';
import { foldBlanks, joined } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { backgroundForChannel, withBackground } from './background.ts';
import { recordBlocks, sharedLine } from './card.ts';
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
import { headlineOf, requeryGroup, serviceTexts, statusOf } from './requery-answer.ts';
import type { FoundRow } from './row.ts';

/** `/tsq`. */
export const tsqHead: CommandHead = {
  name: 'tsq',
  about: 'transfers',
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
};

/** A requery that was answered, with what was asked about it before. */
export interface RequeryWithBackground extends WithBackground<RequeryAnswer> {
  transactionId: string;
  /** How many values its readers may not see. */
  hiddenCount?: number;
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
async function requeryWithBackground(
  transactionId: string,
  services: Services,
  asker: Asker,
): Promise<RequeryWithBackground> {
  const run = () => services.transferApi.requery(transactionId);
  const rowOf = (answer: RequeryAnswer): FoundRow => ({ kind: 'requery', asked: transactionId, answer });
  const what = { asked: transactionId, isRequery: true };
  return { transactionId, ...(await withBackgroundOf(what, run, rowOf, services, asker)) };
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, asker) {
    return { ...(await requeryWithBackground(transactionId, services, asker)), sharedBy };
  },
  forChannel(found, mode) {
    return { ...found, ...maskRequery(found.answer, mode), background: backgroundForChannel(found.background) };
  },
  recentLookUps: ({ transactionId, answer }) => recentLookUps([{ kind: 'requery', asked: transactionId, answer }]),
  show: (found, { audience, canShare }) => requeryCard({ ...found, audience, canShare }),
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RequeryWithBackground>;

/** A requery. The spec shows no response (4.2), so the card shows what arrived, in the service's own words. */
export function requeryCard(options: RequeryWithBackground & CardPlace): Reply {
  const { transactionId, answer, hiddenCount = 0, sharedBy, background, askedAtMs } = options;
  const headline = `Requery ${code(transactionId)} · ${requeryWords(answer)}`;
  const shared = sharedLine(sharedBy);
  const card = message(headline, [
    section(headline),
    ...requeryBlocks(transactionId, answer, requeryCaution(answer), hiddenCount),
    ...requeryButtons(transactionId, options),
    ...(shared === undefined ? [] : [context([shared])]),
  ]);
  return withBackground(card, { background, transactions: [], nowMs: askedAtMs });
}

/** The status of a requery, in bold. */
function requeryWords(answer: RequeryAnswer): string {
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
  const before = joined([...above, money], '\n');
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

interface Comparison {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: TransactionWithBackground;
  /** When the requery fails, the card still shows the record, and must say which of the two failed. */
  requery: { answer: RequeryAnswer } | { failure: TransferApiError };
}

/** Shows the record beside a requery by the record's own id. */
export const compare = {
  async find({ reference, slash }, services, asker) {
    const record = await lookUpWithBackground(reference, services, asker);
    const transactionId = record.answer.transaction.id;
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
      record.answer,
      'answer' in requery
        ? { kind: 'requery', asked, answer: requery.answer }
        : { kind: 'failure', isRequery: true, asked, failure: requery.failure.failure },
    ),
  show(found) {
    const { background, answer, askedAtMs } = found.record;
    return withBackground(comparisonCard(found), {
      background,
      transactions: [answer.transaction],
      nowMs: askedAtMs,
    });
  },
} satisfies Inquiry<{ reference: string; slash: CommandSyntax }, Comparison>;

/** Shows what the record and the requery say; takes neither for the truth. */
function comparisonCard({ transactionId, record, requery }: Comparison): Reply {
  const { reference = '', status, reversedFlag } = record.answer.transaction;
  const words = withReversedFlag(foldBlanks(status ?? '') || 'no status', reversedFlag);
  const group = statusGroup(status, reversedFlag);
  const said =
    'answer' in requery
      ? requeryWords(requery.answer)
      : bold(requery.failure.failure === 'not_found' ? 'not found' : 'no answer');
  const headline = `${code(reference)}: record ${bold(outside(words))}; requery ${code(transactionId)} ${said}`;
  return message(headline, [
    section(headline),
    ...('answer' in requery
      ? requeryBlocks(transactionId, requery.answer, cautionFor(group, words, requery.answer))
      : unanswered(requery.failure, group)),
    ...comparisonButtons(reference, transactionId),
  ]);
}

/** "Not found" is an answer too; a requery without any leaves the record's own caution standing. */
function unanswered(error: TransferApiError, group: StatusGroup): Block[] {
  if (error.failure !== 'not_found') return failureBlocks(error, cautionOf(group));
  const { serviceMessage = '' } = error.details;
  const quoted = serviceMessage.trim() ? [quoteService(serviceMessage)] : [];
  return [section([...quoted, notFoundCaution].join('\n'))];
}

/** One caution for both: that they disagree, or that of what they agree on. A requery without a status denies nothing. */
function cautionFor(group: StatusGroup, recordWords: string, answer: RequeryAnswer): string | undefined {
  const { all } = statusOf(answer);
  const requeried = requeryGroup(answer);
  if (all.length === 0 && requeried === 'unknown') return cautionOf(group) ?? cautionOf('unknown');
  const isSame = recordWords.toLowerCase() === headlineOf(answer).toLowerCase();
  const isAlike = group === requeried && group !== 'unknown';
  return all.length < 2 && (isSame || isAlike) ? cautionOf(group) : disagreeCaution;
}
