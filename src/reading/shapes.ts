import { isPersonalNumber } from './personal-numbers.ts';

/**
 * Functions that classify a word by form alone, without context. For a new case, add a row to a
 * list or pattern.
 */

/** The service's own references, always of this length: `GARO-8f3k2j1`, `R-GARO-8f3k2j1`. */
const ownReference = /^(?:R-)?GARO-(?=[a-z]*\d)[a-z\d]{7}$/i;
/** One beside other parts of a word: `NIP-GARO-8f3k2j1_failed`. */
const ownInWord = /(?<![^-_+])(?:R-)?GARO-(?=[a-z]*\d)[a-z\d]{7}(?![^-_+])/gi;
/** One that is glued to what is beside it, or has lost its hyphen: `GARO-8f3k2j1Amount`. */
const ownGluedToWord =
  /[Gg][Aa][Rr][Oo0][-_]?(?=[A-Za-z]{0,6}\d)([A-Za-z\d]{7})(?:(?![a-z\d])|(?=[a-z]{2,}(?![a-z\d])))/g;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The longest reference to find in a text, in characters. */
const referenceLengthMax = 64;

/**
 * Whether a word is a reference of the service's own, in any letter case. `GARO-payment` is not: it
 * has no digit.
 */
export function isOwnReference(word: string): boolean {
  return ownReference.test(word);
}

/** Finds the service's own references within a longer word: `R-GARO-8f3k2j1_failed`. */
export function findOwnReferences(word: string): string[] {
  return word.length > referenceLengthMax ? [] : (word.match(ownInWord) ?? []);
}

/**
 * Whether a word starts like one of the service's own references but is not one: `GARO-8f3k`,
 * `GARO-payment`.
 */
export function isCutOff(word: string): boolean {
  return /^(?:R-)?GARO-[a-z\d]*$/i.test(word) && !isOwnReference(word);
}

/**
 * What a word may mean, each reading once: as it is written, mostly the only one that is asked for;
 * the service's own reference within it, or with the figures that its letters look like; a
 * reference without the number of an attempt.
 */
export function* readingsOf(word: string): Generator<string> {
  const written = inBothCases(word);
  yield* new Set(written);
  if (word.length > referenceLengthMax) return;

  const unwrapped = [word.replace(/^_+(.+?)_+$/, '$1'), withoutSuffix(word)];
  if (isTail(word)) unwrapped.push(`GARO-${word.toLowerCase()}`);

  const cutOut = [...word.matchAll(ownGluedToWord)].map(([, body]) => `GARO-${body}`);
  const withFigures = cutOut.map((own) =>
    own.replace(/(?<=-.*)[lIO]/g, (letter) => (letter === 'O' ? '0' : '1')),
  );

  const readings = new Set([...unwrapped, ...cutOut, ...withFigures].flatMap(inBothCases));
  for (const reading of readings) if (!written.includes(reading)) yield reading;
}

/** Whether a word may be one of the service's own references without its prefix: `2x9f4t7`. */
export const isTail = (word: string) => /^[a-z\d]{7}$/i.test(word) && isAlternating(word);

/** The service's own references are looked up in their usual letter case first. */
function inBothCases(reading: string): string[] {
  const usual = inUsualCase(reading);
  return isOwnReference(reading) ? [usual, reading] : [reading, usual];
}

/**
 * Converts a reference to the usual letter case of its kind: a UUID to small letters, a prefix to
 * capitals. A mixture of cases stays.
 */
export function inUsualCase(word: string): string {
  if (!/^[\w-]+$/.test(word) || !/\d/.test(word)) return word;

  const small = word.toLowerCase();
  if (uuid.test(word)) return small;
  if (!isOwnReference(word) && word !== small) return word;

  return small.replace(/^(?:r-)?[a-z]+(?=[-_])|^[a-z\d]+$/, (prefix) => prefix.toUpperCase());
}

/**
 * Words that mark a number as something other than a reference: as a prefix (`INV-2024-0091`),
 * label (`invoice: 0091`) or column heading. They are listed without blanks and in small letters.
 */
const otherThings = new Set(
  (
    'account acct acc ac nuban iban wallet card pan bvn nin tin rc phone tel telephone mobile gsm whatsapp call ' +
    'session trace span request xrequest req correlation corr evt row pagerduty opsgenie device terminal tid mid aid pos atm rrn stan auth authorization ' +
    'authorisation approval ticket tkt case incident inc issue chg prb ritm sup jira zendesk freshdesk intercom hubspot salesforce servicenow github gitlab linear pr mr bug invoice inv receipt rcpt quote ' +
    'order ord batch lot sort institution amount amt ngn usd eur gbp balance fee charge otp pin token key swift bic imei serial sn ' +
    'employee emp staff model meter iuc smartcard decoder plate policy pod host hostname node server srv svc job run log db pid ppid worker goroutine port bytes dur duration elapsed latency offset vpc ip version build ' +
    'commit rb runbook kb adr epic sop api app web sm error file image img vid photo scan screenshot doc form user visa iso rfc cve utf sha http'
  ).split(' '),
);
/**
 * Words that stand before another thing's number and before a reference. As a prefix, or with `no`
 * or `id`, they mark any number as something else (`merchant-2207`, `event id: 88af`). Alone, they
 * mark only digits: `merchant 2207`, but `the customer GARO-8f3k2j1`.
 */
export const otherOwner = /^(?:customer|merchant|agent|bank|event|message|msg)$/i;
/**
 * Short names of banks: a number after such a name is usually an account. The bank list is not
 * available here.
 */
const bankName =
  /^(?:uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;
/** Banks whose names are also ordinary words, and words for the two sides of a transfer. */
const bankWordOrSide =
  /^(?:access|first|firstbank|keystone|union|unity|alat|heritage|from|to|debit|credit|sender|beneficiary)$/i;

/**
 * Whether a prefix or label (without blanks, hyphens and underscores) says that a number is not a
 * reference.
 */
export function namesOther(prefix: string): boolean {
  const name = prefix.toLowerCase();
  const bare = name.replace(/s?(?:nos?|num|numbers?|ids?|code)$|s$/, '');
  return otherThings.has(name) || otherThings.has(bare) || (name !== bare && otherOwner.test(bare));
}

const monthPattern = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*';

const money = 'ngn|usd|naira|kobo|dollars?';
const measures =
  '(?:hr|hour|min|minute|sec|second|day|week|month|year|v?cpu|req|item)s?|[mnuµ]s|[gmkt]i?b|[gmk]?bps|[rqt]ps|bytes|kg|pcs|lines|rows|times';
/** Units of money, time, size and count: a number before one is an amount or a measure. */
export const units = `k|${money}|${measures}`;

/**
 * Each matches a date, a time, a duration, an amount, a count or a size that is written as one
 * word.
 */
const ordinaryForms: readonly RegExp[] = [
  new RegExp(
    `^(?:\\d{1,5}(?:st|nd|rd|th|s|x|h|m|am|pm)|\\d{1,9}(?:${measures}))+$|^\\d+(?:${money})$|^\\d{1,7}(?:k|m|bn|n)$`,
    'i',
  ),
  /^(?:19|20)\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?:T[\d-]*Z?)?$/i,
  new RegExp(
    `^(?=.*\\d)(?:(?:\\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\\d\\d)[-_]?)?${monthPattern}(?:[-_]?\\d{1,4}(?:T[\\d-]*Z?)?)?$`,
    'i',
  ),
  /^\d{1,2}[-_]\d{1,2}[-_](?:19|20)\d\d$/,
  /^(?:Q[1-4]|H[12]|FY|mid|early|late)[-_]?\d{2,4}$/i,
  /^(?:ngn|usd|eur|gbp|n|amt|amount)[-_]?\d+(?:k|m|bn)?(?:dr|cr)?$/i,
  /^(?:refs?|references?|txns?|trx|tx|ids?|no|item|row|line)\d{1,2}$/i,
  /^(?=\p{Lu}*\p{Ll})\p{L}+-\d{1,2}$|^\d{1,3}-\p{Ll}{3,}$/u, // `tier-1`, `4-attempts`
  /^now-\d+[smhdwy]$/i, // in a dashboard's address
  // a status of a receipt of which a scanner has made digits: `Successfu1`, `c0mp1eted`
  /^(?=.*\d)(?:[s5]ucce[s5]{2}fu[l1i]|c[o0]mp[l1]eted|fa[il1]{2}ed|pend[i1]ng|rever[s5]ed|dec[il1]{2}ned)$/i,
];

/** Whether a word, or each of its parts, is a date, an amount or the like, and no reference. */
export function isOrdinary(word: string): boolean {
  const isOrdinaryForm = (text: string) => ordinaryForms.some((form) => form.test(text));
  if (isOrdinaryForm(word)) return true;

  const mayHaveParts = /[-_]/.test(word) && word.length <= referenceLengthMax;
  return mayHaveParts && word.split(/[-_]/).every(isOrdinaryForm);
}

/** A prefix and parts that the signs of an address join: `PAY/77?x=1`, `PAY-77#2`. */
export const withSigns = '[A-Z]{2,10}[/-][A-Za-z\\d]+(?:\\?\\w+=|[#%])[\\w/?#%=&+-]*[A-Za-z\\d]';

/**
 * `TRF|q0x7ns31|1757718844`, `TRF/2026/000123`: some gateways join the parts of a reference with
 * bars, slashes or other signs, and some frame theirs: `_GARO_1_`.
 */
const partedForm = new RegExp(
  `^(?:[A-Za-z]{2,8}(?:\\|\\d{1,3})?\\|[A-Za-z\\d]{6,}\\|\\d{3,}|[A-Z]{2,8}/\\d{2,4}/\\d{4,}|_+[A-Z]+_(?=\\w*\\d)(?!\\w*\\d{10})[\\w-]+_|${withSigns})$`,
);
export const isParted = (word: string) => partedForm.test(word);

/** Whether the word's prefix marks it as something other than a reference: `POS-2232AB12`. */
export function hasOtherPrefix(word: string): boolean {
  const prefix = /^_*(\p{L}*)/u.exec(word)?.[1] ?? '';
  return namesOther(prefix) || otherOwner.test(prefix);
}

/**
 * Whether a prefix says that a word is no reference (`BVN-22212345678`), or the word is too short
 * (`b2b`).
 */
export function isNonReference(word: string): boolean {
  return word.length < 4 || (/^\p{L}+[-_]?\d[\d_-]*$/u.test(word) && hasOtherPrefix(word));
}

/**
 * Whether a text is almost surely a reference: one of the service's own; a prefix in capitals and
 * five or more letters and digits (eight in several parts); a prefix and seven or more digits (ten
 * in parts); a UUID; one long word of letters and four or more digits. After a prefix with small
 * letters, letters and digits must alternate.
 */
export function hasReferenceShape(text: string): boolean {
  const word = withoutSuffix(text);
  if (word.length > referenceLengthMax) return false;
  if (isOwnReference(word) || uuid.test(word) || (isParted(word) && !hasOtherPrefix(word)))
    return true;

  const prefixed = /^(?:[A-Za-z][-_])?([A-Za-z][A-Za-z\d]*?)[-_](.+)$/.exec(word);
  if (prefixed === null) return isLongMixture(word);

  const [, prefix = '', body = ''] = prefixed;
  return isBodyOfReference(prefix, body);
}

/**
 * Drops the number of an attempt or part, which may or may not belong to the reference:
 * `PSTK_9k3m5n7p1q/2`.
 */
export const withoutSuffix = (text: string) => text.replace(/\/\d{1,3}$/, '');

/** Whether the parts behind a prefix make a reference with it: `9k3m5n7p1q` behind `PSTK_`. */
function isBodyOfReference(prefix: string, body: string): boolean {
  if (prefix.length > 10 || hasOtherPrefix(prefix) || isOrdinary(body)) return false;

  const parts = body.split(/[-_]+/);
  const joined = parts.join('');
  const isAllDigits = /^\d+$/.test(joined);

  // An account or phone number is none, whole or as a part: `PAY-0123456789`, `PAY-X1-08031234567`.
  const isOfPerson = (part: string) => isPersonalNumber(part) || /^0\d{9,10}$/.test(part);
  if (!isAllDigits && parts.some(isOfPerson)) return false;
  if (isOrdinary(joined) || isPersonalNumber(joined)) return false;
  if (isAccountWithName(`${prefix}_${body}`)) return false;

  // `PAY-1234567`, `PAY-12345-67890`; too short: `PAY-123456`, `PAY-1234-56789`.
  if (isAllDigits) return joined.length >= (parts.length > 1 ? 10 : 7);

  // `pay_9k3m5n`, `Pay-9k3m5n`; but not `pay_live_9k3m5n`, nor `checkout_9k3m5n`.
  const isPrefixInCapitals = /^[A-Z\d]+$/.test(prefix);
  if (!isPrefixInCapitals)
    return prefix.length < 8 && parts.some(isAlternating) && !/^[a-z]{4,}$/.test(parts[0] ?? '');

  // `PAY-4F7A2`, `PAY-2026-4F7A2` (a year tells nothing, nor does a word), `PAY-4F-7A21B3`; too
  // short: `PAY-4F7A`, `PAY-4F-7A2`, `PAY-0147-pending`.
  const telling = parts.filter((part) => !isOrdinary(part) && !/^\p{Ll}{4,}$/u.test(part));
  const text = telling.join('');

  return /\d/.test(text) && text.length >= (telling.length > 1 ? 8 : 5);
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether letters and digits alternate: `9k3m5n`. */
function isAlternating(part: string): boolean {
  return part.length >= 6 && count(part, /\d/g) >= 2 && count(part, /[A-Za-z]+|\d+/g) >= 3;
}

/** Matches a hash, a trace, a key, or an address in a program's memory. */
const hexadecimal = /^(?:0[xX][\da-fA-F]+|[\da-f]+)$/;

/**
 * Whether a word is a long mix of letters and digits. Hashes, traces and keys (small hexadecimal)
 * do not count.
 */
function isLongMixture(word: string): boolean {
  if (!/^(?:[A-Z\d]{10,40}|[a-z\d]{10,40})$/.test(word) || hexadecimal.test(word)) return false;

  const letters = /^[A-Za-z]*/.exec(word)?.[0] ?? '';
  if (isPersonalNumber(word.slice(letters.length))) return false;

  const digits = count(word, /\d/g);
  if (digits < 4 || word.length - digits < 2) return false;
  if (namesOther(letters) || isOrdinary(word) || isAccountWithName(word)) return false;

  return count(word, /[A-Za-z]+|\d+/g) >= 4 || (letters !== '' && digits >= 8);
}

/** Prefixes under which programs number what they do: `req-7f2c1d9e4b`, `evt_01JDVQ8M2Z`. */
const logPrefix =
  /^(?:req(?:uest)?|corr|eve?n?t|trace|span|msg|row|job|run|inc(?:ident)?)[-_].*\d/i;

/**
 * Whether a log names an address, a trace, a pod or a worker so: `0x7f2e1c0b`, `7f0c1e9a4b2d4d11`,
 * `payout-worker-3`.
 */
export const isMachine = (word: string) =>
  logPrefix.test(word) ||
  /^0[xX][\da-fA-F]+$|^(?=.*[a-f])[\da-f]{7,}$|-[a-z\d]{6,10}-[a-z\d]{5}$|^\p{Ll}+(?:-\p{Ll}+|-\d+(?=-\p{Ll}))+-\d{1,4}$/u.test(
    word,
  );
/** A UUID, or what is left of one: `0f8fad5b-d9cb-469f`. */
const uuidOrPiece = /^(?=.*[a-f])[\da-f]{8}(?:-[\da-f]{1,12}){1,4}$/i;
/** The same as `isMachine`, and UUIDs, which may be references all the same. */
export const isOfLog = (word: string) => uuidOrPiece.test(word) || isMachine(word);

/** Whether a word that was not looked up may be a whole reference, for which a button would ask. */
export const mayBeWhole = (word: string) =>
  !isCutOff(word) && !isOfLog(word) && !word.startsWith('#');

/**
 * Classifies a number by how many digits it has, even with a name attached. `account` includes
 * phone numbers.
 */
export function numberShape(text: string): 'session' | 'identifier' | 'account' | undefined {
  if (isSession(text)) return 'session';
  if (isIdentifier(text)) return 'identifier';
  return /^(?:\d{10,11}|234\d{10})$/.test(text) || isAccountWithName(text) ? 'account' : undefined;
}

/** Whether a text is a session id, by which the service has no look-up: 30 digits. */
export const isSession = (text: string) => /^\d{30}$/.test(text);

/** Finds the session ids in a text, whatever their label says, without duplicates. */
export function findSessions(text: string): string[] {
  return [...new Set(text.match(/(?<!\d)\d{30}(?!\d)/g))];
}

/**
 * Whether a text is 17 or 18 digits: more than card or phone numbers, fewer than session ids or
 * nanosecond times.
 */
export const isIdentifier = (text: string) => /^\d{17,18}$/.test(text);

/** Whether a number is written with an exponent, as a spreadsheet does: `1.23E+17`. */
export const isExponential = (text: string) => /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text);

/**
 * Whether a spreadsheet may have shortened a number to 15 digits: `1.23E+17`, `12345698690885500`.
 */
export const isShortened = (text: string) => isExponential(text) || /^\d{15}0{2,3}$/.test(text);

/**
 * Whether a word is an account or phone number with a name attached: `Ada_Obi_0123456789`,
 * `0123456789GTB`. Capitals before a hyphen are more likely a reference's prefix, unless the digits
 * start like an account or phone number.
 */
export function isAccountWithName(word: string): boolean {
  const nameAndDigits = /^(\p{L}[\p{L}_-]*)(\d{10,11}|234\d{10})$/u.exec(word);
  if (nameAndDigits === null) return /^\d{10,11}[-_]?\p{L}+$/u.test(word);

  const [, name = '', digits = ''] = nameAndDigits;
  const isGlued = /^\p{L}+$/u.test(name);
  if (isGlued || /\p{Ll}/u.test(name) || digits.startsWith('0')) return true;

  const namesBankOrSide = name
    .split(/[-_]/)
    .some((part) => bankName.test(part) || bankWordOrSide.test(part));
  const startsWithDate = /^20\d\d[01]/.test(digits);

  return namesBankOrSide || (/[-_]./.test(name) && !startsWithDate);
}

export const isBankName = (word: string) => bankName.test(word);
