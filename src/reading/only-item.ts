import { isWebAddress, stripEnds } from './clean.ts';
import { isPersonalNumber } from './personal-numbers.ts';
import { isAccountWithName, isExponential, isNonReference, isOwnReference } from './shapes.ts';
import type { Word } from './words.ts';

const openingPunctuation = /[\s#*~"'`([{<>•.,:;!?-]/;
const closingPunctuation = /[\s*~"'`)\]}>.,:;!?…]/;
/** Matches separators between several items, and the punctuation of JSON and rows. */
const itemSeparator = /[\s{}"<>;]|\d{12}[,/.]\d/;
/** Matches an amount: `25,000`, `10,000NGN`. */
const amount = /^[^\d,]{0,4}\d{1,3}(?:[.,]\d+)*[^\d,]{0,5}$/;

/**
 * Returns a text's only item, without punctuation around it; `undefined` for several, a row, an
 * address or a label.
 */
export function findOnlyItem(
  plain: string,
  words: readonly Word[],
  references: readonly string[],
): string | undefined {
  const item = stripEnds(plain, openingPunctuation, closingPunctuation) || plain.trim();
  if (item === '' || itemSeparator.test(item) || isWebAddress(item)) return undefined;
  if (item.includes(',') && !amount.test(item)) return undefined;
  if (references.length > 1 || words.some(({ label }) => label !== undefined)) return undefined;

  const [reference] = references;
  if (reference === undefined) {
    const isOneWord = words.length === 1 && item.length > 4;
    return isOneWord && isSomethingElse(item) ? undefined : item;
  }

  const isPartOfItem = isOwnReference(reference) && reference !== item;
  return isPartOfItem && !/[.+]\d+$|[/#:*]\d{1,3}$/.test(item) ? undefined : item;
}

/** Whether a word's form says that it is no reference, even if it is all that was typed. */
function isSomethingElse(item: string): boolean {
  const digitsBehindName = /^\p{L}+[-_]?(\d+)$/u.exec(item)?.[1] ?? '';
  return (
    isNonReference(item) ||
    isExponential(item) ||
    isAccountWithName(item) ||
    isPersonalNumber(digitsBehindName)
  );
}
