import { amount } from '../blocks/amount.ts';
import { type Block, context, message, type Reply, section, sectionsOf } from '../blocks/blocks.ts';
import { fieldLabel, fieldText, isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import { bold, code, outside } from '../blocks/mrkdwn.ts';
import { quoteService } from '../failures.ts';
import { cautionOf, disagreeCaution } from '../status.ts';
import { foldBlanks } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { recordBlocks, sharedLine } from './card.ts';
import { type CardPlace, requeryButtons } from './card-actions.ts';
import type { MaskedRequery } from './disclosure.ts';
import type { Timing } from './look-up.ts';
import { headlineOf, requeryGroup, serviceTexts, statusOf } from './requery-answer.ts';

export interface FoundRequery extends Partial<MaskedRequery> {
  transactionId: string;
  answer: RequeryAnswer;
  timing: Timing;
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
