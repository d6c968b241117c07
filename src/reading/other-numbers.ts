const currencies = new Set(Intl.supportedValuesOf('currency'));

const standards = new Set(['ISO', 'RFC', 'CVE', 'UTF', 'SHA', 'HTTP']);

/** What stands before numbers that are no references, as a prefix or without a hyphen. */
const others = new Set([
  ...['BVN', 'NIN', 'TIN', 'RC', 'ACC', 'ACCT', 'ACCOUNT', 'NUBAN', 'CARD', 'PAN', 'TEL', 'PHONE', 'MOBILE', 'GSM'],
  ...['AMT', 'AMOUNT', 'RRN', 'STAN', 'TID', 'MID', 'POS', 'ATM', 'OTP', 'PIN', 'SESSION', 'TRACE', 'REQ', 'USER'],
  ...['IMG', 'VID', 'INC', 'CHG', 'PRB', 'TICKET', 'CASE', 'SUP', 'JIRA', 'BUG', 'BUILD'],
  ...['API', 'APP', 'WEB', 'POD', 'NODE', 'HOST', 'SRV', 'SVC', 'SERVER', 'JOB', 'RUN', 'LOG', 'DB', 'VPC', 'IP', 'SM'],
  ...['ID', 'FILE', 'IMAGE', 'PHOTO', 'SCAN', 'SCREENSHOT'],
]);

const banks = new Set([
  ...['UBA', 'GTB', 'GTBANK', 'FBN', 'FCMB', 'ZENITH', 'ACCESS', 'KUDA', 'OPAY', 'WEMA', 'PALMPAY', 'STANBIC'],
]);

export function isOtherNumber(prefix: string): boolean {
  const capitals = prefix.toUpperCase();
  return currencies.has(capitals) || others.has(capitals) || standards.has(capitals) || isBankPrefix(prefix);
}

/** `ISO-8583` */
export function isStandard(text: string): boolean {
  const [, prefix = ''] = /^(\p{L}+)-?\d{1,5}$/u.exec(text) ?? [];
  return standards.has(prefix.toUpperCase());
}

/** `BVN-22212345678`; behind a bank's name may be that bank's own reference. */
export function isOtherByPrefix(text: string): boolean {
  const [, prefix = ''] = /^(\p{L}+)[-_]?\d+$/u.exec(text) ?? [];
  return isOtherNumber(prefix) && !isBankPrefix(prefix);
}

/** A bank's name: what follows is most often an account, and may be that bank's own reference. */
export function isBankPrefix(prefix: string): boolean {
  return banks.has(prefix.toUpperCase());
}
