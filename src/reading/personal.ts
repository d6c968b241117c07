import { hasCardForm, hasReferenceShape, isPhoneOrBvn, personalNumber } from './shapes.ts';

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
const keyMask = '••secret-key••';
const pinMask = '••PIN••';
const maskForm = /••(?:secret-key|PIN|card-\d{4})••/g;

/** Where a word begins; the service's own reference may be glued before it. */
const start = '(?:(?<![\\w/+=.-])|(?<=GARO-[a-z\\d]{7}[-_]))';

/** Keys and tokens that their own form gives away, mostly by a prefix; the letter case is free. */
const keys = [
  '(?:sk|rk|pk)_(?:live|test|prod|sandbox)_[\\w-]{6,}', // Paystack, Stripe
  'sandbox_(?:sk|pk)_\\w{6,}', // Squad
  'FLW(?:SECK|PUBK)(?:_TEST)?-[\\w-]{4,}', // Flutterwave
  'MK_(?:PROD|TEST|LIVE)_\\w{6,}', // Monnify
  'whsec_[\\w+/=-]{6,}',
  'x(?:ox[a-z]|app)(?:\\.xox[a-z])?-[\\w-]{4,}', // Slack
  'hooks\\.slack\\.com/(?:services|workflows|triggers|commands|actions)/[\\w/-]+',
  'gh[opsur]_\\w{16,}|github_pat_\\w{16,}|glpat-[\\w-]{16,}',
  '(?<![a-z\\d])(?:AKIA|ASIA)[A-Z\\d]{10,}',
  'AIza[\\w-]{30,}|ya29\\.[\\w-]{10,}|GOCSPX-[\\w-]{10,}', // Google
  '(?<![a-z\\d])sk-(?:(?:proj|ant|svcacct|or)-[\\w-]{10,}|[a-z\\d]{32,})', // OpenAI, Anthropic
  '(?<![a-z\\d])SG\\.[\\w-]{16,}\\.[\\w-]{16,}', // SendGrid
  '(?<![a-z\\d])SK[a-f\\d]{32}(?![a-z\\d])', // Twilio
  '(?<![a-z\\d])(?:npm_|pypi-|hf_|shp(?:at|ss|ca|pa)_|dop_v1_|lin_api_|sq0[a-z]{3}-|hvs\\.|PMAK-|NRAK-)[\\w-]{16,}',
  '(?<!\\d)\\d{8,10}:AA[\\w-]{32,}', // Telegram
  `${start}eyJ[\\w-]{6,}\\.[\\w-]{6,}(?:\\.[\\w-]*)?`, // JSON Web Tokens
  '-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----[^"]*?(?:-----END [A-Z ]*-----|(?=")|$)',
];
export const keyForm = new RegExp(keys.join('|'), 'gi');

/** What stands between a label and its value: `api_key=`, `"secret": "`, `password is `. */
const isValue = '(?:["\'`]?\\s{0,3}(?:=>?|:)\\s{0,3}|\\s{1,3}is:?\\s{1,3})["\'`]?';
const value = '[^\\s"\'`,;&<>|(){}[\\]]';
/** Not the service's own reference, and nothing that is masked already. */
const isNoReference = '(?!(?:R-)?GARO-[a-z\\d]{7}(?![a-z\\d]))';

/** Keys and tokens of any form behind a label. The label stays, its value goes. */
const labelledKeys: readonly RegExp[] = [
  new RegExp(
    `((?:secret|passw(?:or)?d|passphrase|passcode|pwd|credentials?|(?:api|access|private|secret|public|signing|encryption|auth|account|webhook)[-_ ]?(?:key|secret|token))(?:[-_ ]?(?:key|id|hash|value))?${isValue})${isNoReference}(?=${value}{0,99}[^a-z\\s]|${value}{1,99}["'\`]?\\s*(?:[,;&}]|$))${value}{4,}`,
    'gim',
  ),
  // alone, `token` may be that of an electricity meter, which has digits alone
  new RegExp(
    `(token${isValue})${isNoReference}(?=${value}{0,99}[a-z])(?=${value}{0,99}\\d)${value}{6,}`,
    'gi',
  ),
  new RegExp(
    `((?:\\bbearer\\s{1,3}|authorization["']?\\s{0,3}[:=]\\s{0,3}["']?(?:[a-z]{2,12}\\s{1,3})?))${isNoReference}(?=${value}{0,99}[a-z])(?=${value}{0,99}[^a-z\\s])${value}{8,}`,
    'gi',
  ),
  /(:\/\/[^\s/@:]{0,60}:)[^\s/@]{3,60}(?=@)/g, // `redis://user:password@host`
];

/** A long run of small letters, capitals and digits, in which they hardly stay of one kind. */
const longMixture = new RegExp(`${start}[A-Za-z\\d+/]{32,200}={0,2}(?![\\w/+-])`, 'g');

function isRandom(word: string): boolean {
  const runs = word.match(/[a-z]+|[A-Z]+|\d+/g) ?? [];
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(word));
  return kinds.length === 3 && runs.length > word.length / 3;
}

const cardForm =
  /(?<!\d)(?:\d{15,19}|\d{4}([ ._-])\d{4}\1\d{4}\1\d{4}(?:\1?\d{2,3})?|\d{4}([ ._-])\d{6}\2\d{5})(?!\d)/g;
/** Digits right behind the service's own reference are no part of it: `GARO-8f3k2j15500…`. */
const behindOwn = /(?<=(?<![a-z\d])GARO-[a-z\d]{7})[-_]?(\d{10,19})(?!\d)/gi;

function maskCard(found: string): string {
  const digits = found.replace(/\D/g, '');
  return personalNumber(digits) === 'card' ? `••card-${digits.slice(-4)}••` : found;
}

/** A word that a card may end without a sign between: `FT26021ABC99XYZ75500000000000004`. */
const longWord = /(?<![\w-])[\w-]{17,80}(?![\w-])/g;
const personalLengths = [19, 18, 16, 15, 13, 11];

/** The personal number at a word's end, whose digits go on those of a reference. */
function tailOf(word: string): string | undefined {
  const [digits = ''] = /\d{12,}$/.exec(word) ?? [];
  const tails = personalLengths
    .filter((length) => length < digits.length)
    .map((length) => digits.slice(-length));
  return tails.find(
    (tail) => personalNumber(tail) && hasReferenceShape(word.slice(0, -tail.length)),
  );
}

function maskTail(word: string): string {
  const tail = tailOf(word);
  return tail === undefined ? word : word.slice(0, -tail.length) + maskCard(tail);
}

const pinForm =
  /(?:PIN|OTP|CVV2?|CVC|(?<![A-Za-z])(?:[Pp]in|[Oo]tp|[Cc]vv2?|[Cc]vc))[-_]?\d{3,8}(?!\d)/g;

/**
 * Masks keys, cards and PINs in a text: `sk_live_…` becomes `••secret-key••`. Linear in the text, and
 * the same when it is run again.
 */
export function maskPersonal(text: string): string {
  const withoutKeys = labelledKeys.reduce(
    (rest, labelled) => rest.replace(labelled, `$1${keyMask}`),
    text.replace(keyForm, keyMask),
  );
  return withoutKeys
    .replace(longMixture, (word) => (isRandom(word) ? keyMask : word))
    .replace(cardForm, maskCard)
    .replace(behindOwn, maskCard)
    .replace(longWord, maskTail)
    .replace(pinForm, pinMask);
}

/** The masks that a text holds, each once. */
export const masksIn = (text: string) => [...new Set(text.match(maskForm))];

const run = /(?<!\d)\d{11,14}(?!\d)/g;
/** A text for a pattern, which may take anything for a reference. */
export const withoutMasks = (text: string) => text.replace(maskForm, ' ');

/** Parts a word from the personal numbers that it is glued to: `GARO-8f3k2j1-08012345678`. */
export function partPersonal(word: string): string {
  const tail = tailOf(word);
  if (tail !== undefined) return `${word.slice(0, -tail.length)} ${tail}`;
  return word
    .replace(behindOwn, (glued, digits: string) =>
      digits.length === 10 || hasCardForm(digits) || isPhoneOrBvn(digits) ? ` ${digits}` : glued,
    )
    .replace(run, (digits) => (isPhoneOrBvn(digits) ? ` ${digits} ` : digits));
}

/**
 * Decides whether something may be asked for as a reference or an identifier; the transfer service
 * gets nothing else.
 * @returns the kind that it must not be, `undefined` when it may be asked for
 */
export function personalKind(asked: string): PersonalKind | undefined {
  const [mask] = masksIn(maskPersonal(asked));
  if (mask !== undefined) return kindOfMask(mask);
  const runs = [
    ...(asked.match(run) ?? []),
    ...[...asked.matchAll(behindOwn)].map(([, digits = '']) => digits),
  ];
  const found = runs.find(isPhoneOrBvn) ?? tailOf(asked);
  return found === undefined ? undefined : personalNumber(found);
}

function kindOfMask(mask: string): PersonalKind {
  if (mask === keyMask) return 'key';
  return mask === pinMask ? 'PIN' : 'card';
}

const explanations: Record<PersonalKind, string> = {
  key: 'That looks like a secret key: revoke it.',
  card: "That looks like a card number, so I didn't send it. If it is a transaction identifier, ask with the transfer's reference.",
  PIN: "That looks like a PIN or a one-time code, so I didn't send it.",
  phone: "That looks like a phone number, so I didn't send it.",
  BVN: "That looks like a BVN, so I didn't send it.",
};

/** Says why something was not asked for, and what to do. */
export const explainPersonal = (kind: PersonalKind) => explanations[kind];

/** Whether a word stands for something masked. */
export const isMask = (word: string) => masksIn(word)[0] === word;

/** Explains the masks among the words that were not asked for. */
export function explainMasks(words: readonly string[]): string[] {
  return [...new Set(words.filter(isMask).map(kindOfMask))].map(explainPersonal);
}
