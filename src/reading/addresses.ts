import { labelKind } from './labels.ts';
import { isIdentifier } from './shapes.ts';

/** What stands between blanks and the punctuation of rows and JSON. */
const piece = /[^\s,;|"'`{}[\]()<>]+/g;

/**
 * Keeps of a web address only the path and the query, as they may name a transaction, and of an e-mail address only one
 * of the service's own references: `garo-8f3k2j1@pay.example`.
 */
export function openAddresses(text: string): string {
  return text.replace(piece, (chunk) => {
    if (isWebAddress(chunk)) return ` ${pathOf(chunk)} `;
    return isEmailAddress(chunk) ? ` @ ${ownIn(chunk)}` : chunk;
  });
}

export function isWebAddress(chunk: string): boolean {
  return /:\/\/|%3A%2F%2F/i.test(chunk) || /^(?:[a-z\d-]+\.)+[a-z]{2,}[/:?#]/i.test(chunk);
}

function isEmailAddress(chunk: string): boolean {
  const at = chunk.indexOf('@');
  return at > 0 && /\p{L}/u.test(chunk.charAt(at + 1)) && chunk.indexOf('.', at) > 0;
}

function pathOf(escaped: string): string {
  const address = openPercentEscapes(escaped);
  const from = address.indexOf('://');
  if (/[/?#]/.test(address.slice(0, Math.max(from, 0)))) return wordsInAddress('', address); // `/login?next=https://…`
  const [host = ''] = /^[^/?#]*/.exec(from === -1 ? address : address.slice(from + 3)) ?? [];
  return wordsInAddress(host, address.slice((from === -1 ? 0 : from + 3) + host.length));
}

/** Its paths are of channels, people, files and moments. */
const isOfSlack = /(?:^|\.)slack(?:-files)?\.com(?::\d+)?$/i;
const word = /[A-Za-z\d]+(?:[-_]+[A-Za-z\d]+)*/g;
const isOfService = /(?<![a-z\d])GARO-/i;
const isPrefixed = /^(?:[A-Za-z]-)?[A-Za-z][A-Za-z\d]{1,9}[-_]/;
const holdsUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const isHash = /^[a-z]{2,10}-[\da-f]{8,40}$/;
const isAboutTransfers = /transaction|transfer|payment|payout|reference|(?<![a-z])(?:ref|trans?|txn?|trx)s?(?![a-z])/i;

/**
 * The path and the query of a web address, without what is the page's own: a code without a prefix, a UUID or a hash
 * names a channel, a file, a key or a person, unless the address says right before it that it is a transaction's.
 */
function wordsInAddress(host: string, path: string): string {
  if (isOfSlack.test(host)) return ownIn(path);
  let before = ''; // the part of the path before this one
  return path.replace(/[^/?#&]+/g, (part) => {
    const isBehind = isAboutTransfers.test(before) && !before.includes('=');
    before = part;
    return withoutOwn(part, isBehind);
  });
}

const ownIn = (text: string) => text.replace(word, (found) => (isOfService.test(found) ? found : gone));

/** Stands for a word, so that a label before it is not taken for one of the next. */
const gone = ' · ';

function withoutOwn(part: string, isBehind: boolean): string {
  let isCounted = isBehind;
  return part.replace(/([^=:]*)([=:]?)/g, (_whole, said: string, sign: string) => {
    const kept = isCounted ? said : said.replace(word, (found) => (isOfPage(found) ? gone : found));
    const kind = labelKind(said);
    if (sign !== '') isCounted = kind === 'reference' || kind === 'transaction';
    return kept + sign;
  });
}

/** Digits as long as a transfer's identifier are hardly a page's. */
function isOfPage(found: string): boolean {
  if (/^\d+$/.test(found)) return !isIdentifier(found);
  if (!/\d/.test(found) || !/[a-z]/i.test(found) || isOfService.test(found)) return false;
  return holdsUuid.test(found) || isHash.test(found) || !isPrefixed.test(found);
}

/** What addresses escape, as its plain characters. */
function openPercentEscapes(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
