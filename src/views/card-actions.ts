import type { Transaction } from '../transfer-api/schemas.ts';
import { statusGroup } from '../transfers/status-group.ts';
import { type Audience, type Block, buttons } from './blocks.ts';
import { sharedByMax } from './shared-by.ts';

/** What a card showed when it was drawn, so that a refresh can say what has changed since. */
export type Seen = Partial<Record<(typeof watched)[number], string>>;

export const watched = ['status', 'reversedFlag', 'amount', 'completedAt', 'updatedAt'] as const;

/** Of a value, in characters. */
export const seenMax = 100;

/** Cut to what a button can carry. */
export function seenOf(transaction: Transaction): Seen {
  return Object.fromEntries(
    watched.flatMap((field) => {
      const value = transaction[field];
      return value === undefined ? [] : [[field, String(value).slice(0, seenMax)]];
    }),
  );
}

export interface CardActionsOptions {
  audience: Audience;
  canShare: boolean;
  sharedBy?: string | undefined;
  /** Whether a watch of it has just ended with its time. */
  isOver?: boolean;
}

/**
 * The buttons under a card; Requery leads where the status is not settled. Under a card that a channel reads, Refresh
 * gives nobody more than the card itself; what the others show, and the watch, is for the one who presses alone.
 */
export function cardActions(transaction: Transaction, options: CardActionsOptions): Block[] {
  const { audience, canShare, sharedBy, isOver = false } = options;
  const { reference } = transaction;
  if (!reference) return [];
  const refresh = {
    actionId: 'txn:refresh',
    label: 'Refresh',
    value: JSON.stringify({
      reference,
      seen: seenOf(transaction),
      audience,
      canShare,
      sharedBy: sharedBy?.slice(0, sharedByMax),
    }),
  };
  const value = JSON.stringify({ reference });
  const watch = { actionId: 'txn:watch', label: isOver ? 'Watch Again' : 'Tell Me When It Changes', value };
  const group = statusGroup(transaction.status, transaction.reversedFlag);
  const leads = group !== 'settled' && group !== 'reversed';
  const requery = transaction.id ? [{ actionId: 'txn:requery', label: 'Requery', value, isPrimary: leads }] : [];
  if (audience === 'channel') {
    const full = { actionId: 'txn:full', label: 'Open in Full', value };
    return buttons(leads ? [...requery, refresh, full, watch] : [refresh, full, ...requery, watch]);
  }
  return buttons([
    ...(leads ? [...requery, refresh] : [refresh, ...requery]),
    ...(canShare ? [{ actionId: 'txn:share', label: 'Share', value }] : []),
    watch,
    { actionId: 'txn:note', label: 'Note for the Bank', value },
    { actionId: 'txn:fields', label: 'All Fields', value },
  ]);
}
