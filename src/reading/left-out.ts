import { labelOf, type Word } from './labels.ts';
import {
  couldBeReference,
  isIdentifier,
  isMixture,
  isOrdinary,
  isOtherByPrefix,
  isOwn,
  isStandard,
  isUnmistakable,
  looksLikeReference,
  numberShape,
} from './shapes.ts';

/** Words that are neither asked for nor identifiers and could have been meant: never plain words, amounts or dates. */
export function couldBeMeant(words: readonly Word[], asked: ReadonlySet<string>): string[] {
  const isNamed = (at: number) =>
    words[at]?.gap.endsWith('+') || isInVersion(words, at) || labelOf(words, at) === 'other';
  return words.flatMap((word, at) => {
    const { text } = word;
    if (asked.has(text) || !mayName(text)) return [];
    return numberShape(text) === 'session id' || hasOwnShape(word) || !isNamed(at) ? text : []; // what a session id is good for is always said
  });
}

/** `order PAY-9f8e7d6c`: the word before it may be of the sentence, unless it ends with a colon. */
function hasOwnShape({ text, gap }: Word): boolean {
  return !/[:=]/.test(gap) && isUnmistakable(text) && looksLikeReference(text);
}

/** The rest of `v2.41.3-rc1`: half of a word is nothing that could be looked up. */
function isInVersion(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return word?.gap === '.' && /^\d+[-_]?[a-z]/i.test(word.text) && /^v?\d+$/i.test(before?.text ?? '');
}

function mayName(text: string): boolean {
  if (isBeginning(text)) return true;
  if (!/\d/.test(text) || isOrdinary(text) || isIdentifier(text)) return false;
  return /^\d+$/.test(text) ? text.length >= 8 : isMixture(text);
}

/** Where nothing is asked for, all of it is, but for what is a name with a number: `COVID-19`, `tier-1`, `BVN-22212345678`. */
export function worthOffering(leftOut: readonly string[]): string[] {
  return leftOut.filter((word) => isBegun(word) || !(isName.test(word) || isStandard(word) || isOtherByPrefix(word)));
}

/** Where something is asked for, the rest is worth a line only if it has a reference's shape, or an identifier's. */
export function worthSaying(leftOut: readonly string[]): string[] {
  return leftOut.filter(
    (word) => isBegun(word) || isOtherReference.test(word) || (couldBeReference(word) && !isName.test(word)),
  );
}

/** `GARO-1` */
function isBegun(word: string): boolean {
  return word.includes('-') && isBeginning(word);
}

/** `100200300`: neither an account's, a phone's, a card's or a session's number, nor a time. */
const isOtherReference = /^(?:\d{8,9}|\d{12}|\d{17,18})$/;
const isName = /^\p{L}{3,}-?\d{1,2}$/u;

/** A reference that is cut off or has no digit, or the rest of one without its prefix. */
export function isBeginning(text: string): boolean {
  return (/^(?:R-)?GARO-[a-z\d]+$/i.test(text) && !looksLikeReference(text)) || isOwn(`GARO-${text}`);
}
