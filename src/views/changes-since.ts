import { foldBlanks } from '../plain-text.ts';
import { type Seen, watched } from './card-actions.ts';
import { outside, utc } from './mrkdwn.ts';

const labels: Record<(typeof watched)[number], string> = {
  status: '',
  reversedFlag: 'reversed flag ',
  amount: 'amount ',
  completedAt: 'completed ',
  updatedAt: 'updated ',
};

/** "pending → successful", and what else is not as it was; mrkdwn, `undefined` when all is. */
export function changesSince(seen: Seen, now: Seen): string | undefined {
  const changes = watched.flatMap((field) => {
    const [before, after] = [seen[field], now[field]].map((value) => foldBlanks(value ?? ''));
    if (before === after) return [];
    return `${labels[field]}${worded(field, before)} → ${worded(field, after)}`;
  });
  // When anything else has changed, that the record was updated goes without saying.
  const [only] = changes;
  if (changes.length === 1) return only;
  return changes.length === 0 ? undefined : changes.filter((change) => !change.startsWith(labels.updatedAt)).join(', ');
}

function worded(field: keyof typeof labels, value = ''): string {
  if (value === '') return 'nothing';
  const isTime = field.endsWith('At') && /^\d{10,14}$/.test(value);
  return isTime ? utc(Number(value), 'time') : outside(value, 80);
}
