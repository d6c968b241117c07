import { isIdentifier } from './shapes.ts';

/** The most characters that Slack's own composer takes: nobody types a longer text. */
export const typedMax = 12_000;

/**
 * What people and other apps write, in plain characters: Slack's links, entities and mentions are undone, so is what JSON
 * escapes, and hyphens and quotes of all kinds become the plain ones. Lines and columns stay, as they tell rows apart.
 * Each pattern stops at `<`, which Slack escapes inside its own wrappers; otherwise a text full of `<` takes quadratic time.
 */
export function plainText(text: string): string {
  return unwrapLinks(text.replace(/<[@#!][^<>]*>/g, ' '))
    .replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => entities[name] ?? '')
    .replace(/\\[nrt]|\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\\(["/])/g, '$1')
    .replace(escaped, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '') // what nobody sees
    .replace(/[\u2010-\u2013\u2015\u2212\ufe58\ufe63\uff0d]/g, '-') // a long dash stays: it stands between words
    .replace(/(?<=\S)\u2014(?=\S)/g, '-')
    .replace(/[\u2018-\u201b\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2039\u203a]/g, '"')
    .replace(emoji, ' ')
    .replace(/^[^\S\n]*(?:>[^\S\n]?)+/gm, ''); // the quotation of mail
}

/** `%3D` and the like, as in addresses and logs, with a letter right before or behind: `20%25` may be a percentage. */
const escaped = /%(?:(?<=[a-z]%)|(?=..[a-z]))(2[0369CDF]|3[ABDF])/gi;

/** `:point_right:`, and not the colons of `ref:garo-8f3k2j1:failed` or `10:30:45`. */
const emoji = /(?<![^\s:]):[a-z][a-z\d_+'-]{0,60}:(?=[\s:]|$)/g;

/** `<tel:+2348012|08012>` → `08012`; of a web link both what it is called and where it leads. */
function unwrapLinks(text: string): string {
  return text.replace(
    /<(tel|mailto|https?):([^|<>]*)(?:\|([^<>]*))?>/g,
    (_whole, scheme: string, address: string, label?: string) => {
      if (!scheme.startsWith('http')) return label ?? address;
      if (label === undefined) return `${scheme}:${address}`;
      return address === `//${label}` ? label : `${label} ${scheme}:${address}`;
    },
  );
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** What somebody typed, to be quoted, logged and searched: in plain characters, without the quotes around all of it. */
export function typedText(text: string): string {
  return tidied(plainText(text.slice(0, typedMax)));
}

/** The same of a text in plain characters. */
export function tidied(plain: string): string {
  const folded = plain.slice(0, typedMax).replace(/[^\S\n\t]+/g, ' ');
  return stripEnds(folded, around, around).replace(/^[([{](.+)[)\]}]$/s, '$1');
}

const around = /[\s"'`,;]/;

/**
 * Strips matching characters from both ends, in linear time. A regular expression for a run before the end takes
 * quadratic time: it tries each character of every run in the middle.
 * @param before matches one character to strip from the start
 * @param behind matches one character to strip from the end
 */
export function stripEnds(text: string, before: RegExp, behind: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && before.test(text.charAt(start))) start += 1;
  while (end > start && behind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** `0803 123 4567` and `012-345-6789` are one number each, as phones and accounts are written; dates are not. */
export function joinSpacedNumbers(text: string): string {
  return text.replace(/(?<![\d.,-])(\d{3,4})[ .-](\d{3})[ .-](\d{4})(?![\d-]|[.,]\d)/g, '$1$2$3');
}

/** What stands between blanks and the punctuation of rows and JSON. */
const piece = /[^\s,;|"'`{}[\]()<>]+/g;

/**
 * Keeps of a web address only what of its path and query may name a transaction, and of an e-mail address only one of the
 * service's own references: `garo-8f3k2j1@pay.example`.
 */
export function openAddresses(text: string): string {
  return text.replace(piece, (all) => {
    // `tx_ref=PSTK_9f8a7d6s5c&redirect_url=https://shop.example/` has a reference before its address.
    const at = Math.max(0, all.search(/[a-z]{2,12}(?::\/\/|%3A%2F%2F)/i));
    const before = isWebAddress(all.slice(0, at)) ? '' : all.slice(0, at);
    const chunk = all.slice(before.length);
    if (isWebAddress(chunk)) return `${before} ${wordsInAddress(chunk)} `;
    return /^[^@]+@\p{L}[^@]*\./u.test(chunk) ? ` @ ${ownIn(chunk)}` : chunk;
  });
}

export function isWebAddress(chunk: string): boolean {
  return /:\/\/|%3A%2F%2F/i.test(chunk) || /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d{2,5})?[/?#]\w/i.test(chunk);
}

const word = /[A-Za-z\d]+(?:[-_]+[A-Za-z\d]+)*/g;
const isOfService = /(?<![a-z\d])GARO-/i;
const isPrefixed = /^(?:[A-Za-z]-)?[A-Za-z][A-Za-z\d]{1,9}[-_]/;
const holdsUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const isAboutTransfers = /transaction|transfer|payment|payout|reference|(?<![a-z])(?:ref|trans?|txn?|trx)s?(?![a-z])/i;

/**
 * A code without a prefix or a UUID names a channel, a file, a key or a person, unless the address says right
 * before it that it is a transaction's.
 */
function wordsInAddress(address: string): string {
  const path = address.replace(/^(?:[a-z]+:\/\/)?[^/?#]*/i, '');
  let before = ''; // the part of the path, or the key, before this one
  return path.replace(/[^/?#&=:]+/g, (part) => {
    const isBehind = isAboutTransfers.test(before);
    before = part;
    return isBehind ? part : part.replace(word, (found) => (isOfPage(found) ? gone : found));
  });
}

const ownIn = (text: string) => text.replace(word, (found) => (isOfService.test(found) ? found : gone));

/** Stands for a word, so that a label before it is not taken for one of the next. */
const gone = ' · ';

/** Digits as long as a transfer's identifier are hardly a page's. */
function isOfPage(found: string): boolean {
  if (/^\d+$/.test(found)) return !isIdentifier(found);
  if (!/\d/.test(found) || !/[a-z]/i.test(found) || isOfService.test(found)) return false;
  return holdsUuid.test(found) || !isPrefixed.test(found);
}
