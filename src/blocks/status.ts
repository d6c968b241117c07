import { capital, cut, foldBlanks, joined } from '../text.ts';

/** What a status is like: decides its mark, its caution, the leading button, the order of rows and the end of a watch. */
export type StatusGroup = 'settled' | 'moving' | 'failed' | 'reversed' | 'unknown';

const words: readonly (readonly [StatusGroup, string])[] = [
  ['settled', 'successful'],
  ['moving', 'pending, processing, in progress, initiated, queued, submitted'],
  ['failed', 'failed, failure, declined, rejected, cancelled, expired'],
  ['reversed', 'reversed, refunded'],
];
const groups = new Map(words.flatMap(([group, all]) => all.split(', ').map((word) => [word, group])));

/** To scan by, before the words and never instead of them. */
export const marks: Record<StatusGroup, string> = {
  settled: '✓',
  moving: '◷',
  failed: '✕',
  reversed: '↺',
  unknown: '?',
};

/** The mark and a blank, to stand before the words; nothing where the service said nothing of the transfer. */
export function markOf(group: StatusGroup | undefined): string {
  return group === undefined ? '' : `${marks[group]} `;
}

/** A reversed flag other than 0 or false decides, whatever the status says. */
export function statusGroup(status: string | undefined, reversedFlag?: string): StatusGroup {
  if (isReversed(reversedFlag)) return 'reversed';
  return groups.get(foldBlanks(status ?? '').toLowerCase()) ?? 'unknown';
}

/** Whether nothing is left to wait for or to requery: a reversed transfer is at its end too. */
export function isSettled(group: StatusGroup | undefined): boolean {
  return group === 'settled' || group === 'reversed';
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

/** What a reversed flag may be without saying more than that it is set. */
const plainFlag = /^(?:[\dy]|true|yes|••)$/i;

/** `flagged as reversed, status successful`: a reversed flag that says more than the status leads it. */
export function withReversedFlag(words: string, flag = '', separator = ', '): string {
  if (!flagSaysMore(words, flag)) return words;
  const value = cut(foldBlanks(flag), 40);
  const status = words === '' || /\bstatus/i.test(words) ? words : `status ${words}`;
  return joined([`flagged as reversed${plainFlag.test(value) ? '' : ` (${value})`}`, status], separator);
}

/** A status in the service's own words, after a reversed flag that says more; plain text. */
export function statusWords(status = '', flag = '', separator = ', '): string {
  const word = foldBlanks(status);
  if (word === '') return withReversedFlag('no status', flag, separator);
  if (word === hidden) return withReversedFlag('status withheld', flag, separator);
  return withReversedFlag(/\p{L}/u.test(word) ? word : `status ${word}`, flag, separator);
}

/** `statusWords` with a capital first letter, for a cell or a heading: at most 80 characters. */
export function statusTitle(status: string | undefined): string {
  return capital(cut(statusWords(status), 80));
}

export const notFoundCaution = "This doesn't mean that nothing was sent. Don't resend yet.";
/** Of a time-out and any other failure. */
export const noAnswerCaution = 'This says nothing about the transfer.';
export const disagreeCaution = "They disagree. Don't resend: ask again or ask the bank.";
/** Of a requery that names another transaction's id. */
export const otherTransferCaution = 'This may be another transfer: check before resending.';
/** Of a table with more than one group. */
export const tableCaution = "Don't resend from this table: check each one first.";
/** Of several that stand in lines. */
export const listCaution = "Don't resend from this list: check each one first.";

const checkWithBank = 'Check with the bank before resending.';

const cautions: Record<StatusGroup, string | undefined> = {
  settled: undefined,
  moving: "It may still settle. Don't resend yet.",
  failed: checkWithBank,
  reversed: checkWithBank,
  unknown: "I don't know this status: check before resending.",
};

const noStatusCaution = 'No status came: check before resending.';

/** The one line under a status, in record, requery and watch alike; a settled one has none. Once a message. */
export function cautionOf(group: StatusGroup, hasStatus = true): string | undefined {
  return group === 'unknown' && !hasStatus ? noStatusCaution : cautions[group];
}
