import { pastedText } from './characters.ts';
import { isAmountBefore, labelOf, type Word, wordsOf } from './labels.ts';
import { joinSpacedNumbers } from './repairs.ts';
import { isIdentifier, numberShape } from './shapes.ts';

/** The longest number that is taken for an identifier; the spec gives no length. */
export const identifierMax = 40;

const grouped = /(?<![\d,.])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,]|\.\d)/g;
const isList = /^(?:[\d\s,;|/&]|\b(?:and|or)\b)+$/i;
const isYear = /^(?:19|20)\d\d$/;

/**
 * Transaction identifiers of a text that asks for a requery, each once. Numbers alone are all meant; beside words,
 * those as long as the service's come before others, and those before short ones.
 */
export function identifiersIn(text: string): string[] {
  const plain = joinSpacedNumbers(pastedText(text)).replace(grouped, (amount) => amount.replaceAll(',', ''));
  const words = wordsOf(plain);
  const digits = words.filter(({ text: word }) => /^\d+$/.test(word) && word.length <= identifierMax);
  if (isList.test(plain)) return unique(digits.filter(({ text: word }) => numberShape(word) !== 'session'));
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
  const shape = numberShape(word.text);
  const label = labelOf(words, at);
  return (
    !isAmountBefore(next) && (shape ?? 'identifier') === 'identifier' && label !== 'other' && label !== 'reference'
  );
}

function unique(words: readonly Word[]): string[] {
  return [...new Set(words.map(({ text }) => text))];
}

const asksRequery = '(?<![\\w-])(?:requery|status of (?:the |this )?transfer)';
const between =
  '(?:[ \\n:#]+(?:it|this|that|the|transfer|transaction|txn|id|identifier|number|no\\.?|for me|please|pls))*[ \\n:#]*';
const politeness = '(?:,? (?:please|pls|thanks|thank you))?[.!?]*$';
/** Few digits are a count, or the beginning of an amount: `requery 5 transfers` says nothing of them. */
const behind = '(?![\\w-]|[.,]\\d| ?(?:naira|ngn|usd|transfers|transactions|times))';
const digits = '\\d{4,40}(?:(?: ?[,;&] ?| (?:and|or) | )\\d{4,40})*';
const requery = [
  new RegExp(`${asksRequery}${between}(\\d{1,3}(?:,\\d{3})+|\\d{1,40})${politeness}`, 'gi'),
  new RegExp(`${asksRequery}${between}(${digits})${behind}`, 'gi'),
];

/** Digits of any length that these words ask to requery, each once. */
export function requeriesIn(words: string): string[] {
  const said = requery.flatMap((pattern) => [...words.matchAll(pattern)]).sort((one, other) => one.index - other.index);
  return [...new Set(said.flatMap(([, found = '']) => identifiersIn(found)))];
}
