import { cut } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { hidden } from './mask-transaction.ts';
import { reversedFlagOf, statusOf } from './requery-status.ts';
import { type StatusGroup, statusGroup } from './status-group.ts';
import type { Told } from './telling-words.ts';
import { codeKey, tellingsOf } from './tellings.ts';
import { isUsual, toldByStatus } from './told-by.ts';

export interface Contradiction {
  /** The status, in the service's own words. */
  status: string;
  /** What disagrees with it; `undefined` when the reader may not see it. */
  by: { key: string; text: string } | undefined;
}

/** Where a masked answer says that something hidden disagrees with the status. */
export const hiddenContradiction = { otherMessage: hidden };

/** A text or a code that tells another story than the one status word. */
export function contradictionOf(answer: RequeryAnswer): Contradiction | undefined {
  const { one: status } = statusOf(answer);
  if (status === undefined) return undefined;
  if (answer.rest.otherMessage === hidden) return { status, by: undefined };
  const story = toldByStatus(status);
  if (story === undefined) return undefined;
  const disagrees = (told: Told) => !told.some((group) => story.includes(group));
  for (const { key, text, told } of tellingsOf(answer)) if (told.some(disagrees)) return { status, by: { key, text } };
  return undefined;
}

const unreadMax = 3;

/**
 * What is said beside a status that looks final, in words that tell txnbot nothing: a reader may know better. The
 * envelope's message is about the question.
 */
export function unreadOf(answer: RequeryAnswer): { key: string; text: string }[] {
  if (!['settled', 'failed', 'reversed'].includes(requeryGroup(answer))) return [];
  const unread: { key: string; text: string }[] = [];
  for (const { key, text, told, isCode } of tellingsOf({ ...answer, message: undefined })) {
    if (!isCode && told.length === 0 && !isUsual(text)) unread.push({ key, text });
    if (unread.length === unreadMax) break;
  }
  return unread;
}

/** A short form, for a row of a table: `code 51`. */
export function contradictionWords({ by }: Contradiction): string {
  if (by === undefined) return 'something else disagrees';
  if (codeKey.test(by.key)) return `code ${cut(by.text, 20)}`;
  if (by.key === 'success') return 'success false';
  // The envelope's words can show the service's insides.
  return by.key === 'message' ? 'its message disagrees' : `“${cut(by.text, 40)}”`;
}

/** What the status of an answer is like; one that something disagrees with, and several that differ, are like nothing. */
export function requeryGroup(answer: RequeryAnswer): StatusGroup {
  const group = statusGroup(statusOf(answer).one, reversedFlagOf(answer));
  return group !== 'reversed' && contradictionOf(answer) ? 'unknown' : group;
}
