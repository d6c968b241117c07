import { wordsInAddress } from './address-words.ts';
import { isPercentEscaped, openPercentEscapes } from './percent-escapes.ts';

/** What stands between blanks and the punctuation of rows and JSON. */
const piece = /[^\s,;|"'`{}[\]()<>]+/g;

/** Keeps only the path and the query of a web address, as they may name a transaction, and nothing of an e-mail address. */
export function openAddresses(text: string): string {
  return text.replace(piece, (chunk) => {
    if (isWebAddress(chunk)) return ` ${pathOf(chunk)} `;
    return isEmailAddress(chunk) ? ' @ ' : chunk;
  });
}

/** Without web and e-mail addresses: what they hold besides references is the page's own. */
export function withoutAddresses(text: string): string {
  return text.replace(piece, (chunk) => (isWebAddress(chunk) || isEmailAddress(chunk) ? ' ' : chunk));
}

/** Opens what is escaped as in an address and has neither scheme nor host, which a log leaves out. */
export function openEscaped(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(piece, (chunk) =>
    isPercentEscaped(chunk) && !isWebAddress(chunk) ? openPercentEscapes(chunk) : chunk,
  );
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
