import { hidden } from '../transfers/masking.ts';
import { bold, cut, foldBlanks, outside } from './mrkdwn.ts';

/** The only value the spec shows (2.2). A status stands here only when the spec says what it means. */
const understood: Record<string, true> = { successful: true };

/** As the service words it, first letter raised; plain text. */
export function statusTitle(status: string | undefined): string {
  const word = cut(foldBlanks(status ?? ''), 80);
  if (word === '') return 'Status not given';
  if (word === hidden) return 'Status withheld';
  if (!/\p{L}/u.test(word)) return `Status ${word}`;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What must be said beside a status that the spec does not explain; mrkdwn. */
export function statusCaution(status: string | undefined): string | undefined {
  const word = foldBlanks(status ?? '');
  if (Object.hasOwn(understood, word.toLowerCase())) return undefined;
  return `${report(word)} This does not say that the money moved, or that it did not.`;
}

function report(word: string): string {
  if (word === '') return 'The service gives no status.';
  if (word === hidden) return 'The status is worded so that it is shown only in an answer that one person reads.';
  return `The service reports ${bold(outside(word, 80))}.`;
}
