import leven from 'leven';
import type { FindReferences } from './find-references.ts';

export interface Guess {
  /** The words that were not understood, to quote them. */
  said: string;
  /** The likely command; absent when nothing is near. */
  meant?: { command: string; text: string };
}

/** In words of three or four letters two slips make another word. */
const slipsMax = 1;

/** Letters in the wrong order are one slip. */
function distance(name: string, said: string): number {
  const letters = (word: string) => [...word].sort().join('');
  const slips = leven(name, said, { maxDistance: slipsMax + 1 }); // what is further away is not measured
  return slips > 1 && said.length === name.length && letters(name) === letters(said) ? 1 : slips;
}

/**
 * Guesses what words that begin with no command mean: a misspelt command, or a bare reference.
 * @param names of the commands
 */
export function nearestCommand(
  { name, text, words }: { name: string; text: string; words: string },
  names: readonly string[],
  findReferences: FindReferences,
): Guess {
  const near = names.find((known) => distance(known, name.toLowerCase()) <= slipsMax);
  if (near !== undefined) return { said: name, meant: { command: near, text } };
  const { references, identifiers } = findReferences(words);
  if (references.length > 0) return { said: words, meant: { command: 'txn', text: references.join(' ') } };
  const [identifier] = identifiers;
  return identifier === undefined ? { said: name } : { said: words, meant: { command: 'tsq', text: identifier } };
}
