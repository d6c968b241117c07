// Words and marks for the status of a record or a requery; its cautions are in `cautions.ts`. A
// look-up with its status is a row: `../transfers/row.ts`.

import { capitalize, cut, foldBlanks, joinNonEmpty } from '../text.ts';
import { bold } from './mrkdwn.ts';

/**
 * Kind of status. Decides a status's mark and caution, the primary button, the order of rows and
 * when a watch ends.
 */
export type StatusGroup = 'settled' | 'moving' | 'failed' | 'reversed' | 'unknown';

const groupWords: readonly (readonly [StatusGroup, string])[] = [
  ['settled', 'successful'],
  ['moving', 'pending, processing, in progress, initiated, queued, submitted'],
  ['failed', 'failed, failure, declined, rejected, cancelled, expired'],
  ['reversed', 'reversed, refunded'],
];
const groupByWord = new Map(
  groupWords.flatMap(([group, all]) => all.split(', ').map((word) => [word, group])),
);

/** Marks for scanning a list; they precede the status text and never replace it. */
export const marks: Record<StatusGroup, string> = {
  settled: '✓',
  moving: '◷',
  failed: '✕',
  reversed: '↺',
  unknown: '?',
};

/**
 * Returns the mark and a space, to precede the status text; empty if the service reported no
 * transfer.
 */
export function statusMark(group: StatusGroup | undefined): string {
  return group === undefined ? '' : `${marks[group]} `;
}

/** Puts the mark before a status in mrkdwn, which is bold where somebody may have to act. */
export function markedStatus(group: StatusGroup | undefined, status: string): string {
  const isPlain = group === undefined || group === 'settled';
  return statusMark(group) + (isPlain ? status : bold(status));
}

/**
 * Returns the group of a status. A reversed flag that is set (see `isReversed`) overrides the
 * status.
 */
export function statusGroup(status: string | undefined, reversedFlag?: string): StatusGroup {
  if (isReversed(reversedFlag)) return 'reversed';
  if (isJson(reversedFlag)) return 'unknown';
  return groupByWord.get(foldBlanks(status ?? '').toLowerCase()) ?? 'unknown';
}

/**
 * Whether there is nothing left to wait for or requery. A reversed transfer is final, so it counts
 * as settled here.
 */
export function isSettled(group: StatusGroup | undefined): boolean {
  return group === 'settled' || group === 'reversed';
}

/**
 * Whether the flag is set. API spec, section 2.2, explains no value other than 0; `false` and `no`
 * also mean unset.
 */
export function isReversed(reversedFlag: string | undefined): boolean {
  return (
    !isJson(reversedFlag) && !/^(?:0|false|no|n|none|null)?$/i.test(reversedFlag?.trim() ?? '')
  );
}

/** Whether a flag came as an object or array, which says neither that it is set nor unset. */
function isJson(reversedFlag = ''): boolean {
  return /^[[{]/.test(reversedFlag);
}

/** Shown in place of a value that only the asker may read. */
export const maskDots = '••';

/** Whether the reversed flag is set although the status itself does not say reversed. */
function isReversedByFlagOnly(status: string | undefined, flag: string | undefined): boolean {
  return isReversed(flag) && statusGroup(status) !== 'reversed';
}

/**
 * Matches flag values that mean only that the flag is set, so that there is no need to show them.
 */
const plainFlag = /^(?:[\dy]|true|yes|••)$/i;

/**
 * If the flag is set but the status does not say so, puts the flag first: `flagged as reversed,
 * status successful`.
 */
export function withReversedFlag(words: string, flag = '', separator = ', '): string {
  if (!isReversedByFlagOnly(words, flag)) return words;

  const value = cut(foldBlanks(flag), 40);
  const status = words === '' || /\bstatus/i.test(words) ? words : `status ${words}`;
  return joinNonEmpty(
    [`flagged as reversed${plainFlag.test(value) ? '' : ` (${value})`}`, status],
    separator,
  );
}

/**
 * Returns the status in the service's words, with the flag as in `withReversedFlag`. Plain text,
 * not mrkdwn.
 */
export function statusWords(status = '', flag = '', separator = ', '): string {
  const word = foldBlanks(status);
  if (word === '') return withReversedFlag('no status', flag, separator);
  if (word === maskDots) return withReversedFlag('unknown status', flag, separator);
  return withReversedFlag(/\p{L}/u.test(word) ? word : `status ${word}`, flag, separator);
}

/** `statusWords` with a capital first letter, for a cell or a heading: at most 80 characters. */
export function statusTitle(status: string | undefined): string {
  return capitalize(cut(statusWords(status), 80));
}
