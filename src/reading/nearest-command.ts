import leven from 'leven';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/index.ts';
import { tsq } from '../commands/tsq.ts';
import { txn } from '../commands/txn.ts';
import type { FindReferences } from './find-references.ts';

export interface Guess {
  /** What was not understood, to be quoted. */
  said: string;
  /** What was probably meant; absent when nothing is near. */
  meant?: { command: Command; text: string };
}

/** In words of three or four letters two slips make another word. */
const slipsMax = 1;

/** Letters in the wrong order are one slip. */
function distance(name: string, said: string): number {
  const letters = (word: string) => [...word].sort().join('');
  const slips = leven(name, said, { maxDistance: slipsMax + 1 }); // what is further away is not measured
  return slips > 1 && said.length === name.length && letters(name) === letters(said) ? 1 : slips;
}

/** What somebody may have meant whose words begin with no command: a slip of the finger, or a bare reference. */
export function nearestCommand(
  { name, text, words }: { name: string; text: string; words: string },
  findReferences: FindReferences,
): Guess {
  const near = commands.find((command) => distance(command.name, name.toLowerCase()) <= slipsMax);
  if (near) return { said: name, meant: { command: near, text } };
  const { references, identifiers } = findReferences(words);
  if (references.length > 0) return { said: words, meant: { command: txn, text: references.join(' ') } };
  const [identifier] = identifiers;
  return identifier === undefined ? { said: name } : { said: words, meant: { command: tsq, text: identifier } };
}
