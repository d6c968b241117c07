import type { types } from '@slack/bolt';
import { type Block, context, fields, message, preformatted, type Reply, section } from '../blocks/blocks.ts';
import { fieldLabel, isObject, jsonText, scalarText } from '../blocks/json-fields.ts';
import { modalOf } from '../blocks/modal.ts';
import { amount, code, date, utc } from '../blocks/mrkdwn.ts';
import { showsInternalDetails } from '../failure-words.ts';
import { isReversed } from '../status.ts';
import { capital, cut, foldBlanks, joined } from '../text.ts';
import { Transaction } from '../transfer-service/bodies.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { partyOf, redactedLine } from './card.ts';
import type { TransactionWithBackground } from './look-up.ts';
import { type RequeryWithBackground, topValues } from './requery.ts';
import { headlineOf, serviceTexts } from './requery-answer.ts';

/** Opened at once, because Slack's trigger expires after three seconds; filled when the answer arrives. */
export function valuesLoading(asked: string, title: 'All Fields' | 'All Values'): types.ModalView {
  return modalOf({ blocks: [section(`Asking the transfer service about ${code(asked)} …`)], title });
}

/** The fields of spec 2.2, in its order. */
const specOrder = Object.keys(Transaction.shape);

/** Every field of a record under its own name, as received: null, empty and nested ones too, but no secret ones. */
export function allFields({ transaction, record, withheld }: TransactionAnswer): Reply {
  const place = new Map(specOrder.map((name, at) => [name, at]));
  const placeOf = ([name]: Entry) => place.get(name) ?? specOrder.length;
  const entries: Entry[] = Object.entries(record).sort((a, b) => placeOf(a) - placeOf(b));
  const { completedAt, createdAt, updatedAt } = transaction;
  return valuesView('All Fields', entries, [redactedLine(withheld)], { completedAt, createdAt, updatedAt });
}

/** The whole answer to a requery. */
export function allValues({ success, message: words = '', ...answer }: RequeryAnswer): Reply {
  const said: Entry[] = [
    ['success', success],
    ['message', words],
  ];
  const values = topValues({ ...answer, success: undefined, message: undefined });
  const entries = [...said, ...values].filter(([, value]) => value !== undefined && value !== '');
  const readable = entries.filter(([, value]) => !(typeof value === 'string' && showsInternalDetails(value)));
  const hidden = entries.length - readable.length;
  const inside = hidden === 0 ? undefined : `${hidden} not shown: how the service is made inside`;
  return valuesView('All Values', readable, [redactedLine(answer.withheld), inside]);
}

type Entry = readonly [name: string, value: unknown];

const shortMax = 120;

function valuesView(
  title: string,
  entries: readonly Entry[],
  leftOut: readonly (string | undefined)[],
  times: Readonly<Record<string, number | undefined>> = {},
): Reply {
  const notHere = leftOut.filter((line) => line !== undefined);
  const words: string[] = [title, ...notHere];
  const short: string[] = [];
  const long: Block[] = [];
  for (const [name, value] of entries) {
    const key = code(name) || 'A field without a name';
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

/** What a bank's desk needs to trace a transfer, whole and in its order, as plain lines to paste into a mail. */
export function bankNote({ answer, askedAtMs }: TransactionWithBackground, currency: string | undefined): Reply {
  const { transaction } = answer;
  const { reference = '' } = transaction;
  return noteOf(code(reference), recordLines(transaction, askedAtMs, currency));
}

/** The same of a requery: its record, what the service says, and the values at the top of the answer. */
export function requeryNote(
  { transactionId, answer, askedAtMs }: RequeryWithBackground,
  currency: string | undefined,
): Reply {
  const texts = serviceTexts(answer).filter((text) => !showsInternalDetails(text));
  const asOf = `${headlineOf(answer)} (requery, as of ${utc(askedAtMs)})`;
  const record = answer.transaction?.transaction;
  const values = topValues(record ? { ...answer, payload: {} } : answer);
  return noteOf(code(transactionId), [
    ['Transaction id', transactionId],
    ...(record ? recordLines(record, askedAtMs, currency) : [['Status', asOf] as const]),
    ...texts.map((text): Line => ['Service says', text]),
    ...values.map(([name, value]): Line => [capital(fieldLabel(name)), scalarText(value)]),
  ]);
}

type Line = readonly [label: string, value: string | undefined];

function recordLines(txn: Transaction, askedAtMs: number, currency: string | undefined): Line[] {
  const money = (text: string | undefined) => text && amount(text, currency);
  const time = (epochMs: number | undefined) => (epochMs === undefined ? undefined : utc(epochMs));
  const side = ({ name, account, bankName, bankCode }: ReturnType<typeof partyOf>) =>
    joined([name.trim(), account.trim(), joined([bankName, bankCode && `(${bankCode})`], ' ')], ', ');
  return [
    ['Session', txn.sessionId],
    ['Amount', money(txn.amount)],
    ['Status', `${txn.status?.trim() || 'not given'} (as of ${utc(askedAtMs)})`],
    ['Reversed flag', isReversed(txn.reversedFlag) ? txn.reversedFlag : undefined],
    ['From', side(partyOf(txn, 'source'))],
    ['To', side(partyOf(txn, 'destination'))],
    ['Created', time(txn.createdAt) ?? txn.unreadTimes?.createdAt],
    ['Completed', time(txn.completedAt) ?? txn.unreadTimes?.completedAt],
    ['Reference', txn.reference],
    ['Record', txn.id],
    ['Charge', money(txn.charge)],
    ['Narration', txn.description],
  ];
}

const lineMax = 400;

function noteOf(about: string, lines: readonly Line[]): Reply {
  const written = lines.flatMap(([label, value]) =>
    value?.trim() ? [`${label}: ${cut(foldBlanks(value), lineMax)}`] : [],
  );
  const title = `Note for the bank · ${about}`;
  return message(title, [section(title), preformatted(written.join('\n'))]);
}
