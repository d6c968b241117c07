/**
 * Functions that classify a word by form alone, without context. For a new case, add a row to a
 * list or pattern.
 */

/** The service's own references, always of this length: `GARO-8f3k2j1`, `R-GARO-8f3k2j1`. */
const own = /^(?:R-)?GARO-[a-z\d]{7}$/i;
/** One beside other parts of a word: `NIP-GARO-8f3k2j1_failed`. */
const ownInside = /(?<![^-_+])(?:R-)?GARO-[a-z\d]{7}(?![^-_+])/gi;
/** One that is glued to what is beside it, or has lost its hyphen: `GARO-8f3k2j1Amount`. */
const ownGlued =
  /[Gg][Aa][Rr][Oo0][-_]?(?=[A-Za-z]{0,6}\d)([A-Za-z\d]{7})(?:(?![a-z\d])|(?=[a-z]{2,}(?![a-z\d])))/g;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The longest reference to find in a text, in characters. */
const longest = 64;

/**
 * Whether a word is a reference of the service's own, in any letter case. `GARO-payment` is not: it
 * has no digit.
 */
export function isOwnReference(word: string): boolean {
  return own.test(word) && /\d/.test(word);
}

/** Finds the service's own references within a longer word: `R-GARO-8f3k2j1_failed`. */
export function findOwnReferences(word: string): string[] {
  return word.length > longest || !word.includes('-')
    ? []
    : [...word.matchAll(ownInside)].map(([found]) => found).filter(isOwnReference);
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
  if (word.length > longest) return;

  const glued = [...word.matchAll(ownGlued)].map(([, body]) => `GARO-${body}`);
  const figures = glued.map((own) =>
    own.replace(/(?<=-.*)[lIO]/g, (sign) => (sign === 'O' ? '0' : '1')),
  );
  const bare = [word.replace(/^_(.+)_$/, '$1'), withoutSuffix(word)];
  if (isTail(word)) bare.push(`GARO-${word.toLowerCase()}`);
  const others = new Set([...bare, ...glued, ...figures].flatMap(inBothCases));
  for (const other of others) if (!written.includes(other)) yield other;
}

/** Whether a word may be one of the service's own references without its prefix: `2x9f4t7`. */
export const isTail = (word: string) => /^[a-z\d]{7}$/i.test(word) && isThick(word);

/** The service's own references are looked up in their usual letter case first. */
function inBothCases(reading: string): string[] {
  const usual = inUsualCase(reading) ?? reading;
  return isOwnReference(reading) ? [usual, reading] : [reading, usual];
}

/** Converts a reference to the usual letter case of its kind; `undefined` if nothing changes. */
export function inUsualCase(word: string): string | undefined {
  if (!/^[\w-]+$/.test(word) || !/\d/.test(word)) return undefined;
  const small = word.toLowerCase();
  const prefixed = small.replace(/^(?:r-)?[a-z]+(?=[-_])|^[a-z\d]+$/, (part) => part.toUpperCase());
  const isOfOneCase = isOwnReference(word) || word === small;
  const usualOfKind = isOfOneCase ? prefixed : word;

  const usual = uuid.test(word) ? small : usualOfKind;
  return usual === word ? undefined : usual;
}

/**
 * Words that mark a number as something other than a reference: as a prefix (`INV-2024-0091`),
 * label (`invoice: 0091`) or column heading. They are listed without blanks and in small letters.
 */
const others = new Set(
  [
    'account acct acc ac nuban iban wallet card pan bvn nin tin rc phone tel telephone mobile gsm whatsapp call',
    'session trace span request xrequest req correlation device terminal tid mid aid pos atm rrn stan auth authorization',
    'authorisation approval ticket tkt case incident inc issue chg prb sup jira bug invoice inv receipt rcpt quote',
    'order ord batch lot sort institution amount amt ngn usd eur gbp balance fee charge otp pin token key swift bic imei serial sn',
    'employee emp staff model meter iuc smartcard decoder plate policy pod host node server srv svc job run log db vpc ip version build',
    'commit api app web sm error file image img vid photo scan screenshot doc form user visa iso rfc cve utf sha http',
  ].flatMap((line) => line.split(' ')),
);
/**
 * Words that mark a number so only as a prefix or with `no` or `id`, but not alone: `the customer
 * GARO-8f3k2j1`.
 */
const people = /^(?:customer|merchant|agent|bank)$/i;
/**
 * Short names of banks: a number after such a name is usually an account. The bank list is not
 * available here.
 */
const banks =
  /^(?:uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;
/** Banks whose names are also ordinary words, and words for the two sides of a transfer. */
const holders =
  /^(?:access|first|firstbank|keystone|union|unity|alat|heritage|from|to|debit|credit|sender|beneficiary)$/i;

/**
 * Whether a prefix or label (without blanks, hyphens and underscores) says that a number is not a
 * reference.
 */
export function namesOther(prefix: string): boolean {
  const name = prefix.toLowerCase();
  const bare = name.replace(/s?(?:nos?|num|numbers?|ids?|code)$|s$/, '');
  return others.has(name) || others.has(bare) || (name !== bare && people.test(bare));
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*';

/**
 * Each matches a date, a time, a duration, an amount, a count or a size that is written as one
 * word.
 */
const ordinary: readonly RegExp[] = [
  /^\d{1,5}(?:st|nd|rd|th|s|x|h|hr|hrs|hours?|m|mins?|minutes?|days?|weeks?|months?|years?|am|pm|gb|mb|kb|ms|kg|pcs|items?|times)$/i,
  /^(?:\d{1,2}[hms]){1,3}$/i,
  /^(?:19|20)\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?:T[\d-]*Z?)?$/i,
  new RegExp(`^(?:\\d{1,2}(?:st|nd|rd|th)?[-_]?)?${month}[-_]?\\d{2,4}(?:T[\\d-]*Z?)?$`, 'i'),
  new RegExp(`^\\d{1,2}-${month}$`, 'i'),
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

/** A prefix and parts that the signs of an address join: `PAY/77?x=1`, `PAY-77#2`. */
export const withSigns = '[A-Z]{2,10}[/-][A-Za-z\\d]+(?:\\?\\w+=|[#%])[\\w/?#%=&+-]*[A-Za-z\\d]';

/**
 * `TRF|q0x7ns31|1757718844`, `TRF/2026/000123`: some gateways join the parts of a reference with
 * bars, slashes or other signs.
 */
const parted = new RegExp(
  `^(?:[A-Za-z]{2,8}(?:\\|\\d{1,3})?\\|[A-Za-z\\d]{6,}\\|\\d{3,}|[A-Z]{2,8}/\\d{2,4}/\\d{4,}|${withSigns})$`,
);
export const isParted = (word: string) => parted.test(word);

/** Whether the word's prefix marks it as something other than a reference: `POS-2232AB12`. */
export function hasOtherPrefix(word: string): boolean {
  const prefix = /^\p{L}*/u.exec(word)?.[0] ?? '';
  return namesOther(prefix) || people.test(prefix);
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
 * five or more letters and digits (eight in several parts); a prefix and eight or more digits (ten
 * in parts); a UUID; one long word of letters and four or more digits. After a prefix with small
 * letters, letters and digits must alternate.
 */
export function hasReferenceShape(text: string): boolean {
  const word = withoutSuffix(text);
  if (word.length > longest) return false;
  if (isOwnReference(word) || uuid.test(word) || (isParted(word) && !hasOtherPrefix(word)))
    return true;

  const prefixed = /^(?:[A-Za-z][-_])?([A-Za-z][A-Za-z\d]*?)[-_](.+)$/.exec(word);
  if (prefixed === null) return isLongMixture(word);

  const [, prefix = '', body = ''] = prefixed;
  return isBehindPrefix(prefix, body);
}

/**
 * Drops the number of an attempt or part, which may or may not belong to the reference:
 * `PSTK_9k3m5n7p1q/2`.
 */
export const withoutSuffix = (text: string) => text.replace(/\/\d{1,3}$/, '');

function isBehindPrefix(prefix: string, body: string): boolean {
  if (prefix.length > 10 || hasOtherPrefix(prefix) || isOrdinary(body)) return false;

  const parts = body.split(/[-_]+/);
  const joined = parts.join('');
  if (
    parts.some((part) => isPersonalNumber(part) || /^0\d{9,10}$/.test(part)) &&
    !/^\d+$/.test(joined)
  )
    return false;
  if (isOrdinary(joined) || isPersonalNumber(joined) || isAccountWithName(`${prefix}_${body}`))
    return false;
  if (/^\d+$/.test(joined)) return joined.length >= (parts.length > 1 ? 10 : 7);
  if (!/^[A-Z\d]+$/.test(prefix))
    return prefix.length < 8 && parts.some(isThick) && !/^[a-z]{4,}$/.test(parts[0] ?? '');

  const telling = parts.filter((part) => !isOrdinary(part));
  const text = telling.join('');

  return /\d/.test(text) && text.length >= (telling.length > 1 ? 8 : 5);
}

/** Whether letters and digits alternate: `9k3m5n`. */
function isThick(part: string): boolean {
  return part.length >= 6 && count(part, /\d/g) >= 2 && count(part, /[A-Za-z]+|\d+/g) >= 3;
}

/**
 * Whether a word is a long mix of letters and digits. Hashes, traces and keys (small hexadecimal)
 * do not count.
 */
function isLongMixture(word: string): boolean {
  if (!/^(?:[A-Z\d]{10,40}|[a-z\d]{10,40})$/.test(word) || /^[\da-f]+$/.test(word)) return false;

  const letters = /^[A-Za-z]*/.exec(word)?.[0] ?? '';
  if (isPersonalNumber(word.slice(letters.length))) return false;

  const digits = count(word, /\d/g);
  if (
    digits < 4 ||
    word.length - digits < 2 ||
    namesOther(letters) ||
    isOrdinary(word) ||
    isAccountWithName(word)
  )
    return false;

  return count(word, /[A-Za-z]+|\d+/g) >= 4 || (letters !== '' && digits >= 8);
}

/** Whether a log names a trace, a pod or a worker so: `7f0c1e9a4b2d4d11`, `payout-worker-3`. */
export const isMachine = (word: string) =>
  /^(?=.*[a-f])[\da-f]{7,}$|-[a-z\d]{6,10}-[a-z\d]{5}$|^\p{Ll}+(?:-\p{Ll}+)+-\d{1,3}$/u.test(word);
/** The same, and UUIDs, which may be references all the same. */
export const isOfLog = (word: string) => uuid.test(word) || isMachine(word);

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

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
  return [...new Set(text.match(/(?<!\d)\d{30}(?!\d)/g) ?? [])];
}

/**
 * Whether a text is 17 or 18 digits: more than card or phone numbers, fewer than session ids or
 * nanosecond times.
 */
export const isIdentifier = (text: string) => /^\d{17,18}$/.test(text);

/**
 * Whether a spreadsheet may have shortened a number to 15 digits: `1.23E+17`, `12345698690885500`.
 */
export const isShortened = (text: string) => /^\d+(?:[.,]\d+)?E\+?\d+$|^\d{15}0{2,3}$/i.test(text);

/** Cards that Nigerians pay with: the first digits of their issuers, and all their lengths. */
const cards: readonly RegExp[] = [
  /^4\d{15}(?:\d{3})?$/, // Visa
  /^(?:5[0-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/, // Mastercard, Maestro
  /^(?:506\d|507[89]|650\d)\d{12}(?:\d\d|\d{3})?$/, // Verve
  /^3[47]\d{13}$/, // American Express
  /^(?:6011|64[4-9]\d|62\d\d)\d{12}(?:\d{3})?$/, // Discover, UnionPay
];
/** Of Nigeria's mobile networks. */
const phone = /^(?:2340?|0)[789][01]\d{8}$/;
/** BVNs begin with 22; the 0 and 1 behind that are left to dates of 2022, as `TXN-22123100045`. */
const bvn = /^22[2-9]\d{8}$/;

/**
 * What of a person digits are, whatever stands around them. A card has a known issuer and length,
 * and its check digit fits.
 */
export function personalNumber(digits: string): 'card' | 'phone' | 'BVN' | undefined {
  if (phone.test(digits)) return 'phone';
  if (bvn.test(digits)) return 'BVN';
  return hasCardForm(digits) && hasCheckDigit(digits) ? 'card' : undefined;
}

/** Whether digits may be a card with a slip in it: behind letters, that is no reference either. */
export const hasCardForm = (digits: string) => cards.some((card) => card.test(digits));

/** The check digit of Luhn, which one number in ten has by chance. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Unlike a card, neither has a check digit that tells it from an identifier. */
export const isPhoneOrBvn = (digits: string) => phone.test(digits) || bvn.test(digits);

/**
 * Whether digits are a phone, BVN, card or session number, whatever their label says. Account
 * numbers have no pattern.
 */
export function isPersonalNumber(digits: string): boolean {
  return digits.length === 30 || hasCardForm(digits) || personalNumber(digits) !== undefined;
}

/**
 * Whether a word is an account or phone number with a name attached: `Ada_Obi_0123456789`,
 * `0123456789GTB`. Capitals before a hyphen are more likely a reference's prefix, unless the digits
 * start like an account or phone number.
 */
export function isAccountWithName(word: string): boolean {
  const nameAndDigits = /^(\p{L}[\p{L}_-]*)(\d{10,11}|234\d{10})$/u.exec(word);
  if (nameAndDigits === null) return /^\d{10,11}[-_]?\p{L}+$/u.test(word);

  const [, names = '', digits = ''] = nameAndDigits;
  const isGlued = /^\p{L}+$/u.test(names);
  const isName =
    /\p{Ll}/u.test(names) ||
    names.split(/[-_]/).some((name) => banks.test(name) || holders.test(name));

  return (
    isGlued ||
    isName ||
    digits.startsWith('0') ||
    (/[-_]./.test(names) && !/^20\d\d[01]/.test(digits))
  );
}

export const isBankName = (word: string) => banks.test(word);
