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

/**
 * "pending → successful", and other changes; `undefined` when nothing has changed.
 * @param write what makes mrkdwn of the service's words; nothing where the text is plain
 */
export function changesSince(
  seen: Seen,
  now: Seen,
  write: (text: string, maxLength?: number) => string = outside,
): string | undefined {
  const changes = watched.flatMap((field) => {
    const [before, after] = [seen[field], now[field]].map((value) => foldBlanks(value ?? ''));
    if (before === after) return [];
    return `${labels[field]}${worded(field, before, write)} → ${worded(field, after, write)}`;
  });
  // Leave out the time of the update when anything else has changed.
  const [only] = changes;
  if (changes.length === 1) return only;
  return changes.length === 0 ? undefined : changes.filter((change) => !change.startsWith(labels.updatedAt)).join(', ');
}

function worded(field: keyof typeof labels, value = '', write: typeof outside): string {
  if (value === '') return 'not given';
  const isTime = field.endsWith('At') && /^\d{10,14}$/.test(value);
  if (isTime) return utc(Number(value), 'time');
  return field === 'amount' ? write(amount(value)) : write(value, 80);
}
