import leven from 'leven';

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
 * Guesses what words that begin with no command mean: a misspelt command.
 * @param names of the commands
 */
export function nearestCommand({ name, text }: { name: string; text: string }, names: readonly string[]): Guess {
  const near = names.find((known) => distance(known, name.toLowerCase()) <= slipsMax);
  return near === undefined ? { said: `${name} ${text}`.trim() } : { said: name, meant: { command: near, text } };
}
