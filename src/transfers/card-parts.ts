import { type Block, context, packIntoSections, quote } from '../blocks/blocks.ts';
import {
  fieldLabel,
  fieldText,
  quoteOrWithholdMessage,
  scalarText,
} from '../blocks/json-fields.ts';
import { amount, code, date, duration, safeText } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { maskDots, type StatusGroup, statusGroup } from '../blocks/status.ts';
import { capitalize, foldBlanks, joinNonEmpty } from '../text.ts';
import type { Aged, RequeryAnswer } from '../transfer-service/client.ts';
import { isOtherForm, shownText, type Transaction } from '../transfer-service/fields.ts';
import { type Entry, idKey, serviceTexts, statusKey, topValues } from './requery-answer.ts';
import type { Row } from './row.ts';

/** Matches a value of a list that is masked as a whole, unlike `••6789`. */
const isHidden = new RegExp(`(?:^|, ?)${maskDots}(?:,|$)`);

const otherFormMax = 300;
/**
 * The longest narration on a card, in characters: about one line. All Fields shows the whole
 * narration.
 */
const narrationMax = 80;

/**
 * Warns if answers came from a cache, and says how old the oldest one is; no line if no answer did.
 */
export function formatCacheAge(answers: readonly Aged[]): string[] {
  const oldestMs = Math.max(0, ...answers.map(({ ageMs = 0 }) => ageMs));
  if (oldestMs === 0) return [];
  return [`This is ${duration(oldestMs)} old: a cache on the way kept it. Tell whoever runs me.`];
}

/** The most transactions of which an answer says how else they were typed. */
const typedMax = 3;

/**
 * Returns at most one line of mrkdwn. It says how each transaction was typed that is shown in another
 * form (one typed in several ways counts once), and which words were read as another reference.
 */
export function formatTypings(rows: readonly Row[]): string[] {
  const lines = rows.flatMap(({ asked, typed = [], tiedId }) => {
    if (tiedId) return [`${code(tiedId, 60)} is the transaction ID of ${code(asked, 60)}`];

    const others = typed.filter((text) => text !== asked).map((text) => code(text, 60));
    const isOtherReading = typed.every((text) => text.toLowerCase() !== asked.toLowerCase());
    if (others.length === 0) return [];

    if (isOtherReading)
      return [`${code(asked, 60)} is read from ${others.join(', ')}, of which there is no record`];

    const how = typed.length > 1 ? 'also' : 'was';
    return [`${code(asked, 60)} ${how} typed as ${others.join(', ')}`];
  });
  const moreCount = lines.length - typedMax;
  const more = moreCount > 0 ? `${moreCount} more typed so` : '';

  return lines.length > 0 ? [joinNonEmpty([...lines.slice(0, typedMax), more], '; ')] : [];
}

/** Explains U+FFFD in an answer; empty if all its bytes were characters. */
export function formatGarbled(rows: readonly Pick<Row, 'record' | 'requery'>[]): string {
  const isGarbled = rows.some(({ record, requery }) => (record ?? requery)?.isGarbled);
  return isGarbled ? '� stands for what could not be read. Tell whoever runs me.' : '';
}

/** Explains values that are masked as a whole; empty if there are none. */
export function formatHidden(rows: readonly Row[]): string {
  const values = rows.flatMap(
    ({ transaction = {}, status, code, reversedFlag, otherId, other }) => [
      ...Object.values(transaction),
      ...[status, code, reversedFlag, otherId, other?.value],
    ],
  );
  return isHidden.test(values.join()) ? `${maskDots}: a slash command shows it to you alone` : '';
}

/** Finds the documented fields that came in another form. */
export function findOtherForms(entries: readonly Entry[]): Entry[] {
  return entries.filter(([name, value]) => isOtherForm(name, value));
}

/** Names fields that came in another form, with their values as they came. */
export function formatOtherForms(otherForms: readonly Entry[]): string[] {
  return otherForms.map(([name, value]) => {
    const shown = code(shownText(value) ?? '', otherFormMax);
    return `${capitalize(fieldLabel(name))}, in another form: ${shown}`;
  });
}

/**
 * Draws lines about the answer itself in one context block; returns no block if all the lines are
 * empty.
 */
export function drawContextLines(lines: readonly string[]): Block[] {
  const text = joinNonEmpty(lines, '\n');
  return text === '' ? [] : [context([text])];
}

/**
 * Says who shared a card or table, for that card's or table's context line; empty if nobody shared
 * it.
 */
export function formatSharedBy(sharedBy: string | undefined): string {
  return sharedBy ? `shared by ${safeText(sharedBy, sharedByMax)}` : '';
}

interface AroundRecord {
  /** Lines to show above the record's own lines, in Slack's mrkdwn. */
  above?: string | undefined;
  /** Text to show before the reference, on the same line, in Slack's mrkdwn. */
  before?: string | undefined;
  currency: string | undefined;
}

/** What `completedAt` is called: beside a status that is open or unknown it proves no end. */
const endWords: Partial<Record<StatusGroup, string>> = {
  settled: 'completed',
  failed: 'ended',
  reversed: 'ended',
};

/**
 * Draws what a card shows of a record below the headline. Fields that did not arrive are left out.
 */
export function recordBlocks(
  txn: Transaction,
  { above = '', before, currency: configured }: AroundRecord,
): Block[] {
  const payer = partyText(txn, 'source');
  const payee = partyText(txn, 'destination');
  const from = payer && `from ${payer}`;
  const to = payee && `to ${payee}`;
  // The other side of the transfer comes first: the payee or, of a collection, the payer.
  const [otherSide, ownSide] = isCollection(txn) ? [from, to] : [to, from];

  const head = joinNonEmpty([before, code(txn.reference ?? ''), otherSide, timesText(txn)]);
  const lines = [
    above,
    txn.reference ? head : capitalize(head),
    capitalize(ownSide),
    capitalize(detailsText(txn, txn.currency ?? configured)),
  ].filter((line) => line !== '');
  const blocks: Block[] = packIntoSections(lines);

  if (txn.description?.trim()) blocks.push(quote(txn.description, narrationMax));
  return blocks;
}

export const isCollection = (txn: Transaction) => txn.transactionTypeName?.trim() === 'collection';

/** Names an unusual type of transaction, in Slack's mrkdwn; empty for a transfer to a bank. */
export function formatType({ transactionTypeName }: Transaction): string {
  const type = transactionTypeName?.trim();
  return type && type !== 'bank_transfer' ? `type ${safeText(type, 40)}` : '';
}

/** Formats when a record was created and when it ended, or what came in place of these times. */
function timesText(txn: Transaction): string {
  const unread = txn.unreadTimes ?? {};
  const created = time(txn.createdAt) || code(unread.createdAt ?? '', 40);
  const completed = time(txn.completedAt, txn.createdAt) || code(unread.completedAt ?? '', 40);
  const endWord = endWords[statusGroup(txn.status, txn.reversedFlag)] ?? 'completion time';
  return joinNonEmpty(
    [created && `created ${created}`, completed && `${endWord} ${completed}`],
    ', ',
  );
}

/** Formats what fewer people look for, in one line. */
function detailsText(txn: Transaction, currency: string | undefined): string {
  const session = code(txn.sessionId ?? '');
  const charge = money(txn.charge, currency);
  const net = money(withCents(txn.netAmount), currency);
  return joinNonEmpty([
    session && `session ${session}`,
    txn.id && txn.reference && `transaction ID ${code(txn.id)}`,
    charge && `charge ${charge}`,
    net && `net amount ${net}`,
    formatType(txn),
  ]);
}

/**
 * Formats the name, account and bank of a record's payer or payee, as far as these fields arrived.
 */
function partyText(txn: Transaction, side: 'source' | 'destination'): string {
  const who = joinNonEmpty(
    [safeText(txn[`${side}AccountName`] ?? ''), code(txn[`${side}AccountNumber`] ?? '', 40)],
    ' ',
  );

  const bank = joinNonEmpty(
    [safeText(txn[`${side}BankName`] ?? '', 100), code(txn[`${side}BankCode`] ?? '', 20)],
    ' ',
  );
  return joinNonEmpty([who, bank], ', ');
}

function money(text: string | undefined, currency: string | undefined): string {
  return text?.trim() ? safeText(amount(text, currency)) : '';
}

/**
 * Adds the zeros that the net amount lacks: unlike other amounts, it is a JSON number (API spec,
 * section 2.2).
 */
export function withCents(text: string | undefined): string | undefined {
  if (text === undefined || !/^-?\d+(?:\.\d)?$/.test(text)) return text;
  return text.includes('.') ? `${text}0` : `${text}.00`;
}

const hourMs = 3_600_000;

/** Formats a time; leaves out the date if the time is less than an hour after `afterMs`. */
function time(epochMs: number | undefined, afterMs?: number): string {
  if (epochMs === undefined) return '';
  const isSoonAfter = afterMs !== undefined && epochMs >= afterMs && epochMs - afterMs < hourMs;
  return date(epochMs, isSoonAfter ? 'time' : 'full');
}

/** The most values of a requery that a card shows; All Values shows all of them. */
const cardValuesMax = 10;
const valueMax = 120;

/**
 * Draws a requery's answer below the headline: the service's messages, quoted, and the first values
 * as received, because the API spec (section 4.2) shows no response. A record in the answer is
 * drawn as on a record's card.
 */
export function requeryBlocks(row: Row, configured?: string): Block[] {
  const { requery: answer, status } = row;
  const record = answer ? answer.transaction : row.transaction;
  const currency = row.transaction?.currency ?? configured;
  const line = requeryAnswerLine(row, configured);
  // A status alone is an answer too, and the headline has it.
  if (!record)
    return line === '' && status !== ''
      ? []
      : packIntoSections([line || 'The answer holds no data.']);

  const sum = money(record.amount, currency);
  return recordBlocks(record, {
    above: joinNonEmpty([line, sum && `Amount ${sum}`], '\n'),
    currency,
  });
}

/**
 * Formats a requery's answer as one line: the service's messages, quoted, and the first values as
 * received. Returns mrkdwn.
 */
export function requeryAnswerLine(row: Row, configured?: string): string {
  const { requery: answer } = row;
  // In a channel, where the answer itself is withheld.
  if (!answer) return row.status && row.code ? `response code ${safeText(row.code)}` : '';

  const currency = row.transaction?.currency ?? configured;
  const texts = serviceTexts(answer);
  const values = otherValues(row, answer, texts);
  const shown = values
    .filter(([, value]) => scalarText(value) !== undefined)
    .slice(0, cardValuesMax);
  const notShown = values.filter((value) => !shown.includes(value));
  const unexpected = findOtherForms(notShown);
  const parts = [
    ...new Set(texts.map(quoteOrWithholdMessage)),
    ...shown.map(
      ([name, value]) => `${fieldLabel(name)} ${fieldText(name, value, valueMax, currency)}`,
    ),
    ...formatOtherForms(unexpected),
  ];

  const moreCount = notShown.length - unexpected.length;
  if (moreCount > 0) parts.push(`${moreCount} more in All Values`);
  return parts.join(' · ');
}

/**
 * Lists the top-level values of an answer, except those in the headline, in the quoted `texts` or
 * in its record.
 */
export function otherValues(row: Row, answer: RequeryAnswer, texts: readonly string[]): Entry[] {
  const { asked, statuses = [], code } = row;
  const [status = ''] = statuses.length === 1 ? statuses : [];
  return topValues(answer.transaction ? { ...answer, payload: {} } : answer).filter(
    ([name, value]) => {
      const text = foldBlanks(scalarText(value) ?? '');
      const isStatus = statusKey.test(name) && text.toLowerCase() === status.toLowerCase();
      const isCode = statuses.length === 0 && text === code && /code$/i.test(name);
      return !isStatus && !isCode && !idKey.test(name) && !texts.includes(text) && text !== asked;
    },
  );
}

/**
 * Returns a bank's name from the first record sent to that bank, else the bank's code, in Slack's
 * mrkdwn.
 */
export function nameBank(transactions: readonly Transaction[], bank: string): string {
  const name = transactions
    .find((txn) => txn.destinationBankCode?.trim() === bank)
    ?.destinationBankName?.trim();
  return name && name !== maskDots ? safeText(name, 60) : code(bank, 20);
}
