import { outside, utc } from '../blocks/mrkdwn.ts';
import { isReversed } from '../blocks/status.ts';
import { foldBlanks } from '../text.ts';
import type { Transaction } from '../transfer-service/fields.ts';

/** What of a transaction is watched, and compared after Refresh. */
export type Watched = Pick<Transaction, 'status' | 'reversedFlag' | 'completedAt'>;

/** Of a value, in characters: a button carries it. */
export const snapshotMax = 100;

/** Cut to what is worth keeping; other blanks are no change. */
export function watchedOf({ status, reversedFlag, completedAt }: Transaction): Watched {
  const folded = (text = '') => foldBlanks(text).slice(0, snapshotMax) || undefined;
  return { status: folded(status), reversedFlag: folded(reversedFlag), completedAt };
}

export function hasChanged(before: Watched, now: Watched): boolean {
  return (['status', 'reversedFlag', 'completedAt'] as const).some((field) => before[field] !== now[field]);
}

interface ChangesWording {
  /** Makes mrkdwn of the service's words. */
  write?: typeof outside;
  /** Makes text of a time of day. */
  at?: (epochMs: number) => string;
  /** Marks the status that a transaction has changed to. */
  strong?: ((word: string) => string) | undefined;
}

/** "pending → successful", and other changes; a time only where nothing else has changed, `undefined` where nothing has. */
export function changesSince(
  before: Watched,
  now: Watched,
  { write = outside, at = (epochMs) => utc(epochMs, 'time'), strong = (word) => word }: ChangesWording = {},
): string | undefined {
  const { status: wasStatus = '', reversedFlag: wasFlag = '', completedAt: wasAt } = before;
  const { status = '', reversedFlag = '', completedAt } = now;
  const changes: string[] = [];
  if (wasStatus !== status)
    changes.push(`${write(wasStatus, 80) || 'no status'} → ${strong(write(status, 80) || 'no status')}`);
  if (wasFlag !== reversedFlag && (isReversed(wasFlag) || isReversed(reversedFlag)))
    changes.push(`reversed flag ${changed(write(wasFlag, 80), write(reversedFlag, 80))}`);
  if (changes.length > 0) return changes.join(', ');
  const time = (epochMs: number | undefined) => (epochMs === undefined ? '' : at(epochMs));
  return wasAt === completedAt ? undefined : `completed ${changed(time(wasAt), time(completedAt))}`;
}

/** What did not arrive is no value that another one follows. */
function changed(was: string, is: string): string {
  if (was === '') return is;
  return is === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}
