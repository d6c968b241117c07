import { foldBlanks } from '../plain-text.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { statusGroup } from '../transfers/status-group.ts';
import type { Seen } from './watch.ts';

const textMax = 100;

/** What is watched of a transaction, cut to what is worth keeping; other blanks are no change. */
export function seenOf({ status, reversedFlag, completedAt }: Transaction): Seen {
  const kept = { status: folded(status), reversedFlag: folded(reversedFlag), completedAt };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

function folded(text: string | undefined): string | undefined {
  return foldBlanks(text ?? '').slice(0, textMax) || undefined;
}

export function hasChanged(before: Seen, now: Seen): boolean {
  return (
    before.status !== now.status || before.reversedFlag !== now.reversedFlag || before.completedAt !== now.completedAt
  );
}

const ends = new Set(['settled', 'failed', 'reversed']);

/**
 * Whether this change ends a watch: to another group, and to one that is an end. So a watch that was begun on a settled
 * record waits for its reversal, and an unknown word ends nothing.
 */
export function endsWatch(before: Seen, now: Seen): boolean {
  const group = statusGroup(now.status, now.reversedFlag);
  return ends.has(group) && group !== statusGroup(before.status, before.reversedFlag);
}
