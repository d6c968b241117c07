import { amount, outside, utc } from '../blocks/mrkdwn.ts';
import { isReversed } from '../blocks/status.ts';
import { foldBlanks } from '../text.ts';
import { changeNames, fields, type Transaction, watchedNames } from '../transfer-service/fields.ts';

type Field = (typeof changeNames)[number];

/** Fields whose change matters (spec 2.2), as a card or a notification showed them; a button carries times as text. */
export type Snapshot = { [Name in Field]?: Transaction[Name] | string };

/** What is watched of a transaction. */
export type Watched = Pick<Transaction, (typeof watchedNames)[number]>;

/** Of a value, in characters. */
export const snapshotMax = 100;

/** What a card shows, cut to what a button can carry. */
export function snapshotOf(transaction: Transaction): Partial<Record<Field, string>> {
  return Object.fromEntries(
    changeNames.flatMap((field) => {
      const value = transaction[field];
      return value === undefined ? [] : [[field, String(value).slice(0, snapshotMax)]];
    }),
  );
}

/** What is watched of a transaction, cut to what is worth keeping; other blanks are no change. */
export function watchedOf({ status, reversedFlag, completedAt }: Transaction): Watched {
  const folded = (text = '') => foldBlanks(text).slice(0, snapshotMax) || undefined;
  return { status: folded(status), reversedFlag: folded(reversedFlag), completedAt };
}

export function hasChanged(before: Watched, now: Watched): boolean {
  return watchedNames.some((field) => before[field] !== now[field]);
}

interface ChangesWording {
  /** Of the amounts. */
  currency?: string | undefined;
  /** Makes mrkdwn of the service's words; leaves them as they are where the text is plain. */
  write?: typeof outside;
  /** Makes text of a time of day. */
  at?: ((epochMs: number) => string) | undefined;
  /** Marks the status that a transaction has changed to. */
  strong?: ((word: string) => string) | undefined;
}

/** "pending → successful", and other changes; `undefined` when nothing has changed. */
export function changesSince(
  seen: Snapshot,
  now: Snapshot,
  { currency, write = outside, at = (epochMs) => utc(epochMs, 'time'), strong = (word) => word }: ChangesWording = {},
): string | undefined {
  const worded = (field: Field, value: string) => {
    if (field.endsWith('At') && /^\d{10,14}$/.test(value)) return at(Number(value));
    return field === 'amount' ? write(amount(value, currency)) : write(value, 80);
  };
  const changes = changeNames.flatMap((field) => {
    const before = foldBlanks(String(seen[field] ?? ''));
    const after = foldBlanks(String(now[field] ?? ''));
    const isSame = before === after || (field === 'reversedFlag' && !isReversed(before) && !isReversed(after));
    if (isSame) return [];
    const [was, is] = [worded(field, before), worded(field, after)];
    return field === 'status'
      ? `${was || 'no status'} → ${strong(is || 'no status')}`
      : fields[field].change + changed(was, is);
  });
  // Times go without saying when anything else has changed.
  const isTime = (change: string) =>
    change.startsWith(fields.updatedAt.change) || change.startsWith(fields.completedAt.change);
  const worthSaying = changes.filter((change) => !isTime(change));
  return worthSaying.length > 0 ? worthSaying.join(', ') : changes[0];
}

/** What did not arrive is no value that another one follows. */
function changed(was: string, is: string): string {
  if (was === '') return is;
  return is === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}
