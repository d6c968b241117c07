import {
  type Audience,
  type Block,
  type ButtonAction,
  type ButtonOptions,
  buttons,
  runAction,
} from '../blocks/blocks.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { isSettled, statusGroup } from '../blocks/status.ts';
import type { Row } from './row.ts';
import { snapshotOf } from './snapshot.ts';

export interface CardPlace {
  audience: Audience;
  /** Whether it can be shared with everybody from where it is shown. */
  canShare: boolean;
  sharedBy?: string | undefined;
}

/**
 * The buttons under a transaction or a requery. Under a card that a channel reads, Refresh gives nobody more than the card
 * itself; what the others show, and the watch, is for the one who presses alone.
 */
export function cardButtons(
  { isRequery, asked, transaction = {} }: Row,
  { isWatched = false, ...place }: CardPlace & { isWatched?: boolean },
): Block[] {
  if (isRequery) return requeryButtons(asked, place);
  const { reference, id, status, reversedFlag } = transaction;
  if (!reference) return [];
  const value = JSON.stringify({ reference });
  const isPrimary = !isSettled(statusGroup(status, reversedFlag));
  const stop = { actionId: 'watch:stop', label: 'Stop Watching', value };
  const own = JSON.stringify({ reference, ...carried(place) });
  const tell = {
    actionId: 'txn:watch',
    label: 'Tell Me When It Changes',
    value: place.audience === 'asker' ? own : value,
  };
  return buttons(
    [
      ...(id ? [{ actionId: 'txn:requery', label: 'Requery', value, isPrimary }] : []),
      {
        actionId: 'txn:refresh',
        label: 'Refresh',
        value: JSON.stringify({ reference, seen: snapshotOf(transaction), ...carried(place) }),
      },
      isWatched && place.audience === 'asker' ? stop : tell,
    ],
    [
      ...spread(place, { actionId: 'txn:share', value }, { actionId: 'txn:full', value }),
      { actionId: 'txn:note', label: 'Note for the Bank', value },
      { actionId: 'txn:fields', label: 'All Fields', value },
    ],
  );
}

function requeryButtons(transactionId: string, place: CardPlace): Block[] {
  const value = transactionId;
  return buttons(
    [
      { actionId: 'tsq:refresh', label: 'Refresh', value: JSON.stringify({ transactionId, ...carried(place) }) },
      { actionId: 'tsq:note', label: 'Note for the Bank', value },
    ],
    [
      ...spread(place, { actionId: 'tsq:share', value }, runAction('tsq', value)),
      { actionId: 'tsq:values', label: 'All Values', value },
    ],
  );
}

/** The buttons under a record beside its requery, which is for the asker alone. */
export function comparisonButtons(reference: string, transactionId: string): Block[] {
  const value = JSON.stringify({ reference });
  return buttons(
    [
      { actionId: 'txn:requery', label: 'Ask Again', value },
      { actionId: 'txn:note-both', label: 'Note for the Bank', value },
    ],
    [
      { actionId: 'txn:fields', label: 'All Fields', value },
      { actionId: 'tsq:values', label: 'All Values', value: transactionId },
    ],
  );
}

/** What a click cannot tell of the card that it was made on. */
function carried({ audience, canShare, sharedBy }: CardPlace) {
  return { audience, canShare, sharedBy: sharedBy?.slice(0, sharedByMax) };
}

/** What a channel reads can be opened whole; what one person reads can be shared. */
function spread({ audience, canShare }: CardPlace, share: ButtonAction, open: ButtonAction): ButtonOptions[] {
  if (audience === 'channel') return [{ ...open, label: 'Open in Full' }];
  return canShare ? [{ ...share, label: 'Share' }] : [];
}
