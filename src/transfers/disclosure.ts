import { isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { hidden, isReversed, statusGroup } from '../status.ts';
import { foldBlanks } from '../text.ts';
import type { Transaction } from '../transfer-service/bodies.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { reversedFlagOf, statusOf } from './requery-answer.ts';

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

/**
 * Masks a record for a channel, by the name of each field and never by a value's form alone: status, amount, banks,
 * reference and session stay. Free text, and fields that the spec does not explain, can hold anybody's name and number:
 * only the asker sees them.
 */
export function maskTransaction(answer: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const masked = maskRecord(answer, mode);
  // This is the reference that was asked for, so the service did not write it.
  const { reference } = answer.transaction;
  return { ...masked, transaction: { ...masked.transaction, reference } };
}

/** Masks a record that was not asked for by its reference. */
export function maskRecord({ transaction }: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const account = (text: string | undefined) => text && maskAccount(text, mode);
  const name = (text: string | undefined) => text && initials(text);
  const { destinationAccountNumber, destinationAccountName, sourceAccountNumber, sourceAccountName } = transaction;
  const parties = foldParties(
    [destinationAccountNumber, destinationAccountName, sourceAccountNumber, sourceAccountName].filter(
      (text) => text !== undefined,
    ),
  );
  const masked: Transaction = {
    ...transaction,
    destinationAccountNumber: account(destinationAccountNumber),
    destinationAccountName: name(destinationAccountName),
    sourceAccountNumber: account(sourceAccountNumber),
    sourceAccountName: name(sourceAccountName),
    description: undefined,
    accountId: undefined,
    utilityType: undefined,
    details: undefined,
    stampDuty: undefined,
    userId: undefined,
  };
  for (const field of open) {
    const text = transaction[field];
    if (text?.trim() && !mayChannelRead(field, text, parties)) masked[field] = hidden;
  }
  return { transaction: masked, record: {}, withheld: [] };
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

export interface MaskedRequery {
  answer: RequeryAnswer;
  /** How many values only the asker may see. */
  hiddenCount: number;
  /** How many fields are shown to nobody. */
  withheldCount: number;
}

/**
 * Masks a requery for a channel. Its shape is not documented, so it shows only fields with a known name whose value has
 * the expected form; the form alone never decides. The service's own sentences stay out.
 */
export function maskRequery(answer: RequeryAnswer, mode: ShareAccountNumbers): MaskedRequery {
  const { success, message, payload, rest, withheld, transaction } = answer;
  const masking = { mode, parties: foldParties(partiesIn([payload, rest])), hiddenCount: message?.trim() ? 1 : 0 };
  const others = maskValue(rest, masking);
  const masked: RequeryAnswer = {
    success,
    message: undefined,
    payload: transaction ? {} : maskValue(payload, masking),
    rest: isObject(others) ? others : {},
    withheld: [],
    transaction: transaction && maskRecord(transaction, mode),
  };
  // When another status is hidden, the readable one must not look like the only one.
  if (statusOf(masked).all.length < statusOf(answer).all.length) masked.rest = { ...masked.rest, otherStatus: hidden };
  // A channel must not take for settled what is reversed.
  if (isReversed(reversedFlagOf(answer)) && !isReversed(reversedFlagOf(masked)))
    masked.rest = { ...masked.rest, reversedFlag: hidden };
  return { answer: masked, hiddenCount: masking.hiddenCount, withheldCount: withheld.length };
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

// What a channel may read of a record or a requery: values with a known name and the expected form.

const oneOf = (...lines: string[]) => `(?:${lines.join(' ').replaceAll(' ', '|')})`;

/** A status of two words may use only these: other words could be a person's name. */
const statusWord = oneOf(
  'in on not under being awaiting partially fully already',
  'pending processing queued accepted approved declined rejected refused received completed settled paid found known',
  'successful success failed failure reversed refunded cancelled canceled expired blocked initiated processed sent',
  'transaction transfer payment reversal refund settlement review approval confirmation progress hold process',
);
/** Kinds of transactions use these words, some of which are documented, and those of a status. */
const typeWord = oneOf(
  'bank collection credit debit payout payin deposit withdrawal wallet card cash airtime bill utility fee charge loan',
  'inward outward inbound outbound incoming outgoing internal external local international intrabank interbank',
  'single bulk instant nip neft rtgs ussd pos atm web api',
);
/** A code or a flag in words. */
const flag = `(?:true|false|yes|no|[yn]|${statusWord}(?:[_-]${statusWord}){0,2})`;

/**
 * Any other value under such a name is free text, and stays out. The limits on digits keep account numbers out: they
 * have ten digits in Nigeria, elsewhere five or more.
 */
const shapes: Record<string, RegExp> = {
  status: new RegExp(`^(?:(?!(?:.*\\d){5})[\\p{L}\\d_-]{1,30}|${statusWord} ${statusWord})$`, 'iu'),
  code: new RegExp(`^(?:[a-z]{0,4}[_-]?\\d{1,6}|${flag})$`, 'i'),
  currency: /^[A-Z]{3}$/,
  bankCode: /^\d{1,6}$/,
  amount: /^[+-]?(?:\d{1,9}|\d{1,30}\.\d{1,10})$/,
  identifier: /^[\w./:+-]{1,64}$/,
  type: new RegExp(`^(?:${typeWord}|${statusWord})(?:[ _-](?:${typeWord}|${statusWord})){0,3}$`, 'i'),
  time: /^[\d:.TZ +/-]{4,40}$/,
  bankName: /^(?!(?:.*\d){5})(?:[\p{L}\p{N} .,&'()/-]| @){1,80}$/u,
};

/** By the whole name, folded to letters. A name that is not listed here is not shown. */
const shapeOf: Record<string, keyof typeof shapes> = {
  ...named('status', 'status transactionstatus transferstatus paymentstatus orderstatus tsqstatus state'),
  ...named(
    'code',
    'code responsecode statuscode resultcode errorcode success reversedflag isreversed reversed reversal isreversal reversalflag',
  ),
  ...named('code', 'attempts retries retrycount'),
  ...named('currency', 'currency currencycode'),
  ...named('bankCode', 'bankcode destinationbankcode sourcebankcode institutioncode'),
  ...named('amount', 'amount netamount charge fee stampduty'),
  ...named(
    'identifier',
    'reference transactionreference sessionid session transactionid paymentreference nipsessionid id',
  ),
  ...named('type', 'type transactiontype transactiontypename category'),
  ...named('time', 'date time timestamp createdat updatedat completedat transactiondate'),
  ...named('bankName', 'bankname destinationbankname sourcebankname institutionname'),
};

function named(shape: keyof typeof shapes, names: string): Record<string, keyof typeof shapes> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]));
}

const onlyStatusWords = new RegExp(`^${statusWord}(?:[ _-]${statusWord}){0,2}$`, 'i');

/** Whether a text is made of words that a status may use: then it names nobody, whatever else the answer holds. */
export function isOfStatusWords(text: string): boolean {
  return onlyStatusWords.test(text);
}

/** `sessionID`, `session_id` → `sessionid`; empty for a name that holds a digit, which could be somebody's number. */
function foldName(name: string): string {
  return /\d/.test(name) ? '' : name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The account numbers and names of one answer, each once, folded to search for them in its other values. */
interface Parties {
  numbers: readonly string[];
  /** In lower case, with a blank before, between and after the words. */
  names: readonly string[];
}

/** One transfer has a few. Searching for thousands in thousands of values would block the process. */
const partiesMax = 50;

/**
 * @param texts account numbers and names as received. A short number may occur in another one by chance, and a name of
 *   one word may be a bank's too, so neither is searched for.
 * @returns `undefined` when there are more than one transfer has
 */
export function foldParties(texts: readonly string[]): Parties | undefined {
  const numbers = new Set<string>();
  const names = new Set<string>();
  for (const text of texts) {
    const party = text.trim();
    const name = wordsOf(party);
    if (/^\d{8,}$/.test(party)) numbers.add(party);
    else if (name.trim().includes(' ')) names.add(name);
    if (numbers.size + names.size > partiesMax) return undefined;
  }
  return { numbers: [...numbers], names: [...names] };
}

/**
 * Whether a channel may read a value: decided by name and form, never by form alone.
 * @param parties of the same answer; a value that contains one of them is not open, and without `parties` nothing is
 */
export function mayChannelRead(name: string, text: string, parties: Parties | undefined): boolean {
  const value = text.trim();
  const shape = shapes[shapeOf[foldName(name)] ?? ''];
  return parties !== undefined && shape?.test(value) === true && !says(value, parties);
}

function says(text: string, { numbers, names }: Parties): boolean {
  const digits = text.replace(/\D/g, '');
  const words = wordsOf(text);
  return numbers.some((number) => digits.includes(number)) || names.some((name) => words.includes(name));
}

function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

const form = new RegExp(`^${hidden}[\\w-]+$`);

/** Stands for a word that may hold somebody's name or number, where words are kept. */
export function redactedDigest(digest: string): string {
  return `${hidden}${digest}`;
}

export function isRedactedDigest(text: string): boolean {
  return form.test(text);
}

/** Whether a status is made of the usual words: then it names nobody, whatever else the answer holds. */
export function isUsualStatus(words: string): boolean {
  return words === '' || statusGroup(words) !== 'unknown' || isOfStatusWords(words);
}

/** A record's status when a channel may read it: the service may write anybody's name into another one. */
export function readableStatus(transaction: Transaction): string | undefined {
  const words = foldBlanks(transaction.status ?? '');
  if (isUsualStatus(words)) return words;
  const masked = maskRecord({ transaction, record: {}, withheld: [] }, 'masked');
  return masked.transaction.status === hidden ? undefined : words;
}
