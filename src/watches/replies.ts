// Answers to people who watch and stop watching; what nobody just asked for: `notification.ts`.

import {
  type Block,
  button,
  buttons,
  cautionSection,
  context,
  message,
  mrkdwnReply,
  packIntoSections,
  type Reply,
  runAction,
  section,
  sectionWithButton,
} from '../blocks/blocks.ts';
import { listCaution } from '../blocks/cautions.ts';
import { bold, code, date, mention, safeText } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { markedStatus, statusGroup, statusTitle } from '../blocks/status.ts';
import type { Reader } from '../command.ts';
import { rowLine } from '../tables/card.ts';
import { chooseTableCaution } from '../tables/summary.ts';
import { formatCount, isDefined, joinNonEmpty } from '../text.ts';
import { referenceValue } from '../transfers/card-buttons.ts';
import { drawContextLines, formatTypings } from '../transfers/card-parts.ts';
import {
  chooseRowCaution,
  contradictionLine,
  disagrees,
  isOpen,
} from '../transfers/contradictions.ts';
import type { FoundCard } from '../transfers/record-and-requery.ts';
import { type Row, rowGroup, rowText } from '../transfers/row.ts';
import { maskDigests } from '../transfers/snapshot.ts';
import { describeState } from './notification.ts';
import type { OwnWatch, StartedWatch } from './watch.ts';

const endsOnRestart = 'a restart ends it: it cannot be kept on disk';

/** @param row the record found now, with what the team knows of it */
export function createWatchReply(begun: StartedWatch, row?: Row): Reply {
  const { reference } = begun;
  const status = row && rowText(row).trim();
  const contradiction = row && contradictionLine(row, Date.now());
  const now = status ? `${safeText(status, 80)} now` : 'no status now';
  const final = row && looksFinal(row) ? ' It looks final.' : '';
  // Of what still moves the promise of news says enough.
  const isMoving = row && rowGroup(row) === 'moving' && !disagrees(row);
  const caution = row && !isMoving ? chooseRowCaution(row) : undefined;
  const text = `Watching ${code(reference)}: ${now}.${final} ${promise(begun)}, until ${date(begun.endsAtMs)}.`;

  return message(text, [
    section(text),
    ...cautionSection(caution, contradiction),
    ...buttons([stopButton(reference, 'watch:stop')]),
    ...(begun.isDurable ? [] : [context([endsOnRestart])]),
  ]);
}

/** The spec shows no order of statuses, and what is settled may still be reversed. */
const looksFinal = (row: Row) => row.failure === undefined && !isOpen(row);

function stopButton(reference: string, actionId: string) {
  return button(actionId, 'Stop Watching', referenceValue(reference));
}

function promise({ threadTs, hasMoved }: StartedWatch): string {
  const where =
    threadTs === undefined
      ? "I'll message you at each change"
      : "I'll post each change in this thread";
  return hasMoved ? `${where}, and no longer where you asked for it before` : where;
}

/**
 * One of several references to watch. If neither `begun` nor `refused` is set, its look-up failed.
 */
export interface BegunRow {
  row: Row;
  begun?: StartedWatch;
  /** Why the reference is not watched although it was looked up. */
  refused?: string;
  /** The card to redraw, if the watch was begun by its button. */
  card?: FoundCard | undefined;
}

/**
 * Replies to a request for several watches: lists the watches that began, and why the other
 * references have none.
 */
export function createWatchesReply(asked: readonly BegunRow[]): Reply {
  const watched = asked.filter(({ begun }) => begun !== undefined).map(({ row }) => row);
  const failed = asked.filter(({ begun, refused }) => !begun && !refused).map(({ row }) => row);
  const refusals = asked.map(({ refused }) => refused).filter(isDefined);
  const refusedFor = (why: string) =>
    asked.filter(({ refused }) => refused === why).map(({ row }) => code(row.asked, 60));

  // All are told in one place until one time: the first speaks for the others.
  const allBegun = asked.map(({ begun }) => begun).filter(isDefined);
  const [firstBegun] = allBegun;
  const finalCount = watched.filter(looksFinal).length;
  const final =
    finalCount > 0 ? ` ${finalCount} ${finalCount === 1 ? 'looks' : 'look'} final.` : '';
  const title = `Watching ${watched.length} of ${asked.length} transactions.${final}`;
  const hasMoved = allBegun.some((begun) => begun.hasMoved);
  const promised = firstBegun === undefined ? '' : ` ${promise({ ...firstBegun, hasMoved })}.`;

  return message(title + promised, [
    section(bold(title) + promised),
    ...packIntoSections(watched.map((row) => rowLine(row))),
    ...(failed.length === 0
      ? []
      : packIntoSections(['*Not watched*', ...failed.map((row) => rowLine(row))])),
    ...cautionSection(chooseTableCaution([...watched.filter(disagrees), ...failed], listCaution)),
    ...[...new Set(refusals)].map((why) => section(`${refusedFor(why).join(', ')}: ${why}`)),
    ...buttons([{ ...runAction('txn', 'watching'), label: 'What I Watch' }]),
    ...drawContextLines(formatTypings(asked.map(({ row }) => row))),
    ...(firstBegun === undefined
      ? []
      : [
          context([
            `until ${date(firstBegun.endsAtMs)}`,
            firstBegun.isDurable ? undefined : endsOnRestart,
          ]),
        ]),
  ]);
}

/** @param wasWatched whether the person had a watch to stop */
export function formatStopped(reference: string, wasWatched: boolean): string {
  return wasWatched
    ? `Stopped watching ${code(reference)}.`
    : `You do not watch ${code(reference)}.`;
}

export interface FoundWatching {
  count: number;
  /** All of the person's watches; empty when other people can read the answer. */
  watches: readonly OwnWatch[];
}

/**
 * Lists a person's watches, each with a Stop Watching button; in a channel, says only how many
 * there are.
 * @param slash syntax of the slash command, whose answer only the asker sees
 */
export function drawWatchList(
  { count, watches }: FoundWatching,
  { place, syntax }: Pick<Reader, 'place' | 'syntax'>,
  slash: CommandSyntax,
): Reply {
  const transactions = formatCount(count, 'transaction');
  if (count === 0) {
    const begin = code(syntax.write('txn watch GARO-8f3k2j1'));
    return mrkdwnReply(
      `You're watching nothing. Start with ${begin}, or with Tell Me When It Changes on a card.`,
    );
  }

  if (place.isPublic)
    return mrkdwnReply(
      `You watch ${transactions}. ${code(slash.write('txn watching'))} lists them for you alone.`,
    );

  const title = `You watch ${transactions}`;
  return message(title, [
    section(bold(title)),
    ...watches.map((watch, index) => watchRow(watch, `watch:stop:${index}`)),
    context(['only you see this']),
  ]);
}

/**
 * Draws one watch: the status last seen, and when the watch ends.
 * @param stopId action id of its Stop Watching button; without it, there is no button
 */
function watchRow(
  { reference, seen, channelId, threadTs, endsAtMs, known }: OwnWatch,
  stopId: string | undefined,
): Block {
  const place =
    channelId && threadTs ? ` · told in a thread of ${mention(channelId, 'a channel')}` : '';
  const words = safeText(statusTitle(describeState(seen)));
  const status = markedStatus(statusGroup(seen.status, seen.reversedFlag), words);
  const line = `${code(reference)}\n${status} · until ${date(endsAtMs)}${place}`;
  const row: Row = {
    isRequery: false,
    asked: reference,
    ...maskDigests(seen),
    known,
  };
  const contradiction = contradictionLine(row, Date.now());
  const caution = contradiction && bold(`${contradiction} ${chooseRowCaution(row)}`);
  const text = joinNonEmpty([line, caution], '\n');

  return sectionWithButton(text, stopId === undefined ? undefined : stopButton(reference, stopId));
}

interface HomeWatchesOptions {
  watches: readonly OwnWatch[];
  /** Whether buttons work on the Home tab, which belongs to no channel. */
  mayAskInWindows: boolean;
  slash: CommandSyntax;
}

/** Draws the person's watches for App Home; returns no blocks when there are no watches. */
export function createHomeWatchBlocks({
  watches,
  mayAskInWindows,
  slash,
}: HomeWatchesOptions): Block[] {
  const isStopTyped = watches.length > 0 && !mayAskInWindows;
  const blocks = watches.map((watch, index) =>
    watchRow(watch, mayAskInWindows ? `home:stop:${index}` : undefined),
  );
  if (isStopTyped) blocks.push(context([`${code(slash.write('txn watching'))} stops one`]));
  return blocks;
}
