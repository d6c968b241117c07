// What a watch notifies of; the answers to who begins, lists and stops watches: `replies.ts`.

import {
  type Block,
  button,
  buttons,
  cautionSection,
  context,
  message,
  packIntoSections,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { listCaution } from '../blocks/cautions.ts';
import { explainTransferError, explanationBlocks } from '../blocks/explanations.ts';
import { age, amount, bold, code, duration, mention, safeText } from '../blocks/mrkdwn.ts';
import { maskDots, statusMark, statusWords } from '../blocks/status.ts';
import type { Presentation } from '../command.ts';
import type { TransferApiError } from '../errors.ts';
import type { Place } from '../policy.ts';
import { openSelect } from '../tables/buttons.ts';
import { attentionRank, chooseTableCaution } from '../tables/summary.ts';
import { countEach, joinNonEmpty } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { referenceValue } from '../transfers/card-buttons.ts';
import {
  chooseRowCaution,
  contradictionLine,
  disagrees,
  isOpen,
  requeryText,
} from '../transfers/contradictions.ts';
import { maskKnown, maskTransaction } from '../transfers/disclosure.ts';
import type { Known } from '../transfers/known.ts';
import { buildLookUps, movingForMs, type Row, rowGroup } from '../transfers/row.ts';
import {
  changesSince,
  isRedactedDigest,
  maskWatched,
  type Watched,
  withWords,
} from '../transfers/snapshot.ts';

/** A change of one watched transaction, or the end of its watch. */
export interface WatchUpdate {
  /**
   * `over`: the watch ran out without a change. `unanswered`: it ran out, and its last look-up got
   * no record.
   */
  kind: 'changed' | 'over' | 'unanswered';
  reference: string;
  /** The state that the person saw last. */
  before: Watched;
  now: Watched;
  answer?: TransactionAnswer | undefined;
  /** What the team knows of the transaction besides this record. */
  known?: Known | undefined;
  /** Masked changes only: whether a requery disagreed when the words could still be read. */
  verdict?: boolean;
  /** Why the look-up got no record. */
  failure?: TransferApiError | undefined;
  /** How long this process has known the watch, in milliseconds. */
  watchedMs: number;
  /** Whether that is since the watch began; else only a clock says how long the watch has run. */
  isWholeKnown: boolean;
  hasEnded: boolean;
  /** How much later than planned the look-up ended, in milliseconds. */
  lateMs: number;
  /**
   * Whether txnbot restarted since the look-up before this one, so that the time of the change is
   * unknown.
   */
  hasRestarted: boolean;
  /** Idempotency key of the notification, for the log and the audit line. */
  code: string;
}

interface NotificationOptions extends Pick<Presentation, 'currency' | 'shareAccountNumbers'> {
  /** Whom to mention if others read the notification. */
  personId: string;
  place: Place;
  /**
   * Whether the bot may not answer questions in this place; if so, only references and status words
   * are shown.
   */
  isBrief?: boolean;
}

/**
 * Draws the notification of changes: a line for each change, below counts of equal changes if there
 * are several.
 */
export function watchNotification(
  updates: readonly WatchUpdate[],
  options: NotificationOptions,
): Reply {
  const { personId, place, isBrief = false } = options;
  // The service's free text may name a customer, so it must not be shown in a channel.
  const isMasked = place.isPublic || isBrief;
  const shown = isMasked ? updates.map((news) => maskNews(news, options)) : [...updates];

  shown.sort((a, b) => attentionRank(rowOf(a)) - attentionRank(rowOf(b)));
  const [only, ...others] = shown;
  if (only === undefined) throw new Error('there is no change to draw');

  // A single change is its own title.
  const title = others.length > 0 ? `${updates.length} watched: ${countChanges(shown)}` : undefined;
  const mentioning = (line: string) => (place.isPublic ? `${mention(personId)} ${line}` : line);
  // Lock screens show the text, so only the blocks name the person whom the money goes to or comes
  // from.
  const text = mentioning(title ?? newsLine(only, options));
  const lines = shown.map(
    (news) => newsLine(news, options, bold) + (isBrief ? '' : whom(news.answer?.transaction)),
  );
  const blocks = [
    section(mentioning(title === undefined ? lines.join() : bold(title))),
    ...cautionBlocks(shown, isMasked),
    ...(title === undefined ? [] : packIntoSections(lines)),
    ...(isBrief ? [] : notificationButtons(shown, isMasked)),
    context([...newsNotes(shown), isBrief ? 'More elsewhere.' : undefined]),
  ];

  return { ...message(text, blocks), isMasked };
}

/** Says what not to conclude from the changes and, of a single one, why its look-up failed. */
function cautionBlocks(updates: readonly WatchUpdate[], isMasked: boolean): Block[] {
  const [only, ...others] = updates;
  if (only !== undefined && others.length === 0) {
    if (only.failure && !isMasked) return explanationBlocks(explainTransferError(only.failure));

    const row = rowOf(only);
    const contradiction = contradictionLine(row, Date.now());
    if (contradiction) return cautionSection(chooseRowCaution(row), contradiction);
  }

  return cautionSection(chooseTableCaution(updates.map(rowOf), listCaution));
}

/**
 * Returns " to ACME" or, for a collection, " from ACME"; empty when the record has no such name.
 */
function whom(record: Transaction | undefined): string {
  const isCollection = record?.transactionTypeName === 'collection';
  const name = isCollection ? record?.sourceAccountName : record?.destinationAccountName;
  return name?.trim() ? ` ${isCollection ? 'from' : 'to'} ${safeText(name, 100)}` : '';
}

function notificationButtons(updates: readonly WatchUpdate[], isMasked: boolean): Block[] {
  const [only, ...others] = updates;
  if (only === undefined || others.length > 0)
    return openSelect(buildLookUps(updates.map(({ reference }) => reference)));

  const value = referenceValue(only.reference);
  const again = button('txn:watch', 'Watch Again', value);
  const open = button('txn:full', 'Open', value);
  const check = { ...button('txn:check', 'Check Again', value), isPrimary: true };
  const record = only.answer?.transaction;
  if (record === undefined) return buttons(isMasked ? [] : [again]);
  if (only.kind === 'over') return buttons([open, again]);

  return buttons(isOpen(rowOf(only)) ? [check, open] : [open]);
}

/**
 * Converts a change to a table row: of the record's current state or, for `unanswered`, of the
 * look-up's failure.
 */
function rowOf({ kind, reference, now, known, failure, verdict }: WatchUpdate): Row {
  const failed = kind === 'unanswered' ? { failure: failure?.failure ?? 'not_asked' } : {};
  return { isRequery: false, asked: reference, ...now, known, verdict, ...failed };
}

/** The most kinds of change to count by name; the rest are "otherwise". */
const countedMax = 6;

/** Counts equal changes, the most frequent first: "3 pending → successful · 1 still pending". */
function countChanges(updates: readonly WatchUpdate[]): string {
  const largestFirst = countEach(updates.map((news) => newsWords(news)));
  const counted = largestFirst.slice(0, countedMax).map(([words, count]) => `${count} ${words}`);
  const others = largestFirst.slice(countedMax).reduce((sum, [, count]) => sum + count, 0);
  return joinNonEmpty([...counted, others > 0 ? `${others} otherwise` : undefined]);
}

/** Masks a change so that a channel may read it: the service's free text is redacted. */
function maskNews(
  news: WatchUpdate,
  { shareAccountNumbers: mode }: Pick<Presentation, 'shareAccountNumbers'>,
): WatchUpdate {
  const { answer, before, now, known } = news;
  return {
    ...news,
    known: known && maskKnown(known),
    verdict: disagrees(rowOf(news)),
    before: maskWatched(before, answer, mode),
    now: maskWatched(now, answer, mode),
    answer: answer && maskTransaction(answer, mode),
  };
}

/**
 * Puts a change into words, without its time: "pending → successful", "still pending".
 * @param strong formats the new status, for example in bold
 */
function newsWords({ kind, before, now }: WatchUpdate, strong?: (word: string) => string): string {
  if (kind === 'over') return `still ${safeText(describeState(now))}`;
  if (kind === 'unanswered') return `over, last ${safeText(describeState(before))}`;
  const words = changesSince(readable(before), readable(now), strong);
  return words ?? 'changed, in words that only you may read';
}

/** Puts a state into plain text: "pending", "flagged as reversed, status pending". */
export function describeState(seen: Watched): string {
  const { status, reversedFlag } = readable(seen);
  return statusWords(status, reversedFlag);
}

/** Replaces status words that are masked, or stored only as a digest, by a phrase that says so. */
function readable(seen: Watched): Watched {
  return withWords(seen, (word = '') => {
    if (word === maskDots) return 'a word that only you may read';
    return isRedactedDigest(word) ? 'a word that is not kept' : word;
  });
}

/**
 * Formats one change: status mark, reference, what changed, how long the watch has run, and the
 * amount.
 */
function newsLine(
  news: WatchUpdate,
  { currency, isBrief }: NotificationOptions,
  strong?: (word: string) => string,
): string {
  const row = rowOf(news);
  const mark = statusMark(rowGroup(row));
  const requery = disagrees(row) ? ` · a requery says ${safeText(requeryText(row))}` : '';
  const { amount: paid = '', currency: stated = currency } = news.answer?.transaction ?? {};
  const sum = isBrief || !paid.trim() ? '' : ` · ${safeText(amount(paid.trim(), stated))}`;
  const ageMs = movingForMs({ ...row, transaction: news.answer?.transaction }, Date.now());
  const old = isBrief || ageMs === undefined ? '' : ` · ${age(ageMs)} old`;
  const change = `${newsWords(news, strong)} after ${timeWords(news)}`;

  return `${mark}${code(news.reference)}: ${change}${requery}${old}${sum}`;
}

const worthSayingMs = 60_000;

/** Says how long the watch has run, as far as this process has seen it itself. */
function timeWords({ watchedMs, isWholeKnown }: WatchUpdate): string {
  if (isWholeKnown) return duration(watchedMs);
  return watchedMs < worthSayingMs ? 'a restart' : `at least ${duration(watchedMs)}`;
}

/** Notes for the context line: how old the change may be, and whether the watch goes on. */
function newsNotes(all: readonly WatchUpdate[]): string[] {
  const lateMs = Math.max(...all.map((news) => news.lateMs));
  const hasRestarted = all.some((news) => news.hasRestarted && news.kind === 'changed');
  const ended = all.filter(({ hasEnded }) => hasEnded).length;
  const what = all.length === 1 ? 'this watch has ended' : `${ended} of these watches have ended`;
  const late = lateMs > worthSayingMs ? `${duration(lateMs)} late` : '';
  const old = joinNonEmpty([late, hasRestarted ? 'after a restart' : ''], ' ');

  return [
    ...(old === '' ? [] : [`${old}: a change may be older`]),
    ended > 0 ? what : 'the watch goes on',
  ];
}
