import { foldBlanks } from '../plain-text.ts';
import { amount } from './amount.ts';
import { type Seen, watched } from './card-actions.ts';
import { outside, utc } from './mrkdwn.ts';

const labels: Record<(typeof watched)[number], string> = {
  status: '',
  reversedFlag: 'reversed flag ',
  amount: 'amount ',
  completedAt: 'completed ',
  updatedAt: 'updated ',
};

/** "pending → successful", and other changes; mrkdwn, `undefined` when nothing has changed. */
export function changesSince(seen: Seen, now: Seen): string | undefined {
  const changes = watched.flatMap((field) => {
    const [before, after] = [seen[field], now[field]].map((value) => foldBlanks(value ?? ''));
    if (before === after) return [];
    return `${labels[field]}${worded(field, before)} → ${worded(field, after)}`;
  });
  // Leave out the time of the update when anything else has changed.
  const [only] = changes;
  if (changes.length === 1) return only;
  return changes.length === 0 ? undefined : changes.filter((change) => !change.startsWith(labels.updatedAt)).join(', ');
}

function worded(field: keyof typeof labels, value = ''): string {
  if (value === '') return 'not given';
  const isTime = field.endsWith('At') && /^\d{10,14}$/.test(value);
  if (isTime) return utc(Number(value), 'time');
  return field === 'amount' ? outside(amount(value)) : outside(value, 80);
}
