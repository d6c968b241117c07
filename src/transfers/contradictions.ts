// Whether a record and its requery contradict each other, what follows, and how that is said.

import {
  chooseCaution,
  disagreeCaution,
  flagCaution,
  noAnswerCaution,
  notFoundCaution,
  otherTransferCaution,
} from '../blocks/cautions.ts';
import { code, date, mention, recentDate, safeText } from '../blocks/mrkdwn.ts';
import { isSettled, maskDots, type StatusGroup, statusGroup } from '../blocks/status.ts';
import type { SubjectItem } from '../reading/choose.ts';
import { cut, joinNonEmpty } from '../text.ts';
import { type Sighting, seenStatusMax, seenWords } from './known.ts';
import {
  answeredAboutAnother,
  hasStatus,
  isAboutOther,
  type Row,
  rowGroup,
  rowText,
} from './row.ts';

/** The requery that a record is compared with, or the record that a requery is. */
interface Compared {
  /** In the service's words, for a sentence: "SUCCESSFUL". */
  words: string;
  group: StatusGroup;
  /** Whether the requery is about another transfer. */
  isOther: boolean;
  /** Who saw it when, if it was made before this look-up. */
  sighting?: Sighting;
}

/**
 * Returns the requery of a record: the one made together with the look-up or, if that reported no
 * status, the last one that the team saw.
 */
export function comparedRequery(row: Row): Compared | undefined {
  const { requeried } = row;
  const group = requeried && rowGroup(requeried);
  if (!requeried || !group || !hasStatus(requeried)) return comparedSighting(row);

  return { words: rowText(requeried), group, isOther: isAboutOther(requeried) };
}

/** Returns what the team saw last: the requery of a record, or the record with a requery's id. */
function comparedSighting({ known }: Row): Compared | undefined {
  const sighting = known?.counterpart;
  if (sighting === undefined) return undefined;

  const { group, isOther = false } = sighting;
  return { words: seenWords(sighting), group, isOther, sighting };
}

/**
 * Whether a record and its requery contradict each other, or the requery is about another transfer.
 * Two statuses that the bot does not know contradict each other if their words differ, as far as
 * the words are stored, but not if either is masked.
 */
export function disagrees(row: Row): boolean {
  if (row.verdict !== undefined) return row.verdict;
  if (isAboutOther(row)) return true;

  const group = rowGroup(row);
  const compared = row.isRequery ? comparedSighting(row) : comparedRequery(row);
  if (group === undefined || compared === undefined) return false;

  const { sighting } = compared;
  // A record that changed has outrun its requery, but not one by which the money had arrived.
  const wasSettled = compared.group === 'settled' && !isSettled(group);
  if (hasChangedSince(row, sighting) && !wasSettled) return false;
  if (compared.isOther) return true;
  if (!hasStatus(row) || (group !== 'unknown' && group === compared.group)) return false;

  const both = [row.status, sighting ? sighting.words : row.requeried?.status];
  const isWithheld = both.some((words) => words?.includes(maskDots));
  if (isWithheld && group === compared.group) return false;

  const words = cut(rowText(row), sighting ? seenStatusMax : Infinity);
  return compared.words.toLowerCase() !== words.toLowerCase();
}

/** Whether a record's status is of another group than at a requery that the team saw. */
function hasChangedSince(row: Row, requery: Sighting | undefined): boolean {
  return requery?.recorded !== undefined && requery.recorded !== rowGroup(row);
}

/**
 * Describes a record's requery: the one made with it and, if that reported no status, what the team
 * saw last, first if it contradicts the record; empty if there is none.
 */
export function requeryText(row: Row): string {
  if (row.isRequery) return '';

  const now = row.requeried && rowText(row.requeried);
  const { words = '', sighting } = comparedRequery(row) ?? {};
  if (now === undefined || sighting === undefined) return now ?? words;

  return disagrees(row) ? `${words}; then ${now}` : `${now}; before ${words}`;
}

/**
 * Chooses the line of caution to show under a look-up: it says what not to conclude from the
 * answer.
 */
export function chooseRowCaution(row: Row): string | undefined {
  const group = rowGroup(row);
  if (group === undefined) return row.failure === 'not_found' ? notFoundCaution : noAnswerCaution;
  if (row.otherId !== undefined) return otherTransferCaution;

  const isContradicted = disagrees(row);
  if (isContradicted && comparedRequery(row)?.isOther) return noAnswerCaution;

  const areSeveral = (row.statuses?.length ?? 0) > 1;
  if (areSeveral || isContradicted) return disagreeCaution;

  const isByFlagAlone =
    group === 'reversed' && ['settled', 'moving'].includes(statusGroup(row.status));
  return isByFlagAlone ? flagCaution : chooseCaution(group, hasStatus(row));
}

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
    return `${record} said ${safeText(seenWords(counterpart))} ${formatSighting(counterpart, nowMs)}.`;
  }

  const { words = '', sighting } = comparedRequery(row) ?? {};
  const shown = safeText(words, shownMax);
  const stated = words.includes(maskDots)
    ? 'says something else, which a slash command shows to you alone'
    : `says ${shown}`;
  const says = words.startsWith(answeredAboutAnother) ? shown : stated;

  return sighting === undefined
    ? `The requery ${says}.`
    : `A requery ${says} ${formatSighting(sighting, nowMs)}.`;
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
function formatSighting(sighting: Sighting, nowMs: number): string {
  const { atMs, personId } = sighting;
  return `(${joinNonEmpty([recentDate(atMs, nowMs), personId && mention(personId)], ', ')})`;
}

/**
 * Whether the service reported on the transfer, and it is neither settled nor reversed, or a record
 * and its requery disagree.
 */
export function isOpen(row: Row): boolean {
  const group = rowGroup(row);
  return group !== undefined && (!isSettled(group) || disagrees(row));
}

/**
 * Describes a row for the conversation that it is shown in. What got no answer is open: of it the
 * least is known.
 */
export function subjectItem(row: Row): SubjectItem {
  const { isRequery, asked, failure } = row;
  const isUnanswered = failure !== undefined && failure !== 'not_found';
  const open = (isOpen(row) || isUnanswered) && 'open';
  const standing = joinNonEmpty([rowGroup(row) ?? failure, open], ' ');
  return { isRequery, asked, standing };
}

/** Whether an open record was to be requeried, and has no id for that. */
export function lacksRequeryId(row: Row): boolean {
  return row.check !== undefined && isOpen(row) && row.requeried === undefined;
}
