import { cut, foldBlanks } from '../plain-text.ts';

/** What a status is like: decides its mark, its caution, the leading button, the order of rows and the end of a watch. */
export type StatusGroup = 'settled' | 'moving' | 'failed' | 'reversed' | 'unknown';

const words: Record<Exclude<StatusGroup, 'unknown'>, string> = {
  settled: 'successful',
  moving: 'pending, processing, in progress, initiated, queued, submitted',
  failed: 'failed, failure, declined, rejected, cancelled, expired',
  reversed: 'reversed, refunded',
};

const groups = new Map<string, StatusGroup>();
for (const group of ['settled', 'moving', 'failed', 'reversed'] as const)
  for (const word of words[group].split(', ')) groups.set(word, group);

/** To scan by, before the words and never instead of them. */
export const marks: Record<StatusGroup, string> = {
  settled: '✓',
  moving: '◷',
  failed: '✕',
  reversed: '↺',
  unknown: '?',
};

/** A reversed flag other than 0 or false decides, whatever the status says. */
export function statusGroup(status: string | undefined, reversedFlag?: string): StatusGroup {
  if (isReversed(reversedFlag)) return 'reversed';
  return groups.get(foldBlanks(status ?? '').toLowerCase()) ?? 'unknown';
}

/** The spec shows a reversed flag of 0 and does not explain any other value (2.2); `false` and `no` are as plain. */
export function isReversed(reversedFlag: string | undefined): boolean {
  return !/^(?:0|false|no|n|none|null)?$/i.test(reversedFlag?.trim() ?? '');
}

/** Replaces a value that only the asker may read. */
export const hidden = '••';

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
