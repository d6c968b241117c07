import { cut, foldBlanks } from '../plain-text.ts';
import { hidden, isReversed, statusGroup } from './status-group.ts';

/** Whether the reversed flag is set under a status that does not say so itself. */
export function flagSaysMore(status: string | undefined, flag: string | undefined): boolean {
  return isReversed(flag) && statusGroup(status) !== 'reversed';
}

/** A status with a reversed flag that says more: no other status hides it. */
export function withReversedFlag(words: string, flag: string | undefined): string {
  return flagSaysMore(words, flag) ? `${words}, reversed flag ${cut(foldBlanks(flag ?? ''), 40)}` : words;
}

/** The service's own word with a capital first letter; plain text. */
export function statusTitle(status: string | undefined): string {
  const word = cut(foldBlanks(status ?? ''), 80);
  if (word === '') return 'Status not given';
  if (word === hidden) return 'Status withheld';
  if (!/\p{L}/u.test(word)) return `Status ${word}`;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
