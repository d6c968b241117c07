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

export function isWebAddress(chunk: string): boolean {
  return /:\/\/|%3A%2F%2F/i.test(chunk) || /^(?:[a-z\d-]+\.)+[a-z]{2,}[/:?#]/i.test(chunk);
}

function isEmailAddress(chunk: string): boolean {
  const at = chunk.indexOf('@');
  return at > 0 && /\p{L}/u.test(chunk.charAt(at + 1)) && chunk.indexOf('.', at) > 0;
}

function pathOf(escaped: string): string {
  const address = escaped.replace(/%([2-7][\da-f])/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const from = address.indexOf('://');
  const [host = ''] = /^[^/?#]*/.exec(from === -1 ? address : address.slice(from + 3)) ?? [];
  const path = address.slice((from === -1 ? 0 : from + 3) + host.length);
  return isAboutTransfers.test(path) ? path : path.replace(uuid, ' ').replace(hash, ' ');
}

/** Elsewhere a UUID or a hash is that of a page, a trace or a person. */
const isAboutTransfers = /ref|tran|txn?s?\b|trx|payment/i;
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const hash = /(?<![A-Za-z\d-])[a-z]{2,10}-[\da-f]{8,40}(?![A-Za-z\d])/g;
