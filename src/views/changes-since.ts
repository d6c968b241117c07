import { foldBlanks } from '../plain-text.ts';
import { amount } from './amount.ts';
import { type Seen, watched } from './card-actions.ts';
import { outside, utc } from './mrkdwn.ts';

type Watched = (typeof watched)[number];

const labels: Record<Watched, string> = {
  status: '',
  reversedFlag: 'reversed flag ',
  amount: 'amount ',
  completedAt: 'completed ',
  updatedAt: 'updated ',
};

/** "pending → successful", and other changes; mrkdwn, `undefined` when nothing has changed. */
export function changesSince(seen: Seen, now: Seen, currency?: string): string | undefined {
  const changes = watched.flatMap((field) => {
    const before = foldBlanks(seen[field] ?? '');
    const after = foldBlanks(now[field] ?? '');
    return before === after ? [] : `${labels[field]}${changed(field, { before, after }, currency)}`;
  });
  // Leave out the time of the update when anything else has changed.
  const [only] = changes;
  if (changes.length === 1) return only;
  return changes.length === 0 ? undefined : changes.filter((change) => !change.startsWith(labels.updatedAt)).join(', ');
}

/** What did not arrive is no value that another one follows. */
function changed(
  field: Watched,
  { before, after }: { before: string; after: string },
  currency: string | undefined,
): string {
  const was = worded(field, before, currency);
  const is = worded(field, after, currency);
  if (field === 'status') return `${was || 'no status'} → ${is || 'no status'}`;
  if (before === '') return `${is} (not given before)`;
  return after === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}

function worded(field: Watched, value: string, currency: string | undefined): string {
  const isTime = field.endsWith('At') && /^\d{10,14}$/.test(value);
  if (isTime) return utc(Number(value), 'time');
  return field === 'amount' ? outside(amount(value, currency)) : outside(value, 80);
}
