import { code, date, mention, recentDate, safeText } from '../blocks/mrkdwn.ts';
import { joinNonEmpty } from '../text.ts';
import { type Sighting, seenWords } from './known.ts';
import {
  answeredAboutAnother,
  comparedRequery,
  disagrees,
  hasChangedSince,
  type Row,
} from './row.ts';

/** The longest status in a sentence, in characters. */
const shownMax = 80;

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
    return `${record} said ${safeText(seenWords(counterpart))} ${seen(counterpart, nowMs)}.`;
  }

  const { words = '', sighting } = comparedRequery(row) ?? {};
  const shown = safeText(words, shownMax);
  const says = words.startsWith(answeredAboutAnother) ? shown : `says ${shown}`;

  return sighting === undefined
    ? `The requery ${says}.`
    : `A requery ${says} ${seen(sighting, nowMs)}.`;
}

/**
 * Says in mrkdwn what an earlier requery of a record reported, if it does not contradict the
 * record: "Requery 7:49 PM: pending".
 */
export function requeryLine(row: Row, nowMs: number): string | undefined {
  const sighting = row.isRequery ? undefined : comparedRequery(row)?.sighting;
  if (sighting === undefined || disagrees(row)) return undefined;

  const line = `Requery ${recentDate(sighting.atMs, nowMs)}: ${safeText(seenWords(sighting), shownMax)}`;
  const { sinceMs = nowMs } = row.known ?? {};

  return hasChangedSince(row, sighting)
    ? `${line}; the record changed after that, seen ${date(sinceMs, 'time')}`
    : line;
}

/** Formats who saw a status when: "(7:49 PM, <@U…>)". */
function seen(sighting: Sighting, nowMs: number): string {
  const { atMs, personId } = sighting;
  return `(${joinNonEmpty([recentDate(atMs, nowMs), personId && mention(personId)], ', ')})`;
}
