import type { RequeryAnswer } from '../transfer-api/client.ts';
import { type Block, context, header, message, quote, type Reply, section } from './blocks.ts';
import { isObject, jsonFields, scalarText } from './json-fields.ts';
import { code, foldBlanks, outside } from './mrkdwn.ts';
import { asked, recordBlocks, type Timing } from './transaction-card.ts';

export interface StatusCardOptions {
  transactionId: string;
  answer: RequeryAnswer;
  timing: Timing;
  currency: string | undefined;
}

/** A requery. The spec shows no response (4.2), so the card is made from whatever arrived, in its own words. */
export function statusCard({ transactionId, answer, timing, currency }: StatusCardOptions): Reply {
  const { success, message: words, payload, rest, transaction } = answer;
  const headline = headlineOf([payload, rest]);
  const title = `Requery ${transactionId} · ${headline}`;
  const entries = [...payloadEntries(payload), ...Object.entries(rest)];
  const body = transaction
    ? [...recordBlocks(transaction, currency), ...jsonFields(Object.entries(rest))]
    : jsonFields(entries);
  return message(outside(title), [
    header(title),
    ...envelopeBlocks(success, words),
    ...body,
    context([
      `Asked for transaction identifier ${code(transactionId)}`,
      'the service does not document this answer, so it is shown as it came',
      asked(timing),
    ]),
  ]);
}

function envelopeBlocks(success: boolean | undefined, words: string | undefined): Block[] {
  if (success === undefined) return [];
  const verdict = success ? 'The service says *success: true*' : 'The service says *success: false*';
  if (!words?.trim()) return [section(`${verdict}.`)];
  return [section(`${verdict}, with the message:`), quote(words)];
}

function payloadEntries(payload: unknown): [string, unknown][] {
  if (isObject(payload)) return Object.entries(payload);
  return payload === undefined || payload === null ? [] : [['data', payload]];
}

/** The status as it was worded; a code never replaces or changes it. */
function headlineOf(roots: readonly unknown[]): string {
  const [first, ...others] = [...new Set(nearestStatuses(roots))];
  if (first === undefined) return 'The service answered';
  return others.length === 0 ? foldBlanks(first) : `${others.length + 1} different statuses`;
}

/** The values of keys that are or end in "status", from the level nearest the top that has any. */
function nearestStatuses(level: readonly unknown[]): string[] {
  const objects = level.filter(isObject);
  const found = objects.flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) => (/status$/i.test(key) ? (scalarText(value) ?? []) : [])),
  );
  if (found.length > 0) return found;
  const below = level.flatMap((value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []));
  return below.length === 0 ? [] : nearestStatuses(below);
}
