import { type Block, type ButtonOptions, button, buttons, runAction } from '../blocks/blocks.ts';
import { sharedByMax } from '../blocks/offers.ts';
import type { Reader } from '../command.ts';
import { isOpen } from './contradictions.ts';
import type { FoundCard } from './record-and-requery.ts';
import type { Row } from './row.ts';
import { takeSnapshot } from './snapshot.ts';

/** Action ids of a card's buttons, which `card-clicks.ts` routes: old messages have them too. */
export const cardAction = {
  check: 'txn:check',
  refresh: 'txn:refresh',
  watch: 'txn:watch',
  stop: 'watch:stop',
  full: 'txn:full',
  share: 'txn:share',
  note: 'txn:note',
  fields: 'txn:fields',
  onIt: 'txn:on-it',
  offIt: 'txn:off-it',
  refreshRequery: 'tsq:refresh',
  shareRequery: 'tsq:share',
  noteRequery: 'tsq:note',
  values: 'tsq:values',
};

/** What decides which buttons a card has, and what their values say about the card. */
type CardButtonOptions = Pick<FoundCard, 'isWatched' | 'sharedBy'> &
  Pick<Reader, 'place' | 'canShare'>;

/** Button value that names a record alone. */
export function referenceValue(reference: string): string {
  return JSON.stringify({ reference });
}

/**
 * Draws the buttons under a record's card. On a card in a channel, Check Again and Refresh show no
 * more than the card already does; every other button shows its answer only to the person who
 * clicks, or starts a watch for only that person.
 */
export function recordButtons(row: Row, options: CardButtonOptions): Block[] {
  const { transaction = {}, requeried, known } = row;
  const { reference } = transaction;
  if (!reference) return [];

  const cardFacts = carriedPlace(options);
  const value = referenceValue(reference);
  const redrawValue = JSON.stringify({ reference, seen: takeSnapshot(transaction), ...cardFacts });
  // A channel's card stays as it is, whoever begins to watch.
  const watchValue = options.place.isPublic ? value : JSON.stringify({ reference, ...cardFacts });
  const redrawButtons = isOpen(row)
    ? [
        { ...button(cardAction.check, 'Check Again', redrawValue), isPrimary: true },
        assigneeButton(known?.assignee?.isOwn === true, value),
      ]
    : [button(cardAction.refresh, 'Refresh', redrawValue)];

  return buttons(
    [
      ...redrawButtons,
      options.isWatched
        ? button(cardAction.stop, 'Stop Watching', value)
        : button(cardAction.watch, 'Tell Me When It Changes', watchValue),
    ],
    [
      ...openOrShare(
        options,
        button(cardAction.full, 'Open in Full', value),
        button(cardAction.share, 'Share', value),
      ),
      button(cardAction.note, 'Note for the Bank', value),
      button(cardAction.fields, 'All Fields', value),
      ...(requeried?.requery ? [button(cardAction.values, 'All Values', requeried.asked)] : []),
    ],
  );
}

/** Chooses I'm On It, or what ends it for the reader who is on it already. */
export function assigneeButton(isOwn: boolean, value: string) {
  return isOwn
    ? button(cardAction.offIt, "I'm Not On It", value)
    : button(cardAction.onIt, "I'm On It", value);
}

export function requeryButtons(row: Row, options: CardButtonOptions): Block[] {
  const { asked: transactionId } = row;
  const redrawLabel = isOpen(row) ? 'Check Again' : 'Refresh';
  const redrawValue = JSON.stringify({ transactionId, ...carriedPlace(options) });
  const open = { ...runAction('tsq', transactionId), label: 'Open in Full' };
  return buttons(
    [
      button(cardAction.refreshRequery, redrawLabel, redrawValue),
      button(cardAction.noteRequery, 'Note for the Bank', transactionId),
    ],
    [
      ...openOrShare(options, open, button(cardAction.shareRequery, 'Share', transactionId)),
      button(cardAction.values, 'All Values', transactionId),
    ],
  );
}

/**
 * Returns facts about a card that its buttons must carry, because Slack does not send them with a
 * click.
 */
export function carriedPlace({
  place,
  canShare,
  sharedBy,
}: Pick<Reader, 'place'> & Partial<Pick<CardButtonOptions, 'canShare' | 'sharedBy'>>) {
  const audience = place.isPublic ? 'channel' : 'asker';
  return { audience, canShare, sharedBy: sharedBy?.slice(0, sharedByMax) };
}

/**
 * Chooses `open` for a card in a channel, or `share` for a card that one person sees, if it can be
 * shared.
 */
function openOrShare(
  { place, canShare }: CardButtonOptions,
  open: ButtonOptions,
  share: ButtonOptions,
): ButtonOptions[] {
  if (place.isPublic) return [open];
  return canShare ? [share] : [];
}
