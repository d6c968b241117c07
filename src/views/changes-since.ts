import { foldBlanks } from '../plain-text.ts';
import { isReversed } from '../transfers/status-group.ts';
import { amount } from './amount.ts';
import { type Seen, watched } from './card-buttons.ts';
import { outside, utc } from './mrkdwn.ts';

type Watched = (typeof watched)[number];

const labels: Record<Watched, string> = {
  status: '',
  reversedFlag: 'reversed flag ',
  amount: 'amount ',
  completedAt: 'completed ',
  updatedAt: 'updated ',
};

export interface ChangesWording {
  /** Of the amounts. */
  currency?: string | undefined;
  /** Makes mrkdwn of the service's words; leaves them as they are where the text is plain. */
  write?: typeof outside;
}

/** "pending → successful", and other changes; `undefined` when nothing has changed. */
export function changesSince(
  seen: Seen,
  now: Seen,
  { currency, write = outside }: ChangesWording = {},
): string | undefined {
  const changes = watched.flatMap((field) => {
    const before = foldBlanks(seen[field] ?? '');
    const after = foldBlanks(now[field] ?? '');
    const word = (value: string) => worded(field, value, { currency, write });
    const isSame = before === after || (field === 'reversedFlag' && !isReversed(before) && !isReversed(after));
    return isSame ? [] : `${labels[field]}${changed(field, word(before), word(after))}`;
  });
  // Times go without saying when anything else has changed.
  const isTime = (change: string) => change.startsWith(labels.updatedAt) || change.startsWith(labels.completedAt);
  const worthSaying = changes.filter((change) => !isTime(change));
  return worthSaying.length > 0 ? worthSaying.join(', ') : changes[0];
}

/** What did not arrive is no value that another one follows. */
function changed(field: Watched, was: string, is: string): string {
  if (field === 'status') return `${was || 'no status'} → ${is || 'no status'}`;
  if (was === '') return is;
  return is === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}

function worded(field: Watched, value: string, { currency, write }: Required<ChangesWording>): string {
  const isTime = field.endsWith('At') && /^\d{10,14}$/.test(value);
  if (isTime) return utc(Number(value), 'time');
  return field === 'amount' ? write(amount(value, currency)) : write(value, 80);
}
