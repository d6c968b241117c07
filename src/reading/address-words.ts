import { labelKind } from './labels.ts';

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
export function wordsInAddress(host: string, path: string): string {
  if (isOfSlack.test(host)) return path.replace(word, (found) => (isOfService.test(found) ? found : gone));
  let before = ''; // the part of the path before this one
  return path.replace(/[^/?#&]+/g, (part) => {
    const isBehind = isAboutTransfers.test(before) && !before.includes('=');
    before = part;
    return withoutOwn(part, isBehind);
  });
}

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

/** Digits alone are told by their label and their length. */
function isOfPage(found: string): boolean {
  if (!/\d/.test(found) || !/[a-z]/i.test(found) || isOfService.test(found)) return false;
  return holdsUuid.test(found) || isHash.test(found) || !isPrefixed.test(found);
}
