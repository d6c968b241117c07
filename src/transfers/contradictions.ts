import { code, date, mention, safeText } from '../blocks/mrkdwn.ts';
import { joinNonEmpty } from '../text.ts';
import type { Sighting } from './known.ts';
import { comparedRequery, disagrees, type Row } from './row.ts';

/** Beyond this age a time is shown with its day. */
const halfDayMs = 12 * 3_600_000;
/** The longest status in a sentence, in characters. */
const wordsMax = 80;

/**
 * Says in mrkdwn what contradicts a row, before its caution: "A requery says SUCCESSFUL (7:49 PM,
 * <@U…>)." `undefined` if nothing does.
 */
export function contradictionLine(row: Row, nowMs: number): string | undefined {
  if (!disagrees(row)) return undefined;

  const { counterpart } = row.known ?? {};
  if (row.isRequery) {
    if (counterpart === undefined) return undefined;
    const record = `The record of ${code(counterpart.reference ?? '')}`;
    return `${record} said ${wordsOf(counterpart)} ${seen(counterpart, nowMs)}.`;
  }

  const { words = '', sighting } = comparedRequery(row) ?? {};
  if (row.requeried?.other) return `The requery ${safeText(words, wordsMax)}.`;
  if (sighting === undefined) return `The requery says ${safeText(words, wordsMax)}.`;
  return `A requery says ${wordsOf(sighting)} ${seen(sighting, nowMs)}.`;
}

/**
 * Says in mrkdwn what an earlier requery of a record reported, if it does not contradict the
 * record: "Requery 7:49 PM: pending".
 */
export function requeryLine(row: Row, nowMs: number): string | undefined {
  const sighting = row.isRequery ? undefined : comparedRequery(row)?.sighting;
  if (sighting === undefined || disagrees(row)) return undefined;

  const line = `Requery ${timeOf(sighting, nowMs)}: ${wordsOf(sighting)}`;
  const { sinceMs } = row.known ?? {};
  const hasChanged = sinceMs !== undefined && sinceMs > sighting.atMs;
  return hasChanged
    ? `${line}; the record changed after that, seen ${date(sinceMs, 'time')}`
    : line;
}

/** Formats who saw a status when: "(7:49 PM, <@U…>)". */
function seen(sighting: Sighting, nowMs: number): string {
  const { personId } = sighting;
  const who = personId === undefined ? '' : mention(personId);
  return `(${joinNonEmpty([timeOf(sighting, nowMs), who], ', ')})`;
}

function timeOf({ atMs }: Sighting, nowMs: number): string {
  return date(atMs, nowMs - atMs < halfDayMs ? 'time' : 'full');
}

function wordsOf({ words }: Sighting): string {
  return words === undefined ? 'another status' : safeText(words, wordsMax);
}
