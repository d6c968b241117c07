import { isDefined } from '../text.ts';
import { isPersonalNumber, personalNumber } from './personal-numbers.ts';
import { hasReferenceShape, isOwnReference, isSession } from './shapes.ts';

/**
 * Decides what no way of asking may send to the transfer service: keys and tokens, cards, phones,
 * BVNs and PINs. For a new key or card, add a row.
 */

/** A kind of text that is never looked up. */
export type PersonalKind = 'key' | 'card' | 'PIN' | 'phone' | 'BVN';

/**
 * What replaces a key, a card or a PIN in every text, so that no later step has it. Without blanks,
 * as it may stand in a web address.
 */
const maskMark = '••';
const keyMask = `${maskMark}secret-key${maskMark}`;
const pinMask = `${maskMark}PIN${maskMark}`;
const maskForm = new RegExp(`${maskMark}(?:secret-key|PIN|card-\\d{4})${maskMark}`, 'g');

/** Where a word begins; the service's own reference may be glued before it. */
const wordStart = '(?:(?<![\\w/+=.-])|(?<=GARO-[a-z\\d]{7}[-_]))';

/** Prefixes that nothing else has, also within a word; the letter case is free. */
const keyPrefixes = [
  '(?:sk|rk|pk|mk)_(?:live|test|prod|sandbox)_', // Paystack, Stripe, Monnify
  'sandbox_[sp]k_', // Squad
  'flw(?:seck|pubk)(?:_test)?-', // Flutterwave
  'xox[a-z](?:\\.xox[a-z])?-|xapp-', // Slack
  'hooks\\.slack(?:-gov)?\\.com/[a-z]+/[\\w/]+',
  'gh[opsur]_|github_pat_|glpat-',
  'AIza|ya29\\.|gocspx-', // Google
];

/** Prefixes at the start of a word only, and before 16 characters or more. */
const wordStartPrefixes =
  'sk-(?:proj|ant|or|svcacct)-|sk-(?=\\w{32})|sg\\.|npm_|pypi-|hf_|shp(?:at|ss|ca|pa)_|dop_v1_|lin_api_|sq0[a-z]{3}-|hvs\\.|pmak-|nrak-';

/** Keys and tokens that their own form gives away. */
export const keyForm = new RegExp(
  [
    `(?:${keyPrefixes.join('|')})[\\w-]{4,}`,
    `(?<![a-z\\d])(?:${wordStartPrefixes})[\\w.-]{16,}`,
    'whsec_[\\w+/=-]{4,}',
    '(?<![a-z\\d])(?:AKIA|ASIA)[A-Z\\d]{10,}', // AWS
    '(?<!\\d)\\d{8,10}:AA[\\w-]{32,}', // Telegram
    `${wordStart}eyJ[\\w-]{6,}\\.[\\w-]{6,}(?:\\.[\\w-]*)?`, // JSON Web Tokens
    '-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----[^"]*?(?:-----END [A-Z ]*-----|(?=")|$)',
  ].join('|'),
  'gi',
);

/** What stands between a label and its value: `api_key=`, `"secret": "`, `password is `. */
const beforeValue = '(?:["\'`]?\\s{0,3}(?:=>?|:)\\s{0,3}|\\s{1,3}is:?\\s{1,3})["\'`]?';
const valueCharacter = '[^\\s"\'`,;&<>|(){}[\\]]';
const holdsLetter = `(?=${valueCharacter}{0,99}[a-z])`;
const holdsNonLetter = `(?=${valueCharacter}{0,99}[^a-z\\s])`;
const endsWithValue = `(?=${valueCharacter}{1,99}["'\`]?\\s*(?:[,;&}]|$))`;

/** A key of any form behind a label, but for the service's own references. */
const keyBehind = (label: string, key: string) =>
  new RegExp(`(${label})(?!(?:R-)?GARO-[a-z\\d]{7}(?![a-z\\d]))${key}`, 'gim');

/** Keys and tokens of any form behind a label. The label stays, its value goes. */
const labelledKeys: readonly RegExp[] = [
  keyBehind(
    `(?:secret|passw(?:or)?d|passphrase|passcode|pwd|credentials?|(?:api|access|private|secret|public|signing|encryption|auth|account|webhook)[-_ ]?(?:key|secret|token))(?:[-_ ]?(?:key|id|hash|value))?${beforeValue}`,
    `(?:${holdsNonLetter}|${endsWithValue})${valueCharacter}{4,}`,
  ),
  // alone, `token` may be that of an electricity meter, which has digits alone
  keyBehind(`token${beforeValue}`, `${holdsLetter}${holdsNonLetter}${valueCharacter}{6,}`),
  keyBehind(
    '\\bbearer\\s{1,3}|authorization["\']?\\s{0,3}[:=]\\s{0,3}["\']?(?:[a-z]{2,12}\\s{1,3})?',
    `(?!\\$)${holdsLetter}${holdsNonLetter}${valueCharacter}{8,}`, // `Bearer $TOKEN` holds none
  ),
  /(:\/\/[^\s/@:]{0,60}:)[^\s/@]{3,60}(?=@)/g, // `redis://user:password@host`
];

/** A long run of small letters, capitals and digits, in which they hardly stay of one kind. */
const longMixture = new RegExp(`${wordStart}[A-Za-z\\d+/]{32,200}={0,2}(?![\\w/+-])`, 'g');

function isRandom(word: string): boolean {
  const runs = word.match(/[a-z]+|[A-Z]+|\d+/g) ?? [];
  const hasAllKinds = [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(word));
  return hasAllKinds && runs.length > word.length / 3;
}

const cardForm =
  /(?<!\d)(?:\d{15,19}|\d{4}([ ._-])\d{4}\1\d{4}\1\d{4}(?:\1?\d{2,3})?|\d{4}([ ._-])\d{6}\2\d{5})(?!\d)/g;
/** Digits right behind the service's own reference are no part of it: `GARO-8f3k2j15500…`. */
const digitsBehindOwn = /(?<=(?<![a-z\d])GARO-[a-z\d]{7})[-_]?(\d{10,19})(?!\d)/gi;

/** Matches a text about a card, whose check digit people may have typed wrongly. */
const isAboutCard = /\b(?:card|cvv2?|cvc)\b/i;

function maskCard(found: string, text = ''): string {
  const digits = found.replace(/\D/g, '');
  const isCard = personalNumber(digits) === 'card' || (digits !== found && isAboutCard.test(text));
  return isCard ? `${maskMark}card-${digits.slice(-4)}${maskMark}` : found;
}

/** A word that a card may end without a sign between: `FT26021ABC99XYZ75500000000000004`. */
const wordThatMayEndInCard = /(?<![\w-])[\w-]{17,80}(?![\w-])/g;
const personalNumberLengths = [19, 18, 16, 15, 13, 11];

/**
 * Returns the card or account number at the end of a word, glued to a reference that ends in digits
 * itself: the last sixteen of `FT26021ABC99XYZ75500000000000004`.
 */
function personalTail(word: string): string | undefined {
  const digits = /(?<!\d)\d{12,}$/.exec(word)?.[0] ?? '';
  const tails = personalNumberLengths
    .filter((length) => length < digits.length)
    .map((length) => digits.slice(-length));
  return tails.find(
    (tail) => personalNumber(tail) && hasReferenceShape(word.slice(0, -tail.length)),
  );
}

function maskCardTail(word: string): string {
  const tail = personalTail(word);
  return tail === undefined ? word : word.slice(0, -tail.length) + maskCard(tail);
}

const pinForm =
  /(?:PIN|OTP|CVV2?|CVC|(?<![A-Za-z])(?:[Pp]in|[Oo]tp|[Cc]vv2?|[Cc]vc))[-_]?\d{3,8}(?!\d)/g;

/**
 * Masks keys, cards and PINs in a text: `sk_live_…` becomes `••secret-key••`. Linear in the text,
 * and the same when it is run again.
 */
export function maskPersonal(text: string): string {
  if (isOwnReference(text)) return text; // what people ask most; the expressions take 20 µs

  const withoutKeys = labelledKeys.reduce(
    (rest, labelled) => rest.replace(labelled, `$1${keyMask}`),
    text.replace(keyForm, keyMask),
  );
  return withoutKeys
    .replace(longMixture, (word) => (isRandom(word) ? keyMask : word))
    .replace(cardForm, (found) => maskCard(found, text))
    .replace(digitsBehindOwn, (found) => maskCard(found))
    .replace(wordThatMayEndInCard, maskCardTail)
    .replace(pinForm, pinMask);
}

/** Numbers of accounts, phones, BVNs and sessions. */
const numbersToShorten = /(?<![\w-])(?:\d{10,11}|\d{30})(?![\w-])/g;

/**
 * Shortens numbers of accounts, phones and sessions in a text that says more than what is looked
 * up: `kuda 2039481756` becomes `kuda ••1756`, and a lone number stays.
 */
export function shortenNumbers(text: string): string {
  if (!/(?<!\S)\p{L}{2,}(?!\S)/u.test(text)) return text;
  return text.replace(numbersToShorten, (digits) => `${maskMark}${digits.slice(-4)}`);
}

/** The masks that a text holds, each once. */
export const masksIn = (text: string) => [...new Set(text.match(maskForm))];

/** A text for a pattern, which may take anything for a reference. */
export const withoutMasks = (text: string) => text.replace(maskForm, ' ');

const phoneOrBvnDigits = /(?<!\d)\d{11,14}(?!\d)/g;

/** Parts a word from the personal numbers that it is glued to: `GARO-8f3k2j1-08012345678`. */
export function partPersonal(word: string): string {
  const tail = personalTail(word);
  if (tail !== undefined) return `${word.slice(0, -tail.length)} ${tail}`;

  return word
    .replace(digitsBehindOwn, (glued, digits: string) =>
      digits.length === 10 || isPersonalNumber(digits) ? ` ${digits}` : glued,
    )
    .replace(phoneOrBvnDigits, (digits) => (isPersonalNumber(digits) ? ` ${digits} ` : digits));
}

/**
 * Decides whether something may be asked for as a reference or an identifier; the transfer service
 * gets nothing else.
 * @returns the kind that it must not be, `undefined` when it may be asked for
 */
export function personalKind(asked: string): PersonalKind | undefined {
  if (isOwnReference(asked)) return undefined;

  const [mask] = masksIn(maskPersonal(asked));
  if (mask !== undefined) return kindOfMask(mask);

  return partPersonal(asked).split(' ').map(personalNumber).find(isDefined);
}

function kindOfMask(mask: string): PersonalKind {
  if (mask === keyMask) return 'key';
  return mask === pinMask ? 'PIN' : 'card';
}

const kindNames: Record<PersonalKind, string> = {
  key: 'secret key',
  card: 'card number',
  PIN: 'PIN or a one-time code',
  phone: 'phone number',
  BVN: 'BVN',
};

/** Names what may not be asked for; `undefined` for anything else. */
export function refusedKindName(asked: string): string | undefined {
  const kind = personalKind(asked);
  if (kind !== undefined) return kindNames[kind];
  return isSession(asked) ? 'session id' : undefined;
}

export const askInstead = "Ask with the transfer's reference or transaction ID.";

/** Says why something was not asked for, and what to do. */
export function explainPersonal(kind: PersonalKind): string {
  if (kind === 'key') return 'That looks like a secret key: revoke it, and delete the message.';
  return `That looks like a ${kindNames[kind]}, so I didn't send it. ${askInstead}`;
}

/** Says why a session id was not looked up, and what to do. */
export const explainSession = "I can't look up session ids: ask for the payment's reference.";

/** What of a person should not stay in a message, and the text around it once that is masked. */
const personalForms: readonly (readonly [string, RegExp])[] = [
  ['a card number', /••card|\bcard\D{0,20}(?:\d[ -]?){13}/i],
  ['a PIN or CVV', /••PIN|\b(?:pin|otp|cv[vc]2?)\b\D{0,6}\d{3}/i],
  ['a BVN', /\bbvn\D{0,6}\d{11}/i],
];

/** Says what a message holds that its writer should delete; `undefined` if there is nothing. */
export function warnOfPersonal(text: string): string | undefined {
  const masked = maskPersonal(text);
  const found = personalForms.filter(([, form]) => form.test(masked)).map(([name]) => name);
  return found.length > 0 ? `Delete your message: it holds ${found.join(' and ')}.` : undefined;
}

/** Whether a word stands for something masked. */
export const isMask = (word: string) => masksIn(word)[0] === word;

/** Explains the masks among the words that were not asked for. */
export function explainMasks(words: readonly string[]): string[] {
  return [...new Set(words.filter(isMask).map(kindOfMask))].map(explainPersonal);
}
