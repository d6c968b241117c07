import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import { amount } from './amount.ts';
import { type Block, context, fields, header, message, quote, type Reply, section } from './blocks.ts';
import { isObject, jsonFields, scalarText } from './json-fields.ts';
import { maskFields, maskForChannel, type ShareAccountNumbers } from './masking.ts';
import { code, foldBlanks, outside } from './mrkdwn.ts';
import { statusCaution } from './status.ts';
import { asked, metadata, recordBlocks, type Timing } from './transaction-card.ts';

export interface StatusCardOptions {
  transactionId: string;
  answer: RequeryAnswer;
  timing: Timing;
  currency: string | undefined;
  /** Who will read it: for a channel it is shortened. */
  audience: 'asker' | 'channel';
  shareAccountNumbers: ShareAccountNumbers;
}

/** A requery. The spec shows no response (4.2), so the card is made from whatever arrived, in its own words. */
export function statusCard(options: StatusCardOptions): Reply {
  const { transactionId, answer, timing } = options;
  const title = `Requery ${transactionId} · ${headlineOf(answer)}`;
  return message(outside(title), [
    header(title),
    ...requeryBlocks(answer, options),
    context([code(transactionId), 'undocumented answer, shown as it came', asked(timing)]),
  ]);
}

type Shown = Pick<StatusCardOptions, 'transactionId' | 'currency' | 'audience' | 'shareAccountNumbers'>;

/** The whole answer, without headline and metadata. */
export function requeryBlocks(answer: RequeryAnswer, options: Shown): Block[] {
  const { currency, audience, shareAccountNumbers } = options;
  const { success, message: words, payload, rest, transaction } = answer;
  const isOpen = audience === 'channel';
  const record = transaction && (isOpen ? maskForChannel(transaction, shareAccountNumbers) : transaction);
  const entries = [...(record ? [] : payloadEntries(payload)), ...Object.entries(rest)];
  const shown = isOpen ? maskFields(entries, shareAccountNumbers) : { entries, hiddenCount: 0 };
  const body = [...(record ? wholeRecord(record, currency) : []), ...jsonFields(shown.entries)];
  const { hiddenCount } = shown;
  return [
    ...remarks(answer, options).map((remark) => section(remark)),
    ...envelopeBlocks(success, words),
    ...(body.length === 0 && hiddenCount === 0 ? [section('The answer holds no data.')] : body),
    ...(hiddenCount > 0 ? [section(`${hiddenCount} more fields are shown only to who asks with \`/tsq\`.`)] : []),
  ];
}

/** What must not be overlooked: a status that proves nothing, an answer that names another transfer. */
function remarks(answer: RequeryAnswer, { transactionId }: Shown): string[] {
  const { one } = statusOf(answer);
  const named = payloadEntries(answer.payload).find(([key]) => /^transaction_?id$/i.test(key))?.[1];
  const other = scalarText(named) !== undefined && scalarText(named) !== transactionId ? scalarText(named) : undefined;
  return [
    other === undefined
      ? undefined
      : `The answer names the transaction id ${code(other)}, not the one that was asked for.`,
    one === undefined || answer.transaction ? undefined : statusCaution(one),
  ].filter((remark) => remark !== undefined);
}

/** Status and amount stand in a header of their own on a transaction's card; here they are fields like the others. */
function wholeRecord(record: TransactionAnswer, currency: string | undefined): Block[] {
  const { status = '', amount: money = '' } = record.transaction;
  const first = [
    status.trim() === '' ? [] : `*Status*\n${outside(status)}`,
    money.trim() === '' ? [] : `*Amount*\n${outside(amount(money, currency))}`,
  ].flat();
  return [...fields(first), ...recordBlocks(record, currency), metadata(record.transaction)];
}

function envelopeBlocks(success: boolean | undefined, words: string | undefined): Block[] {
  if (success === undefined) return [];
  const line = success
    ? 'The service took the question (`success: true`); that is not the status of the transfer.'
    : 'The service says `success: false`.';
  return [section(line), ...(words?.trim() ? [section('Its message:'), quote(words)] : [])];
}

function payloadEntries(payload: unknown): [string, unknown][] {
  if (isObject(payload)) return Object.entries(payload);
  return payload === undefined || payload === null ? [] : [['data', payload]];
}

/** The status as it was worded; a code never replaces or changes it. */
export function headlineOf(answer: RequeryAnswer): string {
  const { one, all } = statusOf(answer);
  if (one !== undefined) return one;
  return all.length === 0 ? 'The service answered' : `${all.length} different statuses: ${all.slice(0, 3).join(', ')}`;
}

/**
 * The status words of an answer, wherever they stand; `one` when they agree but for case. "success" around a
 * "FAILED" is no verdict that should stand alone in a headline.
 */
export function statusOf({ payload, rest }: RequeryAnswer): { one: string | undefined; all: string[] } {
  const words = statusWords([payload, rest]).map(foldBlanks);
  const all = words.filter(
    (word, index) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index,
  );
  return { one: all.length === 1 ? all[0] : undefined, all };
}

/** The values of keys that are or end in "status", nearest the top first; a number or a code is no word. */
function statusWords(level: readonly unknown[]): string[] {
  const found = level.filter(isObject).flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) => {
      const text = /status$/i.test(key) && typeof value === 'string' ? value : '';
      return /\p{L}/u.test(text) ? [text] : [];
    }),
  );
  const below = level.flatMap((value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []));
  return below.length === 0 ? found : [...found, ...statusWords(below)];
}
