import type { types } from '@slack/bolt';
import { type Block, context, fields, message, preformatted, type Reply, section } from '../blocks/blocks.ts';
import {
  amountField,
  fieldLabel,
  isObject,
  jsonText,
  scalarText,
  showsInternalDetails,
} from '../blocks/json-fields.ts';
import { modalOf } from '../blocks/modal.ts';
import { amount, code, cutMiddle, date, outside, zonedTime } from '../blocks/mrkdwn.ts';
import { isReversed, statusWords } from '../blocks/status.ts';
import type { Reader } from '../command.ts';
import type { Presentation } from '../services.ts';
import { capital, cut, foldBlanks } from '../text.ts';
import {
  type FieldName,
  fieldNames,
  fieldOf,
  type Transaction,
  textNames,
  timeNames,
} from '../transfer-service/fields.ts';
import { redactedLine } from './card.ts';
import type { TransactionWithBackground } from './look-up.ts';
import type { Comparison, RequeryWithBackground } from './requery.ts';
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
import { failedRow, wordsOf } from './row.ts';

/** Opened at once, because Slack's trigger expires after three seconds; filled when the answer arrives. */
export function valuesLoading(asked: string): types.ModalView {
  return modalOf({ blocks: [section(`Asking the transfer service about ${code(asked)} …`)], title: titleOf(asked) });
}

/** Every field of a record under its own name, as received: null, empty and nested ones too, but no secret ones. */
export function allFields({ row }: TransactionWithBackground): Reply {
  const { transaction, record, withheld } = row.record;
  const place = new Map<string, number>(fieldNames.map((name, at) => [name, at]));
  const placeOf = ([name]: Entry) => place.get(name) ?? fieldNames.length;
  const entries: Entry[] = Object.entries(record).sort((a, b) => placeOf(a) - placeOf(b));
  const { completedAt, createdAt, updatedAt } = transaction;
  return valuesView(transaction.reference ?? '', entries, [redactedLine(withheld)], {
    completedAt,
    createdAt,
    updatedAt,
  });
}

/** The whole answer to a requery. */
export function allValues({ row }: RequeryWithBackground): Reply {
  const { success, message: words = '', ...answer } = row.requery;
  const said: Entry[] = [
    ['success', success],
    ['message', words],
  ];
  const values = topValues({ ...answer, success: undefined, message: undefined });
  const entries = [...said, ...values].filter(([, value]) => value !== undefined && value !== '');
  const readable = entries.filter(([, value]) => !(typeof value === 'string' && showsInternalDetails(value)));
  const hidden = entries.length - readable.length;
  const inside = hidden === 0 ? undefined : `${hidden} not shown: how the service is made inside`;
  return valuesView(row.asked, readable, [redactedLine(answer.withheld), inside]);
}

/** Slack's limit of a window's title, in characters. */
const titleMax = 24;

function titleOf(asked: string): string {
  return cutMiddle(asked, titleMax);
}

const shortMax = 120;

function valuesView(
  asked: string,
  entries: readonly Entry[],
  leftOut: readonly (string | undefined)[],
  times: Readonly<Record<string, number | undefined>> = {},
): Reply {
  const title = titleOf(asked);
  const notHere = [title === asked ? undefined : code(asked), ...leftOut].filter((line) => line !== undefined);
  const words: string[] = [code(asked), ...notHere];
  const short: string[] = [];
  const long: Block[] = [];
  for (const [name, value] of entries) {
    const key = outside(name) || 'A field without a name';
    const text = scalarText(value) ?? jsonText(value);
    words.push(`${key}: ${code(text)}`);
    const isShort = text.length <= shortMax && !text.includes('\n') && !Array.isArray(value) && !isObject(value);
    const atMs = times[name];
    const when = atMs === undefined ? '' : `\n${date(atMs, 'seconds')}`;
    if (isShort) short.push(`${key}\n${code(text)}${when}`);
    else long.push(section(key), preformatted(text));
  }
  const blocks = [...(notHere.length > 0 ? [context(notHere)] : []), ...fields(short), ...long];
  return { text: words.join('\n'), blocks: blocks.length > 0 ? blocks : [section('The answer holds no data.')], title };
}

/** A note's times are in the zone of its reader, and name it. */
type Shown = [reader: Reader, presentation: Presentation];

/** What a bank's desk needs to trace a transfer, whole and in its order, as plain lines to paste into a mail. */
export function bankNote({ row, askedAtMs }: TransactionWithBackground, ...shown: Shown): Reply {
  const { transaction } = row;
  const { reference = '' } = transaction;
  return noteOf(code(reference), recordLines(transaction, askedAtMs, shown));
}

/** The same of a record beside its requery, with the status of both: neither is taken for the truth. */
export function comparisonNote({ transactionId, record, requery }: Comparison, ...shown: Shown): Reply {
  const { askedAtMs } = record;
  const { transaction } = record.row;
  const recorded = statusWords(transaction.status, transaction.reversedFlag);
  const status = `record ${recorded}; requery ${transactionId} ${requeriedWords(transactionId, requery)}`;
  return noteOf(code(transaction.reference ?? ''), recordLines(transaction, askedAtMs, shown, status));
}

function requeriedWords(asked: string, requery: Comparison['requery']): string {
  if ('failure' in requery) return wordsOf(failedRow({ isRequery: true, asked }, requery.failure));
  const words = headlineOf(requery.row.requery);
  const code = codeOf(requery.row.requery);
  return code === undefined || words.includes(', code ') ? words : `${words}, code ${code}`;
}

/** The same of a requery: its record, what the service says, and the values at the top of the answer. */
export function requeryNote({ row, askedAtMs }: RequeryWithBackground, ...shown: Shown): Reply {
  const { asked: transactionId, requery: answer } = row;
  const [{ asker }, presentation] = shown;
  const texts = serviceTexts(answer).filter((text) => !showsInternalDetails(text));
  const asOf = `${requeriedWords(transactionId, { row })} (requery, as of ${zonedTime(askedAtMs, asker.utcOffsetSeconds)})`;
  const record = answer.transaction?.transaction;
  const values = topValues(record ? { ...answer, payload: {} } : answer).filter(
    ([name, value]) => !(isStatusKey(name) && scalarText(value) === statusOf(answer).one) && !isIdKey(name),
  );
  const currency = namesCurrency(answer) ? undefined : presentation.currency;
  return noteOf(code(transactionId), [
    ['Transaction id', transactionId],
    ...(record ? recordLines(record, askedAtMs, shown) : [['Status', asOf] as const]),
    ...texts.map((text): Line => ['Service says', text]),
    ...values.map(
      ([name, value]): Line => [capital(fieldLabel(name)), amountField(name, value, currency) ?? scalarText(value)],
    ),
  ]);
}

type Line = readonly [label: string, value: string | undefined];

/** The order in which a bank's desk acts on them; what it does not name stands below. */
const order = ['Session', 'Amount', 'Status', 'Reversed flag', 'From', 'To', 'Created', 'Completed', 'Reference'];

function recordLines(
  transaction: Transaction,
  askedAtMs: number,
  [{ asker }, { currency }]: Shown,
  status = transaction.status?.trim() || 'not given',
): Line[] {
  const time = (epochMs: number) => zonedTime(epochMs, asker.utcOffsetSeconds);
  const lines = new Map<string, string[]>([['Status', [`${status} (as of ${time(askedAtMs)})`]]]);
  const write = (name: FieldName, value: string | undefined) => {
    const { note } = fieldOf(name);
    if (note === undefined || name === 'status' || !value?.trim()) return;
    if (name === 'reversedFlag' && !isReversed(value)) return;
    const shown = fieldOf(name).kind === 'money' ? amount(value, currency) : value.trim();
    lines.set(note, [...(lines.get(note) ?? []), shown]);
  };
  for (const name of textNames) write(name, transaction[name]);
  for (const name of timeNames) {
    const atMs = transaction[name];
    write(name, atMs === undefined ? transaction.unreadTimes?.[name] : time(atMs));
  }
  const placeOf = ([label]: Line) => (order.includes(label) ? order.indexOf(label) : order.length);
  return [...lines]
    .map(([label, values]): Line => [label, values.join(', ')])
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

const lineMax = 400;

function noteOf(about: string, lines: readonly Line[]): Reply {
  const written = lines.flatMap(([label, value]) =>
    value?.trim() ? [`${label}: ${cut(foldBlanks(value), lineMax)}`] : [],
  );
  const title = `Note for the bank · ${about}`;
  return message(title, [section(title), preformatted(written.join('\n'))]);
}
