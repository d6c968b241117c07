import { context, message, mrkdwnReply } from '../blocks/blocks.ts';
import type { Inquiry, Resources, Services } from '../command.ts';
import { onError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { Routes } from '../slack/routes.ts';
import { RecordsValue } from '../tables/clicks.ts';
import { lookUpMany } from '../tables/look-up-table.ts';
import { isSameReference } from '../transfer-service/client.ts';
import { cardInquiry } from '../transfers/card.ts';
import { referenceValue } from '../transfers/card-buttons.ts';
import { Card, type ClickContext, createClicks } from '../transfers/card-clicks.ts';
import { maskRow } from '../transfers/disclosure.ts';
import {
  lookUpWithKnown,
  recentLookUps,
  txnHead,
  withQueryPrefix,
} from '../transfers/record-and-requery.ts';
import { buildLookUps, type Row } from '../transfers/row.ts';
import {
  type BegunRow,
  createWatchesReply,
  createWatchReply,
  drawWatchList,
  type FoundWatching,
  formatStopped,
} from './replies.ts';
import type { OwnWatch } from './watch.ts';

interface WatchClick extends ClickContext {
  references: readonly string[];
  /** The subject of the conversation, if no reference is named. */
  about?: readonly string[] | undefined;
  /** Whether the text chose from several, as `stop the second one` does: only that is stopped. */
  isChoice?: boolean | undefined;
}

/**
 * Starts a watch on each reference; the watch compares later records with the record found now. A
 * reference that cannot be looked up is not watched: if it is the only one, `find` throws; if there
 * are several, the reply says why.
 */
export const watchInquiry = {
  async find({ references, audience }, services, asker) {
    const [reference, ...others] = references;
    if (reference === undefined || others.length > 0) {
      const { rows } = await lookUpMany(buildLookUps(references), services, asker);
      return Promise.all(rows.map((row) => beginOf(row, asker, services.watches)));
    }

    const found = await lookUpWithKnown({ asked: reference, isRequery: false }, services, asker);
    const { row } = found;
    const begun = await withQueryPrefix(reference, () =>
      services.watches.begin(row.transaction ?? {}, asker),
    );

    return [{ row, begun, card: audience && { ...found, isWatched: true } }];
  },
  forChannel: (found, mode) =>
    found.map((each) => ({
      ...each,
      row: maskRow(each.row, mode),
      ...(each.card && { card: cardInquiry.forChannel(each.card, mode) }),
    })),
  recentLookUps: (found) => recentLookUps(found.map(({ row }) => row)),
  show(found, reader, presentation) {
    const [only, ...others] = found;
    if (only?.begun === undefined || others.length > 0) return createWatchesReply(found);

    const reply = createWatchReply(only.begun, only.row);
    if (only.card === undefined) return reply;

    const card = cardInquiry.show(only.card, reader, presentation);
    return message(reply.text, [...card.blocks, context([reply.text])]);
  },
} satisfies Inquiry<WatchClick, readonly BegunRow[]>;

async function beginOf(row: Row, asker: Asker, watches: Services['watches']): Promise<BegunRow> {
  if (!row.record) return { row };
  return watches.begin(row.record.transaction, asker).then(
    (begun) => ({ row, begun }),
    onError(UserError, ({ message: refused }) => ({ row, refused })),
  );
}

/** Lists a person's watches, with what the team knows of each. @throws UserError */
export async function findOwnWatches(
  { watches, known }: Pick<Services, 'watches' | 'known'>,
  personId: string,
): Promise<OwnWatch[]> {
  const ownWatches = await watches.of(personId);
  const lastSeen = await known.lastSeen(ownWatches.map(({ reference }) => reference));
  return ownWatches.map((watch, index) => ({ ...watch, known: lastSeen[index]?.known }));
}

/** Lists the person's watches; a channel sees only how many there are. */
export const listWatchesInquiry = {
  async find(_nothing, services, { personId }) {
    const watches = await findOwnWatches(services, personId);
    return { count: watches.length, watches };
  },
  forChannel: ({ count }) => ({ count, watches: [] }),
  show: (found, reader, { names }) => drawWatchList(found, reader, names.slash),
} satisfies Inquiry<undefined, FoundWatching>;

/**
 * The watches that were stopped, or all of the person's watches when it is unclear which one to
 * stop.
 */
type FoundStop =
  | { stopped: readonly { reference: string; wasWatched: boolean }[] }
  | { which: FoundWatching };

/**
 * Stops the named watches or, if none is named, the only watch that posts here: in this thread,
 * else in the DM. Of several, or where words chose (`the second one`), stops those of the
 * conversation's subject.
 */
export const stopWatchingInquiry = {
  async find({ references, about = [], isChoice = false }, services, asker) {
    const { watches } = services;
    const { personId, threadTs, channelId } = asker;
    const ownWatches = await watches.of(personId);
    const postingHere = ownWatches.filter(
      (watch) => watch.threadTs === threadTs && (!threadTs || watch.channelId === channelId),
    );
    const subject = new Set(about.map((reference) => reference.toLowerCase()));
    const meant =
      postingHere.length === 1 && !isChoice
        ? postingHere
        : ownWatches.filter(({ reference }) => subject.has(reference.toLowerCase()));
    const toStop = references.length > 0 ? references : meant.map(({ reference }) => reference);
    if (toStop.length === 0)
      return { which: await listWatchesInquiry.find(undefined, services, asker) };

    await asker.audited();
    const outcomes: { reference: string; wasWatched: boolean }[] = [];

    // One after the other: two typings of one reference are one watch to stop.
    for (const typed of toStop) {
      const stopped = await withQueryPrefix(typed, () => watches.stop(typed, personId));
      const isAnswered = outcomes.some(({ reference }) => isSameReference(reference, typed));
      if (stopped.length === 0 && !isAnswered)
        outcomes.push({ reference: typed, wasWatched: false });
      for (const { reference } of stopped) outcomes.push({ reference, wasWatched: true });
    }

    return { stopped: outcomes };
  },
  forChannel: (found) =>
    'which' in found ? { which: listWatchesInquiry.forChannel(found.which) } : found,
  show(found, reader, presentation) {
    if ('which' in found) return listWatchesInquiry.show(found.which, reader, presentation);
    const lines = found.stopped.map(({ reference, wasWatched }) =>
      formatStopped(reference, wasWatched),
    );
    return mrkdwnReply(lines.join('\n'));
  },
} satisfies Inquiry<WatchClick, FoundStop>;

/**
 * Registers the buttons Tell Me When It Changes, Stop Watching and, below tables, Watch All
 * Unsettled. Each acts for the person who clicks, who is told of changes in a direct message. If
 * only this person sees the card, it is redrawn with the button Stop Watching.
 */
export function registerWatchButtons(routes: Routes, resources: Resources): void {
  const click = createClicks(routes.action, resources);

  const watchedReference = (reference: string) => ({
    references: [reference],
    value: referenceValue(reference),
  });

  const text = ({ references }: WatchClick) => references.join(' ');
  const watchRoute = { command: txnHead, text, isOneAtATime: true };
  /**
   * Redraws the clicked card only if nobody but the person who clicks sees it; other cards stay as
   * they are.
   */
  const onCard = Card.transform(({ asked, audience, canShare }) => ({
    ...watchedReference(asked),
    ...(audience === 'asker' && { audience, canShare }),
  }));

  // Of the three this one alone redraws the card: the others answer with a line.
  click('txn:watch', { ...watchRoute, value: onCard, posts: 'in place' }, watchInquiry);
  click(
    'watch:stop',
    { ...watchRoute, value: Card.transform(({ asked }) => watchedReference(asked)) },
    stopWatchingInquiry,
  );
  click('txn:watch-all', { ...watchRoute, value: RecordsValue }, watchInquiry);
}
