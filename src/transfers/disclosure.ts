import { createHmac } from 'node:crypto';
import { isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { hidden, isReversed, statusGroup } from '../status.ts';
import { foldBlanks } from '../text.ts';
import type { Transaction } from '../transfer-service/bodies.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { foldName, foldParties, isOfStatusWords, mayChannelRead, type Parties } from './channel-values.ts';
import { reversedFlagOf, statusOf } from './requery-answer.ts';
import type { FoundRow, Row } from './row.ts';
import { type Watched, watchedOf } from './snapshot.ts';

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

/** Fields that stay whole in a channel when their value has the expected form. */
const open = [
  'id',
  'reference',
  'status',
  'reversedFlag',
  'amount',
  'charge',
  'netAmount',
  'transactionTypeName',
  'category',
  'type',
  'sessionId',
  'destinationBankCode',
  'destinationBankName',
  'sourceBankCode',
  'sourceBankName',
] as const;
const accounts = ['destinationAccountNumber', 'sourceAccountNumber'] as const;
const names = ['destinationAccountName', 'sourceAccountName'] as const;

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
  const { completedAt, createdAt, updatedAt } = transaction;
  const masked: Transaction = { completedAt, createdAt, updatedAt };
  const parties = foldParties([...accounts, ...names].flatMap((field) => transaction[field] ?? []));
  for (const field of accounts) masked[field] = maskAccount(transaction[field] ?? '', mode);
  for (const field of names) masked[field] = initials(transaction[field] ?? '');
  for (const field of open) {
    const text = transaction[field];
    masked[field] = text?.trim() && !mayChannelRead(field, text, parties) ? hidden : text;
  }
  return masked;
}

/** Names of objects that only hold others; any other name could itself be a person's. */
const containers = new Set(
  'data result response transaction transfer payload details meta body beneficiary source destination'.split(' '),
);

/** Names of the account fields of both sides; any other name could itself be a person's. */
const ofSide =
  /^(?:destination|source|beneficiary|sender|receiver|recipient|originator|customer|debit|credit|payer|payee|bank)*(?:account(?:number|no)|(?:account)?name)$/;
const isAccountNumber = (name: string) => /account(?:number|no)$/.test(name);
const isPersonName = (name: string) => /(?:account|beneficiary|customer|sender|receiver)name$/.test(name);

/** Deeper than any answer; a body may nest deeper than the stack allows. */
const depthMax = 12;

/**
 * Masks a requery for a channel. Its shape is not documented, so it shows only fields with a known name whose value has
 * the expected form; the form alone never decides. The service's own sentences stay out.
 */
export function maskRequery(answer: RequeryAnswer, mode: ShareAccountNumbers) {
  const { success, message, payload, rest, transaction, ageMs } = answer;
  const masking = { mode, parties: foldParties(partiesIn([payload, rest])), hiddenCount: message?.trim() ? 1 : 0 };
  const others = maskValue(rest, masking);
  const masked: RequeryAnswer = {
    success,
    message: undefined,
    ageMs,
    payload: transaction ? {} : maskValue(payload, masking),
    rest: isObject(others) ? others : {},
    withheld: [],
    transaction: transaction && {
      transaction: maskRecord(transaction.transaction, mode),
      record: {},
      withheld: [],
    },
  };
  // When another status is hidden, the readable one must not look like the only one.
  if (statusOf(masked).all.length < statusOf(answer).all.length) masked.rest = { ...masked.rest, otherStatus: hidden };
  // A channel must not take for settled what is reversed.
  if (isReversed(reversedFlagOf(answer)) && !isReversed(reversedFlagOf(masked)))
    masked.rest = { ...masked.rest, reversedFlag: hidden };
  return { answer: masked, hiddenCount: masking.hiddenCount };
}

/** Masks a row for a channel. */
export function maskRow(row: FoundRow, mode: ShareAccountNumbers): FoundRow {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  const recorded = row.recorded === undefined || isOfStatusWords(row.recorded) ? row.recorded : hidden;
  return row.kind === 'requery'
    ? { ...row, recorded, answer: maskRequery(row.answer, mode).answer }
    : { ...row, recorded };
}

interface Masking {
  mode: ShareAccountNumbers;
  parties: Parties | undefined;
  hiddenCount: number;
}

function maskValue(value: unknown, masking: Masking, depth = 0): unknown {
  const isTooDeep = depth === depthMax;
  if (Array.isArray(value) && !isTooDeep) return value.map((item: unknown) => maskValue(item, masking, depth + 1));
  if (!isObject(value) || isTooDeep) {
    if (!isEmpty(value)) masking.hiddenCount += 1;
    return undefined;
  }
  const shown = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const name = foldName(key);
    if (isObject(inner) || Array.isArray(inner)) {
      if (containers.has(name) && name === key.toLowerCase()) return [[key, maskValue(inner, masking, depth + 1)]];
      if (!isEmpty(inner)) masking.hiddenCount += 1;
      return [];
    }
    const text = scalarText(inner);
    if (text === undefined) return [];
    if (mayChannelRead(key, text, masking.parties)) return [[key, inner]];
    if (ofSide.test(name) && isAccountNumber(name)) return [[key, maskAccount(text, masking.mode)]];
    if (ofSide.test(name) && isPersonName(name)) return [[key, initials(text)]];
    masking.hiddenCount += 1;
    return [];
  });
  return Object.fromEntries(shown);
}

/** The account numbers and names of an answer, also inside parts that are hidden. */
function partiesIn(value: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = foldName(key);
    const isParty = isAccountNumber(name) || isPersonName(name);
    return isParty ? (scalarText(inner) ?? []) : partiesIn(inner, depth + 1);
  });
}

/**
 * What may be stored of an answer, blanks folded: `hidden` stands for words in which the service may have written
 * somebody's name or number. To search a requery for whom it names takes as long as to draw its card, so of a requery
 * only the usual words are stored.
 */
export function storable({ isRequery, status, reversedFlag, transaction = {} }: Row) {
  const words = foldBlanks(status ?? '');
  const isUsual = words === '' || statusGroup(words) !== 'unknown' || isOfStatusWords(words);
  const mayRead = isUsual || (!isRequery && maskRecord(transaction, 'masked').status !== hidden);
  const flag = foldBlanks(reversedFlag ?? '');
  const amount = foldBlanks(transaction.amount ?? '') || undefined;
  return {
    status: mayRead ? words : hidden,
    reversedFlag: flag === '' || plainFlag.test(flag) ? flag : hidden,
    amount: amount === undefined || mayChannelRead('amount', amount, nobody) ? amount : hidden,
    /** Six digits as in spec 2.3: anything else could be somebody's number. */
    bank: /^\d{6}$/.exec(transaction.destinationBankCode?.trim() ?? '')?.[0],
  };
}

const nobody: Parties = { numbers: [], names: [] };

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
function withWords(
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
