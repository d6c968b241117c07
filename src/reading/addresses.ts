import { isIdentifier } from './shapes.ts';

/** What stands between blanks and the punctuation of rows and JSON. */
const piece = /[^\s,;|"'`{}[\]()<>]+/g;

/**
 * Keeps of a web address only what of its path and query may name a transaction, and of an e-mail address only one of the
 * service's own references: `garo-8f3k2j1@pay.example`.
 */
export function openAddresses(text: string): string {
  return text.replace(piece, (chunk) => {
    if (isWebAddress(chunk)) return ` ${wordsInAddress(chunk)} `;
    return /^[^@]+@\p{L}[^@]*\./u.test(chunk) ? ` @ ${ownIn(chunk)}` : chunk;
  });
}

export function isWebAddress(chunk: string): boolean {
  return /:\/\/|%3A%2F%2F/i.test(chunk) || /^(?:[a-z\d-]+\.)+[a-z]{2,}[/:?#]/i.test(chunk);
}

const word = /[A-Za-z\d]+(?:[-_]+[A-Za-z\d]+)*/g;
const isOfService = /(?<![a-z\d])GARO-/i;
const isPrefixed = /^(?:[A-Za-z]-)?[A-Za-z][A-Za-z\d]{1,9}[-_]/;
const holdsUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const isHash = /^[a-z]{2,10}-[\da-f]{8,40}$/;
const isAboutTransfers = /transaction|transfer|payment|payout|reference|(?<![a-z])(?:ref|trans?|txn?|trx)s?(?![a-z])/i;

/**
 * A code without a prefix, a UUID or a hash names a channel, a file, a key or a person, unless the address says right
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
  return holdsUuid.test(found) || isHash.test(found) || !isPrefixed.test(found);
}
