import type { Transaction } from '../transfer-api/schemas.ts';
import type { Timing } from '../transfers/look-up.ts';
import { date, outside } from './mrkdwn.ts';

/** The ids and the kind of a record, for a line of metadata; what did not arrive is left out. */
export function recordIds(txn: Transaction): string[] {
  const word = (text: string | undefined) => (text?.trim() ? outside(text, 60) : undefined);
  const parts = [
    txn.id && `Record ${outside(txn.id, 40)}`,
    txn.userId && `user ${outside(txn.userId, 40)}`,
    ...new Set([word(txn.transactionTypeName), word(txn.category), word(txn.type)]),
    txn.reversedFlag === '0' ? 'not reversed' : undefined,
    txn.updatedAt === undefined || txn.updatedAt === txn.completedAt ? undefined : `updated ${date(txn.updatedAt)}`,
  ];
  return parts.flatMap((part) => part || []);
}

/** When the question was asked, and how long the answer took. */
export function asked({ askedAtMs, durationMs }: Timing): string {
  return `asked ${date(askedAtMs, 'time')}, answered in ${Math.round(durationMs)} ms`;
}
