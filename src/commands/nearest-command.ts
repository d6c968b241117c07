import leven from 'leven';
import type { FindReferences } from '../references/find-references.ts';
import type { Command } from './command.ts';
import { commands } from './index.ts';

export interface Guess {
  /** What was not understood, to be quoted. */
  said: string;
  /** What was probably meant; absent when nothing is near. */
  meant?: { command: Command; text: string } | undefined;
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
  const { references, identifiers } = findReferences(words);
  const find = (wanted: string) => commands.find((command) => command.name === wanted);
  const near = commands
    .map((command) => ({ command, distance: distance(command.name, name.toLowerCase()) }))
    .filter(({ distance: slips }) => slips <= slipsMax)
    .sort((a, b) => a.distance - b.distance)[0]?.command;
  if (near && text !== '') return { said: name, meant: { command: near, text } };
  const txn = find('txn');
  if (txn && references.length > 0) return { said: words, meant: { command: txn, text: references.join(' ') } };
  const tsq = find('tsq');
  const [identifier] = identifiers;
  if (tsq && identifier !== undefined) return { said: words, meant: { command: tsq, text: identifier } };
  return { said: name, meant: near && { command: near, text } };
}
