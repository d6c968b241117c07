import { maskPersonal } from './personal.ts';
import { isIdentifier, isOfLog } from './shapes.ts';

/** The most characters that Slack's composer accepts, so the longest text a user can type. */
export const typedTextMax = 12_000;

/** Matches URL escapes such as `%3D` that are next to a letter: `20%25` may be a percentage. */
const urlEscape = /%(?:(?<=[a-z]%)|(?=..[a-z]))(?:2[0369CDF]|3[ABDF])/gi;

/** Matches the sign of an escape that was itself escaped, as often as it was: `%252D` is `%2D`. */
const escapedSign = /%(?:25)+(?=[\da-f]{2})/gi;

/** Matches `:point_right:`, but not the colons of `ref:garo-8f3k2j1:failed` or `10:30:45`. */
const emojiName = /(?<![^\s:]):[a-z][a-z\d_+'-]{0,60}:(?=[\s:]|$)/g;

const htmlEntities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * Converts a text to plain characters: unwraps Slack's links, drops mentions, decodes entities and
 * escapes (JSON, URL), and makes hyphens and quotes of all kinds ASCII. Keeps lines and columns,
 * which separate the values of a table. Masks keys and card numbers. Patterns for Slack's markup
 * stop at `<`, which Slack escapes within it; many `<` would otherwise take quadratic time.
 */
export function cleanText(text: string): string {
  const plain = unwrapLinks(unfoldMail(text).replace(/<[@#!][^<>]*>/g, ' '))
    .replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => htmlEntities[name] ?? '')
    .replace(/\\[nrt]|\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\\(["/])/g, '$1')
    .replace(escapedSign, '%')
    .replace(urlEscape, decodeURIComponent)
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '') // invisible characters
    // A spaced em dash stays: it separates words.
    .replace(/[\u2010-\u2013\u2015\u2212\ufe58\ufe63]/g, '-')
    .replace(/(?<=\S)\u2014(?=\S)/g, '-')
    .replace(/[\u2018-\u201b\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2039\u203a]/g, '"')
    .replace(emojiName, ' ')
    .replace(/^[^\S\n]*(?:>[^\S\n]?)+/gm, ''); // quote marks of e-mail
  return maskPersonal(plain);
}

/** Undoes how the source of a mail breaks its lines anywhere, with `=` at their ends. */
export function unfoldMail(text: string): string {
  return /^content-transfer-encoding: *quoted-printable/im.test(text)
    ? text.replace(/(?<!\?)=\r?\n/g, '').replace(/=3D/gi, '=')
    : text;
}

/**
 * Unwraps Slack's links: `<tel:+2348012|08012>` → `08012`; a web link becomes its text and then its
 * URL.
 */
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

const quoteOrBlank = /[\s"'`,;]/;

/**
 * Tidies a cleaned text to be quoted, logged and searched: cut, and without quotes or brackets
 * around it.
 */
export function tidyText(plain: string): string {
  const folded = plain.slice(0, typedTextMax).replace(/[^\S\n\t]+/g, ' ');
  return stripEnds(folded, quoteOrBlank, quoteOrBlank).replace(/^[([{](.+)[)\]}]$/s, '$1');
}

/**
 * Strips matching characters from both ends, in linear time. A regular expression for the
 * characters at the end would take quadratic time: it tries each character of every run of such
 * characters in the middle.
 * @param opening matches one character to strip from the start
 * @param closing matches one character to strip from the end
 */
export function stripEnds(text: string, opening: RegExp, closing: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && opening.test(text.charAt(start))) start += 1;
  while (end > start && closing.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Matches a session id in groups of four digits, or as the sender, the time and a number. */
const spacedSession =
  /(?<![\d.,-])(?:(?:\d{4}[ -]){7}\d\d|\d{6}[ -]\d{12}[ -]\d{12})(?![\d-]|[.,]\d)/g;

/**
 * Joins the groups of digits in session ids (`1000 0424 …`), phone and account numbers (`0803 123
 * 4567`, `012-345-6789`), but not in dates.
 */
export function joinSpacedNumbers(text: string): string {
  return text
    .replace(spacedSession, (session) => session.replace(/\D/g, ''))
    .replace(/(?<![\d.,-])(\d{3,4})[ .-](\d{3})[ .-](\d{4})(?![\d-]|[.,]\d)/g, '$1$2$3');
}

/** Matches a run of text between blanks or the punctuation of rows and JSON. */
const addressOrWord = /[^\s,;|"'`{}[\]()<>]+/g;

/**
 * Reduces each web address to the parts of its path and query that may name a transaction, and each
 * e-mail address to the service's own references in it: `garo-8f3k2j1@pay.example`.
 */
export function unwrapAddresses(text: string): string {
  return text.replace(addressOrWord, (run) => {
    // `tx_ref=PSTK_9f8a7d6s5c&redirect_url=https://shop.example/` has a reference before its
    // address.
    const start = Math.max(0, run.search(/[a-z]{2,12}(?::\/\/|%3A%2F%2F)/i));
    const head = isWebAddress(run.slice(0, start)) ? '' : run.slice(0, start);
    const address = run.slice(head.length);
    if (isWebAddress(address)) return `${head} ${wordsInAddress(address)} `;

    const isMailAddress = /^[^@]+@\p{L}[^@]*\./u.test(address);
    return isMailAddress ? ` @ ${dropForeignWords(address)}` : address;
  });
}

export function isWebAddress(chunk: string): boolean {
  return (
    /:\/\/|%3A%2F%2F/i.test(chunk) || /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d{2,5})?[/?#]\w/i.test(chunk)
  );
}

const wordWithHyphens = /[A-Za-z\d]+(?:[-_]+[A-Za-z\d]+)*/g;
const ownPrefix = /(?<![a-z\d])GARO-/i;
const transferWord =
  /trans(?:action|fer)|payment|payout|reference|(?<![a-z])(?:ref|trans?|txn?|tr[xf])s?(?![a-z])/i;

/** Replaces a dropped word, so that a label before it is not applied to the next word. */
const droppedWord = ' · ';

/**
 * Drops UUIDs and codes from an address, as they name pages, files, keys or people. A code stays if
 * the part of the address right before it, or its prefix, says that it is a transaction's.
 */
function wordsInAddress(address: string): string {
  const unescaped = address.replace(/%(?:2[36F]|3[ADF])/gi, decodeURIComponent);
  const path = unescaped.replace(/^(?:[a-z]+:\/\/)?[^/?#]*/i, '');
  let partBefore = ''; // of the path, or the key of a value
  return path.replace(/[^/?#&=:]+/g, (part) => {
    const followsTransferWord = transferWord.test(partBefore);
    partBefore = part;
    if (followsTransferWord) return part;
    return part.replace(wordWithHyphens, (word) => (isPageId(word) ? droppedWord : word));
  });
}

/** Keeps the service's own references in a text; drops all other words and numbers. */
function dropForeignWords(text: string): string {
  return text.replace(wordWithHyphens, (word) => (ownPrefix.test(word) ? word : droppedWord));
}

/**
 * Whether a word is a web page's id. A number as long as a transfer's identifier hardly ever is
 * one.
 */
function isPageId(word: string): boolean {
  if (/^\d+$/.test(word)) return !isIdentifier(word);
  if (!/\d/.test(word) || !/[a-z]/i.test(word) || ownPrefix.test(word)) return false;
  return isOfLog(word) || word.search(transferWord) !== 0;
}
