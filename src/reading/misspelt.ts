import { countSlips, sortLetters } from '../text.ts';
import { referenceWord, tellingWords } from './phrases.ts';

/** A misspelt verb of a text, and the verb that was probably meant. */
export interface Misspelt {
  typed: string;
  meant: string;
}

const verbs =
  'watch unwatch watching monitor notify stop take requery recheck open help list'.split(' ');

/**
 * Finds a misspelt verb at either end of the words around a reference, or alone: `wacth
 * GARO-8f3k2j1`, `opne`.
 */
export function findMisspelt(text: string): Misspelt | undefined {
  const words = tellingWords(text).filter((word) => word !== referenceWord);
  for (const typed of [words[0] ?? '', words.at(-1) ?? '']) {
    const meant = verbs.find((verb) => isSlipOf(verb, typed));
    if (meant !== undefined) return { typed, meant };
  }

  return undefined;
}

/** Whether a word is a verb with one slip, rather than another word: `stops`, `step`. */
function isSlipOf(verb: string, typed: string): boolean {
  if (typed.length < 4 || typed[0] !== verb[0] || countSlips(typed, verb) !== 1) return false;

  const isOtherLetter = verb.length < 5 && typed.length === verb.length;
  if (isOtherLetter && sortLetters(typed) !== sortLetters(verb)) return false;
  return !/[sdnr]$/.test(typed) || !typed.startsWith(verb);
}
