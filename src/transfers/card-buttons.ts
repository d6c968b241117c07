import { type Block, type ButtonOptions, button, buttons, runAction } from '../blocks/blocks.ts';
import { sharedByMax } from '../blocks/offers.ts';
import type { Reader } from '../command.ts';
import { isOpen } from './contradictions.ts';
import type { FoundCard } from './record-and-requery.ts';
import type { Row } from './row.ts';
import { takeSnapshot } from './snapshot.ts';

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
        { ...button('txn:check', 'Check Again', redrawValue), isPrimary: true },
        assigneeButton(known?.assignee?.isOwn === true, value),
      ]
    : [button('txn:refresh', 'Refresh', redrawValue)];

  return buttons(
    [
      ...redrawButtons,
      options.isWatched
        ? button('watch:stop', 'Stop Watching', value)
        : button('txn:watch', 'Tell Me When It Changes', watchValue),
    ],
    [
      ...openOrShare(
        options,
        button('txn:full', 'Open in Full', value),
        button('txn:share', 'Share', value),
      ),
      button('txn:note', 'Note for the Bank', value),
      button('txn:fields', 'All Fields', value),
      ...(requeried?.requery ? [button('tsq:values', 'All Values', requeried.asked)] : []),
    ],
  );
}

/** Chooses I'm On It, or what ends it for the reader who is on it already. */
export function assigneeButton(isOwn: boolean, value: string) {
  return isOwn
    ? button('txn:off-it', "I'm Not On It", value)
    : button('txn:on-it', "I'm On It", value);
}

export function requeryButtons(row: Row, options: CardButtonOptions): Block[] {
  const { asked: transactionId } = row;
  const redrawLabel = isOpen(row) ? 'Check Again' : 'Refresh';
  const redrawValue = JSON.stringify({ transactionId, ...carriedPlace(options) });
  const open = { ...runAction('tsq', transactionId), label: 'Open in Full' };
  return buttons(
    [
      button('tsq:refresh', redrawLabel, redrawValue),
      button('tsq:note', 'Note for the Bank', transactionId),
    ],
    [
      ...openOrShare(options, open, button('tsq:share', 'Share', transactionId)),
      button('tsq:values', 'All Values', transactionId),
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
