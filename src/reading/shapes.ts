import { labelKind } from './labels.ts';

/** The service's own, and how long they are: `GARO-8f3k2j1`, `R-GARO-8f3k2j1`. Others are told by their shape. */
const own = /^(?:R-)?GARO-[a-z\d]{7}$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** One letter may stand before the prefix, as in `R-GARO-8f3k2j1`. */
const capitals = /^(?:[A-Z]-)?([A-Z][A-Z\d]{1,9})[-_]([A-Za-z\d]+(?:[-_][A-Za-z\d]+){0,3})$/;
const smallLetters = /^(?:[A-Za-z]-)?([A-Z]?[a-z]{2,6})[-_]([a-z\d]+)$/;
/** `A_00124092616341963292958`: no date, ticket or amount has so many digits. */
const longNumber = /^([A-Za-z]+)[-_]\d{9,}$/;
/** Prefixes that say of any number behind them that it is a transaction's. */
const transactionPrefix = /^(?:TXN|TRX|TRF|REF)$/i;

/**
 * `PREFIX-` in capitals and a mixture behind it (`GARO-8f3k2j1`, `TXN-20260131001`), or one long word of capitals and
 * digits (`FT26021ABC99XYZ7`): more of a mixture than ordinary writing has, and than dates, amounts, tickets, versions,
 * phone numbers and the names of machines are. In small letters it takes a mixture that is thicker still.
 */
export function looksLikeReference(word: string): boolean {
  return word.length <= 64 && (isOwn(word) || uuid.test(word) || hasShape(word));
}

/** The whole of one: told in small letters too, nothing is missing from it, and nothing goes on with it. */
export function isOwn(word: string): boolean {
  return own.test(word) && /\d/.test(word);
}

/** The beginning of one: its end was not copied. */
export function isCutOff(word: string): boolean {
  return /^(?:R-)?GARO-[a-z\d]{0,6}$/i.test(word);
}

/** Without a digit it may as well be a word: `GARO-payment`. */
export function mayBeOwn(word: string): boolean {
  return own.test(word);
}

/** The same in the case of letters that such references have; `undefined` where it has that case. */
export function inUsualCase(word: string): string | undefined {
  if (!/^[\w-]*\d[\w-]*$/.test(word) || (!isOwn(word) && !uuid.test(word) && /[A-Z]/.test(word))) return undefined;
  const usual = uuid.test(word)
    ? word.toLowerCase()
    : (isOwn(word) ? word.toLowerCase() : word).replace(/^(?:r-)?[a-z]+(?=[-_])|^[a-z\d]+$/, (part) =>
        part.toUpperCase(),
      );
  return usual === word ? undefined : usual;
}

/** In capitals it is hardly anything else; in small letters, and as a UUID, it may be what a label says. */
export function isUnmistakable(word: string): boolean {
  return isOwn(word) || capitals.test(word) || longNumber.test(word);
}

function hasShape(word: string): boolean {
  const [, named = ''] = longNumber.exec(word) ?? [];
  if (named !== '') return !namesOtherNumber(named);
  const [, prefix = '', body = ''] = capitals.exec(word) ?? [];
  if (prefix !== '') {
    const parts = body.split(/[-_]/);
    if (transactionPrefix.test(prefix) && isDatedNumber(parts)) return true;
    if (isOtherNumber(prefix)) return false;
    return parts.some((part) => isMixedPart(part)) || isSplitMixture(parts) || isMixtureOfParts(parts, prefix);
  }
  const [, small = '', mixture = ''] = smallLetters.exec(word) ?? [];
  if (small !== '') return !isOtherNumber(small) && isMixedPart(mixture) && isThick(mixture);
  return isLongMixture(word);
}

/** `invoice`, `BVN`: such digits are as often somebody's as a transaction's. */
function namesOtherNumber(prefix: string): boolean {
  const kind = labelKind(prefix);
  return kind === 'other' || kind === 'identifier' || isOtherNumber(prefix) || ofOtherThings.test(prefix.toUpperCase());
}

/** Letters and digits, or so many digits that it is no year, ticket or date. */
function isMixedPart(part: string): boolean {
  if (/^\d+$/.test(part)) return part.length >= 9 || (part.length === 8 && !isDate(part));
  return part.length >= 5 && /\d/.test(part) && !/^\d{8}T\d+Z?$/.test(part);
}

/** `20260203-118`: a day, and the number of that day. */
function isDatedNumber([day = '', number = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && /^\d{8}$/.test(day) && isDate(day) && /^\d{2,8}$/.test(number);
}

/** `7731-2298-XA`: short parts that have it together; a date or a phone number has no letters. */
function isSplitMixture(parts: readonly string[]): boolean {
  const body = parts.join('');
  return parts.length >= 3 && /^[A-Z\d]{9,}$/.test(body) && /[A-Z]/.test(body) && digitsOf(body) >= 6;
}

/** `2210-ab77`: it takes a mixed part, and parts longer than days, months, floors and versions have. */
function isMixtureOfParts(parts: readonly string[], prefix: string): boolean {
  const body = parts.join('');
  if (parts.length < 2 || body.length < 8 || digitsOf(body) < 5 || ofOtherThings.test(prefix)) return false;
  return parts.every(isCodePart) && parts.some((part) => /\d/.test(part) && /[A-Za-z]/.test(part));
}

/** Papers, goods, customers and places have numbers of short parts too. */
const ofOtherThings =
  /^(?:INV|INVOICE|RCPT|RECEIPT|PO|SO|ORD|ORDER|QUO|QUOTE|TKT|CLAIM|DOC|FORM|MEMO|SKU|SN|PART|MODEL|BATCH|LOT|CUST|CUSTOMER|AGENT|PLOT|VISA|UTC|GMT)$/;

function isCodePart(part: string): boolean {
  return part.length >= 3 && !isOrdinary(part) && !/^(?:19|20)\d\d$/.test(part);
}

/** Digits alone, or letters and digits that take turns. */
function isThick(part: string): boolean {
  return /^\d+$/.test(part) || (part.length >= 6 && runsOf(part) >= 3 && digitsOf(part) >= 2);
}

function isLongMixture(word: string): boolean {
  const isSmall = /^[a-z]{2,4}\d{4,}[a-z\d]*$/.test(word);
  if (!(/^[A-Z\d]{10,40}$/.test(word) || (isSmall && word.length >= 11 && word.length <= 40))) return false;
  const [letters = ''] = /^[A-Za-z]+/.exec(word) ?? [];
  const digits = digitsOf(word);
  if (/^\d{8}T\d+Z$/.test(word) || isOtherNumber(letters)) return false;
  return digits >= 4 && word.length - digits >= 2 && (runsOf(word) >= 4 || (letters !== '' && digits >= 9));
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, '').length;
}

function runsOf(text: string): number {
  return text.match(/[A-Za-z]+|\d+/g)?.length ?? 0;
}

/** An account's or a phone's number, whatever clings to it: `0123456789GTB`. */
const holdsAccount = /(?<!\d)\d{10,11}(?!\d)/;
/** `iPhone13`, `4-attempts`, `26-Sep-24T14`: a word or a month, and no code. */
const holdsWord = /[A-Za-z][a-z]{2}/;
/** `WEMA-7000001`, and neither `UBA-2024` nor `GTB058`. */
const isOfBank = /^\p{L}+[-_][A-Za-z\d]{6,9}$/u;
/** `INV-2024-0091` is an invoice, unless more of a mixture stands behind it. */
const isInvoice = /^INV(?:OICE)?[-_]?\d/i;

/**
 * A mixture that has the shape of a reference of another kind: `ABC123`, `RTX88100x`. Less than it takes to be looked up
 * in the middle of a text, and more than a name, a ticket, an account, a time or an amount has.
 */
export function couldBeReference(text: string): boolean {
  const [prefix = ''] = /^\p{L}*/u.exec(text) ?? [];
  if (!isMixture(text) || holdsAccount.test(text)) return false;
  if (isBankName(prefix) ? !isOfBank.test(text) : isOtherNumber(prefix)) return false;
  if (holdsWord.test(text) || isInvoice.test(text)) return false;
  return !text.split(/[-_]+/).some(isUnit);
}

/** `2pm-3pm`, `N5k-N10k` */
function isUnit(part: string): boolean {
  return /\D/.test(part) && isOrdinary(part);
}

/** Letters and digits, of a length that somebody may have meant by itself. */
export function isMixture(text: string): boolean {
  return text.length >= 5 && /\d/.test(text) && /\p{L}/u.test(text) && !isOrdinary(text);
}

/** Words with digits that are no identifiers of anything. */
const ordinary =
  /^\d+(?:st|nd|rd|th|s|x|h|hr|hrs|hours?|m|mins?|minutes?|days?|weeks?|months?|years?|am|pm|gb|mb|kb|ms|kg|pcs|items?)$/i;
const dates = [
  /^(?:19|20)\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?:T[\d-]*Z?)?$/i,
  /^(?:\d{1,2}(?:st|nd|rd|th)?[-_]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[-_]?\d{2,4}$/i,
  /^(?:Q[1-4]|H[12]|FY|mid|early|late)[-_]?\d{2,4}$/i,
];
const amounts = [
  /^(?:ngn|usd|eur|gbp|n|amt|amount)[-_]?\d+(?:k|m|bn)?$/i,
  /^\d+(?:k|m|bn|ngn|n|usd|naira|kobo|dollars?)$/i,
];

function isDate(text: string): boolean {
  return dates.some((date) => date.test(text));
}

/** A date, a time, a duration, an amount or a count, in one word. */
export function isOrdinary(text: string): boolean {
  return isDate(text) || [ordinary, ...amounts].some((pattern) => pattern.test(text));
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

const standards = new Set(['ISO', 'RFC', 'CVE', 'UTF', 'SHA', 'HTTP']);

/** What stands before numbers that are no references, as a prefix or without a hyphen. */
const others = new Set([
  ...['BVN', 'NIN', 'TIN', 'RC', 'ACC', 'ACCT', 'ACCOUNT', 'NUBAN', 'CARD', 'PAN', 'TEL', 'PHONE', 'MOBILE', 'GSM'],
  ...['AMT', 'AMOUNT', 'RRN', 'STAN', 'TID', 'MID', 'POS', 'ATM', 'OTP', 'PIN', 'SESSION', 'TRACE', 'REQ', 'USER'],
  ...['IMG', 'VID', 'INC', 'CHG', 'PRB', 'TICKET', 'CASE', 'SUP', 'JIRA', 'BUG', 'BUILD'],
  ...['API', 'APP', 'WEB', 'POD', 'NODE', 'HOST', 'SRV', 'SVC', 'SERVER', 'JOB', 'RUN', 'LOG', 'DB', 'VPC', 'IP', 'SM'],
  ...['ID', 'FILE', 'IMAGE', 'PHOTO', 'SCAN', 'SCREENSHOT'],
]);

/** Short names that are hardly another word; the list of banks is not there to tell. */
const banks =
  /^(?:uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;

export function isOtherNumber(prefix: string): boolean {
  const capitals = prefix.toUpperCase();
  return currencies.has(capitals) || others.has(capitals) || standards.has(capitals) || isBankName(prefix);
}

/** `ISO-8583` */
export function isStandard(text: string): boolean {
  const [, prefix = ''] = /^(\p{L}+)-?\d{1,5}$/u.exec(text) ?? [];
  return standards.has(prefix.toUpperCase());
}

/** `BVN-22212345678`; behind a bank's name may be that bank's own reference. */
export function isOtherByPrefix(text: string): boolean {
  const [, prefix = ''] = /^(\p{L}+)[-_]?\d+$/u.exec(text) ?? [];
  return isOtherNumber(prefix) && !isBankName(prefix);
}

/** As a prefix: what follows is most often an account, and may be that bank's own reference. */
export function isBankName(word: string): boolean {
  return banks.test(word);
}

export type NumberShape = 'session' | 'identifier' | 'account' | 'phone';

/** What a number looks like by the count of its digits alone. */
export function numberShape(text: string): NumberShape | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  if (text.length === 30) return 'session';
  if (isIdentifier(text)) return 'identifier';
  if (text.length === 10) return 'account';
  return /^(?:\d{11}|234\d{10})$/.test(text) ? 'phone' : undefined;
}

/** Longer than a card's or a phone's number, shorter than a session's and than a time in nanoseconds. */
export function isIdentifier(text: string): boolean {
  return /^\d{17,18}$/.test(text);
}

/** What forms hold where nobody knew the value. */
const placeholders =
  /^(?:n\/?a|nil|none|null|undefined|unknown|missing|pending|empty|blank|not \w{1,12}|-+|\u2014|\?+)\.?$/i;

export function isPlaceholder(value: string): boolean {
  return placeholders.test(value.trim());
}
