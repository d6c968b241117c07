import type { Transaction } from '../transfer-service/fields.ts';
import { type Row, rowGroup } from './row.ts';

const isGiven = (value: string | undefined) => value !== undefined && value.trim() !== '';

const namesParty = (txn: Transaction, side: 'source' | 'destination') =>
  isGiven(txn[`${side}AccountName`]) ||
  isGiven(txn[`${side}AccountNumber`]) ||
  isGiven(txn[`${side}BankName`]) ||
  isGiven(txn[`${side}BankCode`]);

/** What a card normally shows of a record, and whether the service gave it. */
const expected: readonly (readonly [label: string, has: (txn: Transaction) => boolean])[] = [
  ['status', (txn) => isGiven(txn.status)],
  ['amount', (txn) => isGiven(txn.amount)],
  ['sender', (txn) => namesParty(txn, 'source')],
  ['receiver', (txn) => namesParty(txn, 'destination')],
  [
    "receiver's bank code",
    (txn) => !isGiven(txn.destinationBankName) || isGiven(txn.destinationBankCode),
  ],
  ['session', (txn) => isGiven(txn.sessionId)],
  ['transaction ID', (txn) => isGiven(txn.id)],
];

/**
 * Finds what the service left empty of a record that a card normally shows. A masked row keeps what
 * was found before it was masked: in a channel, a value that is left out is not one that is missing.
 */
export function findEmptyFields(row: Row): readonly string[] {
  const { emptyFields, transaction = {} } = row;
  if (emptyFields) return emptyFields;

  const labels = expected.filter(([, has]) => !has(transaction)).map(([label]) => label);
  const hasNoEnd = transaction.completedAt === undefined && transaction.unreadTimes === undefined;
  return hasNoEnd && rowGroup(row) === 'settled' ? [...labels, 'completion time'] : labels;
}

/** Says which fields the service left empty; empty if none. */
export function formatEmptyFields(row: Row): string {
  const labels = findEmptyFields(row).join(', ');
  return labels && `The service gave no ${labels.replace(/, ([^,]*)$/, ' or $1')}.`;
}
