import { cut, foldBlanks } from '../plain-text.ts';
import { hidden } from './mask-transaction.ts';
import { isReversed } from './status-group.ts';

/** The statuses that the spec explains; it shows only this one (2.2). */
const explained: Record<string, true> = { successful: true };

/** Whether the spec says what a status means. */
export function isExplained(status: string | undefined): boolean {
  return Object.hasOwn(explained, foldBlanks(status ?? '').toLowerCase());
}

/** A status with a reversed flag, which no status hides. */
export function withReversedFlag(words: string, flag: string | undefined): string {
  return isReversed(flag) ? `${words}, reversed flag ${cut(foldBlanks(flag ?? ''), 40)}` : words;
}

/** The service's own word with a capital first letter; plain text. */
export function statusTitle(status: string | undefined): string {
  const word = cut(foldBlanks(status ?? ''), 80);
  if (word === '') return 'Status not given';
  if (word === hidden) return 'Status withheld';
  if (!/\p{L}/u.test(word)) return `Status ${word}`;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
