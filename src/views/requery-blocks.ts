import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import { isObject, scalarText } from '../transfers/json-values.ts';
import { reversedFlagOf, statusOf } from '../transfers/requery-status.ts';
import { isReversed } from '../transfers/status-group.ts';
import { amount } from './amount.ts';
import { canFold } from './block-form.ts';
import { type Block, context, fields, quote, section } from './blocks.ts';
import { recordIds } from './metadata.ts';
import { code, outside } from './mrkdwn.ts';
import { type RecordForm, recordBlocks } from './record-blocks.ts';
import { requeryFields } from './requery-fields.ts';
import { serviceWordsMax, showsInsides, wordsWithheld } from './service-words.ts';
import { requeryCaution, reversedCaution, statusCaution } from './status-caution.ts';
import { withheldLine } from './withheld.ts';

interface Shown extends RecordForm {
  transactionId: string;
}

/** The whole answer to a requery, without headline and metadata. */
export function requeryBlocks(answer: RequeryAnswer, shown: Shown): Block[] {
  const { success, message: words, payload, rest, withheld, transaction } = answer;
  const entries = [...(transaction ? [] : payloadEntries(payload)), ...Object.entries(rest)];
  const body = [
    ...(transaction ? wholeRecord({ ...transaction, withheld: [] }, shown) : []),
    ...requeryFields(entries, withheldLine(withheld), shown.blockForm),
  ];
  return [
    ...remarks(answer, shown.transactionId).map((remark) => section(remark)),
    ...envelopeBlocks(success, words),
    ...(body.length === 0 ? [section('The answer holds no data.')] : body),
  ];
}

/** What the reader must not overlook: a status that proves nothing, an answer that names another transfer. */
function remarks(answer: RequeryAnswer, transactionId: string): string[] {
  const named = payloadEntries(answer.payload).find(([key]) => /^transaction_?id$/i.test(key))?.[1];
  const flag = reversedFlagOf(answer);
  const other = scalarText(named) !== undefined && scalarText(named) !== transactionId ? scalarText(named) : undefined;
  return [
    other === undefined
      ? undefined
      : `The answer names the transaction id ${code(other)}, not the one that was asked for.`,
    isReversed(flag) && !answer.transaction ? reversedCaution(flag) : undefined,
    saysOfRecord(answer) ? undefined : requeryCaution(statusOf(answer)),
  ].filter((remark) => remark !== undefined);
}

/** The record's own caution stands with it. */
function saysOfRecord({ transaction }: RequeryAnswer): boolean {
  return transaction !== undefined && statusCaution(transaction.transaction.status) !== undefined;
}

/** A transaction card shows status and amount in its header; here they are fields like the others. */
function wholeRecord(record: TransactionAnswer, { currency, blockForm }: Shown): Block[] {
  const { status = '', amount: money = '' } = record.transaction;
  const first = [
    status.trim() === '' ? [] : `*Status*\n${outside(status)}`,
    money.trim() === '' ? [] : `*Amount*\n${outside(amount(money, currency))}`,
  ].flat();
  const ids = canFold(blockForm) ? [] : recordIds(record.transaction);
  return [
    ...fields(first),
    ...recordBlocks(record, { currency, blockForm }),
    ...(ids.length > 0 ? [context(ids)] : []),
  ];
}

function envelopeBlocks(success: boolean | undefined, words: string | undefined): Block[] {
  if (success === undefined) return [];
  if (success) return words?.trim() ? [section('The message of the service:'), quote(words)] : [];
  const line = 'The service says `success: false`.';
  if (!words?.trim()) return [section(line)];
  // Treat its words like those of any other failure.
  if (showsInsides(words)) return [section(line), section(wordsWithheld)];
  return [section(line), section('Its message:'), quote(words, serviceWordsMax)];
}

function payloadEntries(payload: unknown): [string, unknown][] {
  if (isObject(payload)) return Object.entries(payload);
  return payload === undefined || payload === null ? [] : [['data', payload]];
}
