import { type Block, context, quote, splitIntoSections } from '../blocks/blocks.ts';
import { fieldLabel, fieldText, quoteService, scalarText } from '../blocks/json-fields.ts';
import { amount, code, date, duration, safeText } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { isReversed, maskDots } from '../blocks/status.ts';
import { capitalize, foldBlanks, joinNonEmpty } from '../text.ts';
import type { Aged, RequeryAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { type Entry, idKey, serviceTexts, statusKey, topValues } from './requery-answer.ts';
import type { Row } from './row.ts';

/** Warns of answers that came out of a cache, with the age of the oldest; no line if none did. */
export function formatCacheAge(answers: readonly Aged[]): string[] {
  const oldestMs = Math.max(0, ...answers.map(({ ageMs = 0 }) => ageMs));
  if (oldestMs === 0) return [];
  return [`This is ${duration(oldestMs)} old: a cache on the way kept it. Tell whoever runs me.`];
}

/** Draws lines about the answer itself in one context block; no block if all are empty. */
export function drawContextLines(lines: readonly string[]): Block[] {
  const text = joinNonEmpty(lines, '\n');
  return text === '' ? [] : [context([text])];
}

/** Says who shared a card or table, for its context line; empty if it was not shared. */
export function formatSharedBy(sharedBy: string | undefined): string {
  return sharedBy ? `shared by ${safeText(sharedBy, sharedByMax)}` : '';
}

interface AroundRecord {
  /** Lines above the record's own; mrkdwn. */
  above?: string | undefined;
  /** Text before the reference, in the same line; mrkdwn. */
  before?: string | undefined;
  currency: string | undefined;
}

/** Draws a record below its headline, leaving out fields that did not arrive. */
export function recordBlocks(txn: Transaction, { above = '', before, currency }: AroundRecord): Block[] {
  const isCollection = txn.transactionTypeName === 'collection';
  const [payer, payee] = [partyText(txn, 'source'), partyText(txn, 'destination')];
  const [from, to] = [payer && `from ${payer}`, payee && `to ${payee}`];
  const [first, second] = isCollection ? [from, to] : [to, from];
  const charge = money(txn.charge, currency);
  const net = money(withCents(txn.netAmount), currency);
  const session = code(txn.sessionId ?? '');
  const unread = txn.unreadTimes ?? {};
  const completed = time(txn.completedAt, txn.createdAt) || code(unread.completedAt ?? '', 40);
  const created = time(txn.createdAt) || code(unread.createdAt ?? '', 40);
  const times = [created && `created ${created}`, completed && `completed ${completed}`];
  const head = joinNonEmpty([before, code(txn.reference ?? ''), first, joinNonEmpty(times, ', ')], ' · ');
  const lines = [
    above,
    txn.reference ? head : capitalize(head),
    capitalize(second),
    capitalize(
      joinNonEmpty([session && `session ${session}`, charge && `charge ${charge}`, net && `net ${net}`], ' · '),
    ),
  ].filter((line) => line !== '');
  return [...splitIntoSections(lines), ...(txn.description?.trim() ? [quote(txn.description, narrationMax)] : [])];
}

/** About one line, in characters; All Fields shows the whole narration. */
const narrationMax = 80;

/** Formats the payer's or the payee's side of a record, from the fields that arrived. */
function partyText(txn: Transaction, side: 'source' | 'destination'): string {
  const who = joinNonEmpty(
    [safeText(txn[`${side}AccountName`] ?? ''), code(txn[`${side}AccountNumber`] ?? '', 40)],
    ' ',
  );
  const bank = joinNonEmpty([safeText(txn[`${side}BankName`] ?? '', 100), code(txn[`${side}BankCode`] ?? '', 20)], ' ');
  return joinNonEmpty([who, bank], ', ');
}

function money(text: string | undefined, currency: string | undefined): string {
  return text?.trim() ? safeText(amount(text, currency)) : '';
}

/** The net amount is a JSON number (spec 2.2), which drops the zeros that the other amounts have. */
function withCents(text: string | undefined): string | undefined {
  if (text === undefined || !/^-?\d+(?:\.\d)?$/.test(text)) return text;
  return text.includes('.') ? `${text}0` : `${text}.00`;
}

const hourMs = 3_600_000;

/** Formats a time, without its date if it is less than an hour after `afterMs`. */
function time(epochMs: number | undefined, afterMs?: number): string {
  if (epochMs === undefined) return '';
  const isSoonAfter = afterMs !== undefined && epochMs >= afterMs && epochMs - afterMs < hourMs;
  return date(epochMs, isSoonAfter ? 'time' : 'full');
}

/** The most values shown on a card; the others are in All Values. */
const valuesMax = 10;
const valueMax = 120;

/**
 * Draws a requery's answer below its headline: the service's messages, quoted, and the first values as received, as the
 * spec shows no response (4.2). An answer that holds a record shows it as a record's card does.
 */
export function requeryBlocks(row: Row, configured?: string): Block[] {
  const { requery: answer, status, namesCurrency } = row;
  const record = answer ? answer.transaction : row.transaction;
  const currency = namesCurrency ? undefined : configured;
  const texts = answer ? serviceTexts(answer) : [];
  const values = answer ? otherValues(row, answer, texts) : [];
  const shown = values.filter(([, value]) => scalarText(value) !== undefined).slice(0, valuesMax);
  const more = values.length - shown.length;
  const line = [
    ...new Set(texts.map(quoteService)),
    ...shown.map(([name, value]) => `${fieldLabel(name)} ${fieldText(name, value, valueMax, currency)}`),
    ...(more > 0 ? [`${more} more in All Values`] : []),
  ].join(' · ');
  if (!record) return line === '' && status !== '' ? [] : splitIntoSections([line || 'The answer holds no data.']);
  const sum = money(record.amount, currency);
  return recordBlocks(record, { above: joinNonEmpty([line, sum && `Amount ${sum}`], '\n'), currency });
}

/** Lists the values that are neither in the headline nor in the quoted messages. */
export function otherValues(row: Row, answer: RequeryAnswer, texts: readonly string[]): Entry[] {
  const { asked, statuses = [], code } = row;
  const [status = ''] = statuses.length === 1 ? statuses : [];
  return topValues(answer.transaction ? { ...answer, payload: {} } : answer).filter(([name, value]) => {
    const text = foldBlanks(scalarText(value) ?? '');
    const isStatus = statusKey.test(name) && text.toLowerCase() === status.toLowerCase();
    const isCode = statuses.length === 0 && text === code && /code$/i.test(name);
    return !isStatus && !isCode && !idKey.test(name) && !texts.includes(text) && text !== asked;
  });
}

/** A snapshot of a transaction: the fields that a watch, or Refresh, checks for changes. */
export type Watched = Pick<Transaction, 'status' | 'reversedFlag' | 'completedAt'>;

/** The longest text in a snapshot, in characters: a button carries the snapshot. */
export const snapshotMax = 100;

/** Takes a snapshot: texts are cut, and whitespace folded so that it never counts as a change. */
export function takeSnapshot({ status, reversedFlag, completedAt }: Transaction): Watched {
  const folded = (text = '') => foldBlanks(text).slice(0, snapshotMax) || undefined;
  return { status: folded(status), reversedFlag: folded(reversedFlag), completedAt };
}

export function hasChanged(before: Watched, now: Watched): boolean {
  return (['status', 'reversedFlag', 'completedAt'] as const).some((field) => before[field] !== now[field]);
}

/**
 * Describes what changed, "pending → successful": a time only if nothing else changed, `undefined` if nothing did.
 * @param strong formats the new status
 */
export function changesSince(before: Watched, now: Watched, strong = (word: string) => word): string | undefined {
  const { status: wasStatus = '', reversedFlag: wasFlag = '', completedAt: wasAt } = before;
  const { status = '', reversedFlag = '', completedAt } = now;
  const changes: string[] = [];
  if (wasStatus !== status)
    changes.push(`${safeText(wasStatus, 80) || 'no status'} → ${strong(safeText(status, 80) || 'no status')}`);
  if (wasFlag !== reversedFlag && (isReversed(wasFlag) || isReversed(reversedFlag)))
    changes.push(`reversed flag ${changed(safeText(wasFlag, 80), safeText(reversedFlag, 80))}`);
  if (changes.length > 0) return changes.join(', ');
  const at = (epochMs: number | undefined) => (epochMs === undefined ? '' : date(epochMs, 'time'));
  return wasAt === completedAt ? undefined : `completed ${changed(at(wasAt), at(completedAt))}`;
}

/** Formats a change, without an arrow if either value is missing. */
function changed(was: string, is: string): string {
  if (was === '') return is;
  return is === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}

/** Names a receiving bank as the first record sent to it does, else by its code; mrkdwn. */
export function nameBank(transactions: readonly Transaction[], bank: string): string {
  const name = transactions.find((txn) => txn.destinationBankCode?.trim() === bank)?.destinationBankName?.trim();
  return name && name !== maskDots ? safeText(name, 60) : code(bank, 20);
}
