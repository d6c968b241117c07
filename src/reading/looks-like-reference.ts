const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * Prefixes of numbers that are not references: identity, account, card, phone, company and tax numbers, and standards.
 */
const otherNumbers = new Set([
  'BVN',
  'NIN',
  'ACC',
  'ACCT',
  'ACCOUNT',
  'NUBAN',
  'CARD',
  'PAN',
  'TEL',
  'PHONE',
  'MOBILE',
  'ISO',
  'RFC',
  'CVE',
  'RC',
  'TIN',
]);

/**
 * Whether a word is `PREFIX-` in capitals with a mixture behind it (`GARO-8f3k2j1`, `TXN-20260131001`), or one long
 * word of capitals and digits (`FT26021ABC99XYZ7`): more mixed than ordinary words, dates, amounts, tickets, versions,
 * phone numbers and machine names.
 */
export function looksLikeReference(word: string): boolean {
  if (word.length > 64) return false;
  const [, prefix = '', body = ''] = /^([A-Z][A-Z\d]{1,9})[-_]([A-Za-z\d]+(?:[-_][A-Za-z\d]+){0,3})$/.exec(word) ?? [];
  return prefix === '' ? isLongMixture(word) : !isOther(prefix) && body.split(/[-_]/).some(isMixedPart);
}

function isOther(prefix: string): boolean {
  return currencies.has(prefix) || otherNumbers.has(prefix);
}

/** Letters and digits, or too many digits for a year, a ticket or a date. */
function isMixedPart(part: string): boolean {
  if (/^\d+$/.test(part)) return part.length >= 9 || (part.length === 8 && !isDate(part));
  return part.length >= 5 && /\d/.test(part) && !/^\d{8}T\d+Z?$/.test(part);
}

function isLongMixture(word: string): boolean {
  if (!/^[A-Z\d]{10,40}$/.test(word)) return false;
  const [letters = ''] = /^[A-Z]+/.exec(word) ?? [];
  const digits = word.replace(/\D/g, '').length;
  const runs = word.match(/[A-Z]+|\d+/g)?.length ?? 0;
  if (/^\d{8}T\d+Z$/.test(word) || isOther(letters)) return false;
  return digits >= 4 && word.length - digits >= 2 && (runs >= 4 || (letters !== '' && digits >= 9));
}

function isDate(digits: string): boolean {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits);
}
