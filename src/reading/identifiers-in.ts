import { labelOf } from './labels.ts';
import { isIdentifier, numberShape } from './number-shape.ts';
import { pastedText } from './pasted-text.ts';
import { joinSpacedNumbers } from './spaced-numbers.ts';
import { type Word, wordsOf } from './words.ts';

/** The longest number that is taken for an identifier; the spec gives no length. */
export const identifierMax = 40;

const grouped = /(?<![\d,.])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,]|\.\d)/g;
const isList = /^[\d\s,;|/&]+$/;
const isYear = /^(?:19|20)\d\d$/;
const money = /^(?:naira|ngn|usd|kobo)$/i;

/**
 * Transaction identifiers of a text that asks for a requery, each once. Numbers alone are all meant; beside words,
 * those as long as the service's come before others, and those before short ones.
 */
export function identifiersIn(text: string): string[] {
  const plain = joinSpacedNumbers(pastedText(text)).replace(grouped, (amount) => amount.replaceAll(',', ''));
  const words = wordsOf(plain);
  const digits = words.filter(({ text: word }) => /^\d+$/.test(word) && word.length <= identifierMax);
  if (isList.test(plain)) return unique(digits.filter(({ text: word }) => numberShape(word) !== 'session id'));
  const free = words.filter((word, at) => digits.includes(word) && isFree(words, at));
  const tiers = [
    (word: Word) => isIdentifier(word.text),
    (word: Word) => word.text.length >= 15,
    (word: Word) => labelOf(words, words.indexOf(word)) === 'identifier',
    () => true,
  ];
  return tiers.map((isOfTier) => unique(free.filter(isOfTier))).find((found) => found.length > 0) ?? [];
}

/** Neither labelled as something else nor an amount, a year, a count, an account's, a phone's or a session's number. */
function isFree(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (!word || word.text.length < 4 || isYear.test(word.text) || /[₦$£€]$|\d\.$/.test(word.gap)) return false;
  const isMoney = next !== undefined && (money.test(next.text) || (next.gap === '.' && /^\d/.test(next.text)));
  const shape = numberShape(word.text);
  const label = labelOf(words, at);
  return !isMoney && (shape ?? 'identifier') === 'identifier' && label !== 'other' && label !== 'reference';
}

function unique(words: readonly Word[]): string[] {
  return [...new Set(words.map(({ text }) => text))];
}
