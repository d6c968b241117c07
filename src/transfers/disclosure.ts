import { scalarText } from '../blocks/json-fields.ts';
import { maskDots, statusGroup } from '../blocks/status.ts';
import type { ShareAccountNumbers } from '../config/settings.ts';
import { hasReferenceShape } from '../reading/shapes.ts';
import { foldBlanks } from '../text.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import {
  fieldEntry,
  forms,
  onlyStatusWords,
  type Transaction,
  textNames,
  timeNames,
} from '../transfer-service/fields.ts';
import { maskAssignee } from './assignees.ts';
import { disagrees } from './contradictions.ts';
import { findEmptyFields } from './empty-fields.ts';
import type { Known, Sighting } from './known.ts';
import { type OtherTransfer, readTime } from './requery-answer.ts';
import { type Row, recordRow } from './row.ts';

/** Matches a reversed flag that is too short to identify a person. */
const shortFlag = /^(?:\d{1,3}|[a-z]{1,5})$/i;

/**
 * For `masked`, keeps the last four digits of an account number, and hides any other text
 * completely.
 */
export function maskAccount(account: string, mode: ShareAccountNumbers): string {
  if (mode === 'never') return '';
  const text = account.trim();
  if (mode === 'full' || text === '') return text;
  return /^\d{5,}$/.test(text) ? `${maskDots}${text.slice(-4)}` : maskDots;
}

/** Shortens a name to its initials: `Jane Mary Doe` → `J. M. D.` */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/**
 * Masks a record for a channel. The name of a field, never just the form of its value, decides
 * whether the value stays: status, amount, banks, reference and session do. Free text, and fields
 * that the API spec does not explain, may hold anyone's name or number, so only the asker sees
 * them.
 */
export function maskTransaction(
  { transaction, ageMs }: TransactionAnswer,
  mode: ShareAccountNumbers,
): TransactionAnswer {
  // The asker typed this reference, and the client rejects a record with any other (but for letter
  // case), so it is not the service's text.
  const { reference } = transaction;
  return {
    transaction: { ...maskRecord(transaction, mode), reference },
    record: {},
    withheld: [],
    ageMs,
  };
}

/**
 * Masks every field of a record, the reference too. Which field a channel may read how is in the
 * table of fields (`inChannel` in `../transfer-service/fields.ts`).
 */
export function maskRecord(transaction: Transaction, mode: ShareAccountNumbers): Transaction {
  const masked: Transaction = {};
  const parties = partiesOf(transaction);

  for (const name of timeNames) masked[name] = transaction[name];

  for (const name of textNames) {
    const { inChannel } = fieldEntry(name);
    const value = transaction[name] ?? '';
    if (inChannel === 'last4') masked[name] = maskAccount(value, mode);
    else if (inChannel === 'initials') masked[name] = initials(value);
    else if (inChannel !== undefined)
      masked[name] = showIfPublic(inChannel, transaction[name], parties);
  }

  return masked;
}

/**
 * Masks a requery for a channel. The API spec does not show what a requery returns, so only status,
 * response code, reversed flag, amount and time stay, and only where they have the expected form.
 * Open in Full shows the rest.
 */
function maskRequery(row: Row, requery: RequeryAnswer) {
  const { statuses = [], code, reversedFlag, transaction, otherId, ageMs } = row;
  const parties = partiesOf([requery.payload, requery.rest]);
  // When another status is hidden, the readable one must not look like the only one.
  const words = [
    ...new Set(statuses.slice(0, 2).map((status) => (isUsual(status) ? status : maskDots))),
  ];

  return {
    statuses: words,
    status: words.join(', '),
    ageMs,
    code: showIfPublic(forms.code, code, parties),
    reversedFlag: showIfPublic(forms.code, reversedFlag, parties),
    otherId: otherId === undefined ? undefined : maskDots,
    transaction: {
      amount: showIfPublic(forms.amount, transaction?.amount, parties),
      currency: showIfPublic(forms.currency, transaction?.currency, parties),
      createdAt: readTime(requery),
    },
  } satisfies Partial<Row>;
}

/**
 * Whether a status is empty, known to the bot, or made of known words, so that it cannot name a
 * person.
 */
function isUsual(words: string): boolean {
  return words === '' || statusGroup(words) !== 'unknown' || onlyStatusWords.test(words);
}

/**
 * Masks a row for a channel. A row without the service's whole answer keeps only the request and
 * the failure.
 */
export function maskRow(row: Row, mode: ShareAccountNumbers): Row {
  const known = row.known && maskKnown(row.known);
  const { isRequery, asked, typed, tiedId, other } = row;
  const { failure = 'not_asked', reason, wasAnswered, retryAfterMs } = row;
  const requeried = row.requeried && maskRow(row.requeried, mode);
  const verdict = disagrees(row);
  if (row.record) {
    const masked = recordRow(asked, maskTransaction(row.record, mode));
    const emptyFields = findEmptyFields(row);
    return { ...masked, typed, tiedId, known, requeried, verdict, emptyFields };
  }

  const ask = { isRequery, asked, typed };
  if (other) return { ...ask, other: { ...other, value: maskDots }, known };

  return row.requery
    ? { ...ask, ...maskRequery(row, row.requery), known, verdict }
    : { ...ask, failure, reason, wasAnswered, retryAfterMs };
}

/**
 * Masks what is known of a transaction: a channel may not read who asked, who is on it, or the
 * reference of another transfer, or when the asker looked before.
 */
export function maskKnown(known: Known): Known {
  const { last, byAnother, counterpart, assignee, sinceMs } = known;
  return {
    last: maskSighting(last),
    byAnother: maskSighting(byAnother),
    counterpart: maskSighting(counterpart),
    assignee: assignee && maskAssignee(assignee),
    sinceMs,
  };
}

function maskSighting(sighting: Sighting | undefined): Sighting | undefined {
  return sighting && { ...sighting, personId: undefined, stated: undefined };
}

/**
 * Returns `text` if it matches `form` and contains no name or account number of `parties`, else
 * `maskDots`.
 */
function showIfPublic(
  form: RegExp,
  text: string | undefined,
  parties: Parties,
): string | undefined {
  const value = text?.trim();
  if (!value) return text;
  return form.test(value) && !namesParty(value, parties) ? text : maskDots;
}

/**
 * The account numbers and names in an answer, normalized to search the answer's other values for
 * them.
 */
interface Parties {
  numbers: readonly string[];
  /** Names in lower case, with a space before and after each word. */
  people: readonly string[];
}

/**
 * Returns an answer's parties: numbers of eight or more digits, because longer numbers may contain
 * shorter ones by chance, and names of two or more words, because one word may be a bank's name.
 */
function partiesOf(answer: unknown): Parties {
  const parties = partiesIn(answer).map((text) => text.trim());
  const people = parties.map(padWords).filter((name) => name.trim().includes(' '));
  return { numbers: parties.filter((party) => /^\d{8,}$/.test(party)), people };
}

function namesParty(text: string, { numbers, people }: Parties): boolean {
  const digits = text.replace(/\D/g, '');
  const words = padWords(text);
  return (
    numbers.some((number) => digits.includes(number)) || people.some((name) => words.includes(name))
  );
}

function padWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/**
 * How many levels to search: more than any real answer has. A body may be nested deeper than the
 * call stack allows.
 */
const partyDepthMax = 12;
const partyKey = /(?:account(?:number|no)|(?:account|beneficiary|customer|sender|receiver)name)$/i;

/** Collects the account numbers and names in an answer, down to `partyDepthMax` levels. */
function partiesIn(value: unknown, depth = 0): string[] {
  if (depth > partyDepthMax || typeof value !== 'object' || value === null) return [];

  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    partyKey.test(key.replace(/[^a-z]/gi, ''))
      ? (scalarText(inner) ?? [])
      : partiesIn(inner, depth + 1),
  );
}

/**
 * Returns the fields of a row that may be stored, with whitespace folded, and with `maskDots`
 * instead of a text that may hold a person's name or number. A requery's status is stored only if
 * `isUsual`: searching the answer for names and account numbers would take as long as drawing the
 * card.
 */
export function redactForStorage({ isRequery, status, reversedFlag, transaction = {} }: Row) {
  const words = foldBlanks(status ?? '');
  const mayRead =
    isUsual(words) || (!isRequery && maskRecord(transaction, 'masked').status !== maskDots);
  const flag = foldBlanks(reversedFlag ?? '');
  const amount = foldBlanks(transaction.amount ?? '') || undefined;
  const { currency } = transaction;

  return {
    status: mayRead ? words : maskDots,
    reversedFlag: flag === '' || shortFlag.test(flag) ? flag : maskDots,
    amount: amount === undefined || forms.amount.test(amount) ? amount : maskDots,
    currency: !currency || forms.currency.test(currency) ? currency : maskDots,
    bank: storableBankCode(transaction.destinationBankCode),
  };
}

/**
 * Returns a bank's code if it has six digits (API spec, section 2.3): anything else could be a
 * person's number.
 */
export function storableBankCode(code: string | undefined): string | undefined {
  return /^\d{6}$/.exec(code?.trim() ?? '')?.[0];
}

/** Returns what an answer about another transfer states, as it may be stored. */
export function redactOther({ field, value }: OtherTransfer): OtherTransfer {
  const isPlain = field === 'amount' ? forms.amount.test(value) : hasReferenceShape(value);
  return { field, value: isPlain ? value : maskDots };
}
