import { createHmac } from 'node:crypto';
import { scalarText } from '../blocks/json-fields.ts';
import { hidden, statusGroup } from '../blocks/status.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { foldBlanks } from '../text.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { fieldOf, forms, onlyStatusWords, type Transaction, textNames, timeNames } from '../transfer-service/fields.ts';
import { type Watched, watchedOf } from './answer.ts';
import { timeOf } from './requery-answer.ts';
import { type Row, recordRow } from './row.ts';

/** Keeps the last four digits of an account number; hides any other text completely. */
export function maskAccount(account: string, mode: ShareAccountNumbers): string {
  if (mode === 'never') return '';
  const text = account.trim();
  if (mode === 'full' || text === '') return text;
  return /^\d{5,}$/.test(text) ? `${hidden}${text.slice(-4)}` : hidden;
}

/** `Jane Mary Doe` → `J. M. D.` */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/**
 * Masks a record for a channel, by the name of each field and never by a value's form alone: status, amount, banks,
 * reference and session stay. Free text, and fields that the spec does not explain, can hold anybody's name and number:
 * only the asker sees them.
 */
export function maskTransaction(
  { transaction, ageMs }: TransactionAnswer,
  mode: ShareAccountNumbers,
): TransactionAnswer {
  // This is the reference that was asked for, so the service did not write it.
  const { reference } = transaction;
  return { transaction: { ...maskRecord(transaction, mode), reference }, record: {}, withheld: [], ageMs };
}

/** Masks a record that was not asked for by its reference. */
export function maskRecord(transaction: Transaction, mode: ShareAccountNumbers): Transaction {
  const masked: Transaction = {};
  const parties = partiesOf(transaction);
  for (const name of timeNames) masked[name] = transaction[name];
  for (const name of textNames) {
    const { inChannel } = fieldOf(name);
    const value = transaction[name] ?? '';
    if (inChannel === 'last4') masked[name] = maskAccount(value, mode);
    else if (inChannel === 'initials') masked[name] = initials(value);
    else if (inChannel !== undefined) masked[name] = open(inChannel, transaction[name], parties);
  }
  return masked;
}

/**
 * What a channel reads of a requery, whose shape is not documented: status, amount and time, in their expected forms.
 * Open in Full has the rest.
 */
function maskRequery(row: Row, requery: RequeryAnswer) {
  const { statuses = [], code, reversedFlag, transaction, namesCurrency, otherId, ageMs } = row;
  const parties = partiesOf([requery.payload, requery.rest]);
  // When another status is hidden, the readable one must not look like the only one.
  const words = [...new Set(statuses.slice(0, 2).map((status) => (isUsual(status) ? status : hidden)))];
  return {
    ...{ statuses: words, status: words.join(', '), namesCurrency, ageMs },
    code: statuses.length === 0 ? open(forms.code, code, parties) : undefined,
    reversedFlag: open(forms.code, reversedFlag, parties),
    otherId: otherId === undefined ? undefined : hidden,
    transaction: { amount: open(forms.amount, transaction?.amount, parties), createdAt: timeOf(requery) },
  } satisfies Partial<Row>;
}

/** Whether the words of a status name nobody, whatever else the answer holds. */
function isUsual(words: string): boolean {
  return words === '' || statusGroup(words) !== 'unknown' || onlyStatusWords.test(words);
}

/** Masks a row for a channel: of a row without a whole answer only how it failed stays. */
export function maskRow(row: Row, mode: ShareAccountNumbers): Row {
  if (row.record) return recordRow(row.asked, maskTransaction(row.record, mode));
  const { isRequery, asked, ofRecord, failure = 'not_asked', reason, wasAnswered } = row;
  const recorded = row.recorded === undefined || onlyStatusWords.test(row.recorded) ? row.recorded : hidden;
  const ask = { isRequery, asked, ofRecord, recorded };
  return row.requery ? { ...ask, ...maskRequery(row, row.requery) } : { ...ask, failure, reason, wasAnswered };
}

/** A value that has its form and names no party of the same answer. */
function open(form: RegExp, text: string | undefined, parties: Parties): string | undefined {
  const value = text?.trim();
  if (!value) return text;
  return form.test(value) && !names(value, parties) ? text : hidden;
}

/** The account numbers and names of one answer, folded to search for them in its other values. */
interface Parties {
  numbers: readonly string[];
  /** In lower case, with a blank before, between and after the words. */
  people: readonly string[];
}

/** A short number may occur in another one by chance, and a name of one word may be a bank's: neither is searched for. */
function partiesOf(answer: unknown): Parties {
  const parties = partiesIn(answer).map((text) => text.trim());
  const people = parties.map(wordsOf).filter((name) => name.trim().includes(' '));
  return { numbers: parties.filter((party) => /^\d{8,}$/.test(party)), people };
}

function names(text: string, { numbers, people }: Parties): boolean {
  const digits = text.replace(/\D/g, '');
  const words = wordsOf(text);
  return numbers.some((number) => digits.includes(number)) || people.some((name) => words.includes(name));
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/** Deeper than any answer; a body may nest deeper than the stack allows. */
const depthMax = 12;
const partyKey = /(?:account(?:number|no)|(?:account|beneficiary|customer|sender|receiver)name)$/i;

/** The account numbers and names of an answer, wherever they stand. */
function partiesIn(value: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    partyKey.test(key.replace(/[^a-z]/gi, '')) ? (scalarText(inner) ?? []) : partiesIn(inner, depth + 1),
  );
}

/**
 * What may be stored of an answer, blanks folded: `hidden` stands for words in which the service may have written
 * somebody's name or number. To search a requery for whom it names takes as long as to draw its card, so of a requery
 * only the usual words are stored.
 */
export function storable({ isRequery, status, reversedFlag, transaction = {} }: Row) {
  const words = foldBlanks(status ?? '');
  const mayRead = isUsual(words) || (!isRequery && maskRecord(transaction, 'masked').status !== hidden);
  const flag = foldBlanks(reversedFlag ?? '');
  const amount = foldBlanks(transaction.amount ?? '') || undefined;
  return {
    status: mayRead ? words : hidden,
    reversedFlag: flag === '' || plainFlag.test(flag) ? flag : hidden,
    amount: amount === undefined || forms.amount.test(amount) ? amount : hidden,
    /** Six digits as in spec 2.3: anything else could be somebody's number. */
    bank: /^\d{6}$/.exec(transaction.destinationBankCode?.trim() ?? '')?.[0],
  };
}

/** A reversed flag that can be no name and no number of somebody. */
const plainFlag = /^(?:\d{1,3}|[a-z]{1,5})$/i;

/**
 * Masks what was seen of a watched record.
 * @param answer tells the names and numbers that no word may hold
 */
export function maskWatched(seen: Watched, answer: TransactionAnswer | undefined, mode: ShareAccountNumbers): Watched {
  const { status, reversedFlag } = seen;
  const shown = maskRecord({ ...answer?.transaction, status, reversedFlag }, mode);
  return withWords(seen, (word, field) => (isRedactedDigest(word ?? '') ? word : shown[field]));
}

type WordField = 'status' | 'reversedFlag';

/** A snapshot with other words in the fields that hold the service's own. */
export function withWords(
  snapshot: Watched,
  write: (word: string | undefined, field: WordField) => string | undefined,
): Watched {
  const { status, reversedFlag } = snapshot;
  return { ...snapshot, status: write(status, 'status'), reversedFlag: write(reversedFlag, 'reversedFlag') };
}

/** What one in sixteen million other words has too: so it tells a change, and hardly what the word was. */
const digestLength = 4;

function digestOf(id: string, word: string): string {
  return hidden + createHmac('sha256', id).update(word).digest('base64url').slice(0, digestLength);
}

const digest = new RegExp(`^${hidden}[\\w-]+$`);

/** Whether a stored word is the digest of one that may hold somebody's name or number. */
export function isRedactedDigest(text: string): boolean {
  return digest.test(text);
}

/**
 * What is stored of a transaction for a watch: the service may write anybody's name or number into a word, so a word
 * that a channel may not read is stored as a digest, under the watch's own id.
 */
export function storedSnapshot(id: string, transaction: Transaction): Watched {
  const watched = watchedOf(transaction);
  const stored = storable({ isRequery: false, asked: '', ...watched, transaction });
  return withWords(watched, (word, field) => word && (stored[field] === hidden ? digestOf(id, word) : word));
}

/** What was stored, in the words of now where these are the same: whether a channel may read a word can change. */
export function recognised({ id, seen }: { id: string; seen: Watched }, now: Watched): Watched {
  return withWords(seen, (stored, field) => {
    const word = now[field];
    return word !== undefined && stored === digestOf(id, word) ? word : stored;
  });
}
