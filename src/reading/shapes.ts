/** What a word is by its own looks, wherever it stands. The lists and patterns are data: a new case is a row of them. */

/** The service's own references, and how long they are: `GARO-8f3k2j1`, `R-GARO-8f3k2j1`. */
const own = /^(?:R-)?GARO-[a-z\d]{7}$/i;
const ownInside = /(?<![^-_+])(?:R-)?GARO-[a-z\d]{7}(?![^-_+])/gi;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** No reference that is found in a longer text is longer. */
const longest = 64;

/** The whole of one, in any letter case. Without a digit it may as well be a word: `GARO-payment`. */
export function isOwn(word: string): boolean {
  return own.test(word) && /\d/.test(word);
}

/** Those that stand in a longer word: `R-GARO-8f3k2j1_failed`. */
export function ownWithin(word: string): string[] {
  return word.length > longest ? [] : [...word.matchAll(ownInside)].map(([found]) => found).filter(isOwn);
}

/** Begins as one of the service's own does and is none: `GARO-8f3k`, `GARO-payment`. */
export function isCutOff(word: string): boolean {
  return /^(?:R-)?GARO-[a-z\d]*$/i.test(word) && !isOwn(word);
}

/** The same in the case of letters that such references have; `undefined` where it has that case. */
export function inUsualCase(word: string): string | undefined {
  if (!/^[\w-]+$/.test(word) || !/\d/.test(word)) return undefined;
  const small = word.toLowerCase();
  const prefixed = small.replace(/^(?:r-)?[a-z]+(?=[-_])|^[a-z\d]+$/, (part) => part.toUpperCase());
  const usual = uuid.test(word) ? small : isOwn(word) || word === small ? prefixed : word;
  return usual === word ? undefined : usual;
}

/**
 * What stands before numbers of something else, as a prefix (`INV-2024-0091`), as a label (`invoice: 0091`) and as the
 * head of a column: without blanks and in small letters.
 */
const others = new Set(
  [
    'account acct acc ac nuban iban wallet card pan bvn nin tin rc phone tel telephone mobile gsm whatsapp call',
    'session trace span request xrequest req correlation device terminal tid mid aid pos atm rrn stan auth authorization',
    'authorisation approval ticket tkt case incident inc issue chg prb sup jira bug invoice inv receipt rcpt quote',
    'order ord batch lot sort institution amount amt ngn usd eur gbp balance fee charge otp pin token key swift bic imei serial sn',
    'model meter iuc smartcard decoder plate policy pod host node server srv svc job run log db vpc ip version build',
    'commit api app web sm error file image img vid photo scan screenshot doc form user visa iso rfc cve utf sha http',
  ].flatMap((line) => line.split(' ')),
);
/** Of these the number is something else, and the word alone is not: `the customer GARO-8f3k2j1`. */
const people = /^(?:customer|merchant|agent|bank)$/i;
/** Short names of banks: the number behind one is most often an account. The list of banks is not there to tell. */
const banks =
  /^(?:uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;
/** Banks whose names are also words, and the sides of a transfer. */
const holders =
  /^(?:access|first|firstbank|keystone|union|unity|alat|heritage|from|to|debit|credit|sender|beneficiary)$/i;

/** @param prefix or label, without blanks, hyphens and underscores */
export function namesOther(prefix: string): boolean {
  const name = prefix.toLowerCase();
  const bare = name.replace(/s?(?:nos?|num|numbers?|ids?|code)$|s$/, '');
  return others.has(name) || others.has(bare) || (name !== bare && people.test(bare));
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*';

/** A date, a time, a duration, an amount, a count or a size in one word. */
const ordinary: readonly RegExp[] = [
  /^\d{1,5}(?:st|nd|rd|th|s|x|h|hr|hrs|hours?|m|mins?|minutes?|days?|weeks?|months?|years?|am|pm|gb|mb|kb|ms|kg|pcs|items?|times)$/i,
  /^(?:\d{1,2}[hms]){1,3}$/i,
  /^(?:19|20)\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?:T[\d-]*Z?)?$/i,
  new RegExp(`^(?:\\d{1,2}(?:st|nd|rd|th)?[-_]?)?${month}[-_]?\\d{2,4}(?:T[\\d-]*Z?)?$`, 'i'),
  /^\d{1,2}[-_]\d{1,2}[-_](?:19|20)\d\d$/,
  new RegExp(`^(?:19|20)\\d\\d[-_]?${month}(?:[-_]?\\d{1,2})?$`, 'i'),
  /^(?:Q[1-4]|H[12]|FY|mid|early|late)[-_]?\d{2,4}$/i,
  /^(?:ngn|usd|eur|gbp|n|amt|amount)[-_]?\d+(?:k|m|bn)?(?:dr|cr)?$/i,
  /^\d+(?:ngn|usd|naira|kobo|dollars?)$|^\d{1,7}(?:k|m|bn|n)$/i,
  /^(?:refs?|references?|txns?|trx|tx|ids?|no|item|row|line)\d{1,2}$/i,
  /^(?=\p{Lu}*\p{Ll})\p{L}+-\d{1,2}$|^\d{1,3}-\p{Ll}{3,}$/u, // `tier-1`, `4-attempts`
];

export function isOrdinary(word: string): boolean {
  const is = (text: string) => ordinary.some((pattern) => pattern.test(text));
  return is(word) || (/[-_]/.test(word) && word.length <= longest && word.split(/[-_]/).every(is));
}

/** `TRF|q0x7ns31|1757718844`, `TRF/2026/000123`: some gateways join the parts of a reference with bars or slashes. */
export function isParted(word: string): boolean {
  return /^(?:[A-Za-z]{2,8}(?:\|\d{1,3})?\|[A-Za-z\d]{6,}\|\d{3,}|[A-Z]{2,8}\/\d{2,4}\/\d{4,})$/.test(word);
}

/** `POS-2232AB12` */
export function hasOtherPrefix(word: string): boolean {
  const [prefix = ''] = /^\p{L}*/u.exec(word) ?? [];
  return namesOther(prefix) || people.test(prefix);
}

/** A number of something else by its prefix (`BVN-22212345678`), or what is too short to be a reference (`b2b`). */
export function isOtherNumber(word: string): boolean {
  return word.length < 4 || (/^\p{L}+[-_]?\d[\d_-]*$/u.test(word) && hasOtherPrefix(word));
}

/**
 * Hardly anything but a reference: one of the service's own; a prefix in capitals and five or more letters and digits; a
 * prefix and eight digits or more; a UUID; one long word of letters and four digits or more. Small letters take a
 * mixture that is thicker.
 */
export function hasReferenceShape(text: string): boolean {
  const word = withoutSuffix(text);
  if (word.length > longest) return false;
  if (isOwn(word) || uuid.test(word) || (isParted(word) && !hasOtherPrefix(word))) return true;
  const [, prefix = '', body = ''] = /^(?:[A-Za-z][-_])?([A-Za-z][A-Za-z\d]*?)[-_](.+)$/.exec(word) ?? [];
  return prefix === '' ? isLongMixture(word) : isBehindPrefix(prefix, body);
}

/** `PSTK_9k3m5n7p1q/2`: of an attempt or a part; whether it belongs to the reference, nobody knows. */
export const withoutSuffix = (text: string) => text.replace(/\/\d{1,3}$/, '');

function isBehindPrefix(prefix: string, body: string): boolean {
  if (prefix.length > 10 || hasOtherPrefix(prefix) || isOrdinary(body)) return false;
  const parts = body.split(/[-_]+/);
  const joined = parts.join('');
  if (parts.some((part) => isOfPerson(part) || /^0\d{9,10}$/.test(part)) && !/^\d+$/.test(joined)) return false;
  if (isOrdinary(joined) || isOfPerson(joined) || isAccountWithName(`${prefix}_${body}`)) return false;
  if (/^\d+$/.test(joined)) return joined.length >= (parts.length > 1 ? 10 : 8);
  if (!/^[A-Z\d]+$/.test(prefix)) return prefix.length < 8 && parts.some(isThick);
  const telling = parts.filter((part) => !isOrdinary(part));
  const text = telling.join('');
  return /\d/.test(text) && text.length >= (telling.length > 1 ? 8 : 5);
}

/** Letters and digits that take turns. */
function isThick(part: string): boolean {
  return part.length >= 6 && count(part, /\d/g) >= 2 && count(part, /[A-Za-z]+|\d+/g) >= 3;
}

/** Digits with `a` to `f` alone are a hash, a trace or a key. */
function isLongMixture(word: string): boolean {
  if (!/^(?:[A-Z\d]{10,40}|[a-z\d]{10,40})$/.test(word) || /^[\da-f]+$/.test(word)) return false;
  const [letters = ''] = /^[A-Za-z]*/.exec(word) ?? [];
  if (isOfPerson(word.slice(letters.length))) return false;
  const digits = count(word, /\d/g);
  if (digits < 4 || word.length - digits < 2 || namesOther(letters) || isOrdinary(word) || isAccountWithName(word))
    return false;
  return count(word, /[A-Za-z]+|\d+/g) >= 4 || (letters !== '' && digits >= 8);
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** What a number looks like by the count of its digits alone, or with a name attached; an account may be a phone. */
export function numberShape(text: string): 'session' | 'identifier' | 'account' | undefined {
  if (/^\d{30}$/.test(text)) return 'session';
  if (isIdentifier(text)) return 'identifier';
  return /^(?:\d{10,11}|234\d{10})$/.test(text) || isAccountWithName(text) ? 'account' : undefined;
}

/** Longer than a card's or a phone's number, shorter than a session's and than a time in nanoseconds. */
export const isIdentifier = (text: string) => /^\d{17,18}$/.test(text);

/** A phone's, a card's or a session's number, whatever a label or a prefix says; an account's has no such mark. */
export function isOfPerson(digits: string): boolean {
  return /^(?:(?:234|0)[789][01]\d{8}|\d{30}|4\d{15}|(?:5[0-5]|65)\d{14})$/.test(digits);
}

/**
 * Whether a word is an account or phone number with a name of a bank or a person attached: `GTB0123456789`, `Ada_Obi_0123456789`, `0123456789GTB`.
 * Capitals before a hyphen are rather the prefix of a reference, unless the digits begin as accounts and phones do.
 */
export function isAccountWithName(word: string): boolean {
  const [, names = '', digits = ''] = /^(\p{L}[\p{L}_-]*)(\d{10,11}|234\d{10})$/u.exec(word) ?? [];
  if (digits === '') return /^\d{10,11}[-_]?\p{L}+$/u.test(word);
  const isGlued = /^\p{L}+$/u.test(names);
  const isName = /\p{Ll}/u.test(names) || names.split(/[-_]/).some((name) => banks.test(name) || holders.test(name));
  return isGlued || isName || digits.startsWith('0') || (/[-_]./.test(names) && !/^20\d\d[01]/.test(digits));
}

export const isBankName = (word: string) => banks.test(word);
