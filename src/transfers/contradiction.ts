import { cut, foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { scalarText } from './json-values.ts';
import { hidden } from './mask-transaction.ts';
import { entriesOfTransfer } from './requery-entries.ts';
import { reversedFlagOf, statusOf } from './requery-status.ts';
import { type StatusGroup, statusGroup } from './status-group.ts';
import { type Told, toldBy, toldByCode, toldByStatus } from './told-by.ts';

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
  const disagrees = (told: Told | undefined) => told !== undefined && !told.some((group) => story.includes(group));
  for (const { key, text, told } of tellings(answer)) if (disagrees(told)) return { status, by: { key, text } };
  return undefined;
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

interface Telling {
  key: string;
  text: string;
  told: Told | undefined;
}

const codeKey = /(?:^|response|status|result|error)[_-]?code$/i;
/** What the service says. A bare description, or the reason of a payment, is what a customer says. */
const textKey =
  /(?:message|msg|remarks?|reason|text|(?:response|status|state|result|feedback|error|code)[_-]?desc(?:ription)?|^error)$/i;
const ofCustomer = /^(?:payment|transfer|transaction)[_-]?(?:remarks?|reason|text|message)$/i;
function* tellings({ success, message, payload, rest }: RequeryAnswer): Iterable<Telling> {
  const envelope = foldBlanks(message ?? '');
  const told = toldBy(envelope);
  // Of an envelope, "Successful" alone is about the question.
  const isOfTransfer = !told?.includes('settled') || /\b(?:transaction|transfer|payment)\b/i.test(envelope);
  if (isOfTransfer) yield { key: 'message', text: envelope, told };
  if (success === false) yield { key: 'success', text: 'false', told: ['failed', 'moving', 'reversed'] };
  for (const [key, value] of entriesOfTransfer({ payload, rest })) {
    const text = foldBlanks(scalarText(value) ?? '');
    if (codeKey.test(key)) yield { key, text, told: toldByCode(text) };
    else if (textKey.test(key) && !ofCustomer.test(key)) yield { key, text, told: toldBy(text) };
  }
}
