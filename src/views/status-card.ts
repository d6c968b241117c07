import type { Spelling } from '../command-names.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import { type Contradiction, contradictionOf, requeryGroup } from '../transfers/contradiction.ts';
import { isObject, scalarText } from '../transfers/json-values.ts';
import type { Timing } from '../transfers/look-up.ts';
import type { MaskedRequery } from '../transfers/mask-requery.ts';
import { hidden } from '../transfers/mask-transaction.ts';
import { headlineOf, reversedFlagOf, statusOf } from '../transfers/requery-status.ts';
import { isReversed, marks } from '../transfers/status-group.ts';
import { amount } from './amount.ts';
import { type BlockForm, canFold } from './block-form.ts';
import {
  type Audience,
  type Block,
  buttons,
  context,
  fields,
  header,
  message,
  quote,
  type Reply,
  runAction,
  section,
} from './blocks.ts';
import { asked, recordIds } from './metadata.ts';
import { code, outside } from './mrkdwn.ts';
import { requeryFields } from './requery-fields.ts';
import { serviceWordsMax, showsInsides, wordsWithheld } from './service-words.ts';
import { reversedCaution, statusCaution } from './status-caution.ts';
import { recordBlocks } from './transaction-card.ts';
import { withheldLine } from './withheld.ts';

export interface FoundRequery extends Partial<MaskedRequery> {
  transactionId: string;
  answer: RequeryAnswer;
  timing: Timing;
}

export interface StatusCardOptions extends FoundRequery {
  currency: string | undefined;
  audience: Audience;
  blockForm: BlockForm;
  /** How to ask for what a channel may not read. */
  slash: Spelling;
}

/** A requery. The spec shows no response (4.2), so the card shows what arrived, in the service's own words. */
export function statusCard(options: StatusCardOptions): Reply {
  const { transactionId, answer, timing } = options;
  const group = requeryGroup(answer);
  const hasNoMark = group === 'unknown' && statusOf(answer).one === undefined;
  const mark = hasNoMark ? '' : `${marks[group]} `;
  const title = `Requery ${transactionId} · ${mark}${headlineOf(answer)}`;
  const isPrimary = group !== 'settled' && group !== 'reversed';
  const contradiction = contradictionOf(answer);
  const text = contradiction === undefined ? outside(title) : `${outside(title)}\n${disagreement(contradiction)}`;
  return message(text, [
    header(title),
    ...requeryBlocks(answer, options),
    ...notForChannel(options),
    // Whoever presses it gets the whole answer, alone.
    ...buttons([
      {
        ...runAction('tsq', transactionId),
        label: options.audience === 'channel' ? 'Open in Full' : 'Ask Again',
        isPrimary,
      },
    ]),
    context([code(transactionId), tookQuestion(answer), undocumented(options), asked(timing)]),
  ]);
}

/** Of an answer that is shown whole. */
function undocumented({ audience }: StatusCardOptions): string | undefined {
  return audience === 'asker' ? 'undocumented answer, its values as they came, amounts with separators' : undefined;
}

/** How many values are not shown. It leaves out their names, which could themselves be somebody's. */
function notForChannel({ hiddenCount = 0, withheldCount = 0, slash }: StatusCardOptions): Block[] {
  const lines = [
    hiddenCount > 0 &&
      `What else the service answered (${hiddenCount}) is shown only to the person who asks with ${code(slash.write('tsq'))}.`,
    withheldCount > 0 &&
      `${withheldCount === 1 ? '1 field is' : `${withheldCount} fields are`} withheld from everybody.`,
  ];
  return lines.flatMap((line) => (line ? section(line) : []));
}

/** Of an envelope that says `success: true`, for the context line. */
export function tookQuestion({ success }: RequeryAnswer): string | undefined {
  return success
    ? 'the service took the question (`success: true`), which is not the status of the transfer'
    : undefined;
}

type Shown = Pick<StatusCardOptions, 'transactionId' | 'currency' | 'blockForm'>;

/** The whole answer, without headline and metadata. */
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
  const { one } = statusOf(answer);
  const contradiction = contradictionOf(answer);
  const named = payloadEntries(answer.payload).find(([key]) => /^transaction_?id$/i.test(key))?.[1];
  const flag = reversedFlagOf(answer);
  const other = scalarText(named) !== undefined && scalarText(named) !== transactionId ? scalarText(named) : undefined;
  return [
    contradiction && disagreement(contradiction),
    other === undefined
      ? undefined
      : `The answer names the transaction id ${code(other)}, not the one that was asked for.`,
    isReversed(flag) && !answer.transaction ? reversedCaution(flag) : undefined,
    one === undefined || answer.transaction ? undefined : statusCaution(one),
  ].filter((remark) => remark !== undefined);
}

/** Both quoted, as neither is taken for the truth. */
function disagreement({ status, by }: Contradiction): string {
  const says = status === hidden ? 'The status is withheld' : `The status says ${code(status)}`;
  const something = `${says}, and something else in the answer disagrees with it.`;
  if (by === undefined) return `${something} Open in Full shows it.`;
  if (showsInsides(by.text)) return something;
  return `${says}, and ${code(by.key)} says ${code(by.text)}. txnbot cannot tell which of the two holds.`;
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
