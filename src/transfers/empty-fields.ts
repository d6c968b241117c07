import type { Transaction } from '../transfer-service/fields.ts';
import { type Row, rowGroup } from './row.ts';

type Side = 'source' | 'destination';

const partyOf = (txn: Transaction, side: Side) => [
  txn[`${side}AccountName`],
  txn[`${side}AccountNumber`],
  txn[`${side}BankName`],
  txn[`${side}BankCode`],
];

/** What a card normally shows of a record, with the values of which one is enough. */
const expected = (txn: Transaction): [label: string, ...values: (string | undefined)[]][] => [
  ['status', txn.status],
  ['amount', txn.amount],
  ['sender', ...partyOf(txn, 'source')],
  ['receiver', ...partyOf(txn, 'destination')],
  ["receiver's bank code", txn.destinationBankName ? txn.destinationBankCode : 'no bank'],
  ['session', txn.sessionId],
  ['transaction ID', txn.id],
];

/**
 * Finds what the service left empty of a record that a card normally shows. A masked row keeps what
 * was found before it was masked: in a channel, a value that is left out is not one that is missing.
 */
export function findEmptyFields(row: Row): readonly string[] {
  const { emptyFields, transaction = {} } = row;
  if (emptyFields) return emptyFields;

  const empty = expected(transaction).filter(([, ...values]) => !values.join('').trim());
  const labels = empty.map(([label]) => label);
  const hasNoEnd = transaction.completedAt === undefined && transaction.unreadTimes === undefined;
  return hasNoEnd && rowGroup(row) === 'settled' ? [...labels, 'completion time'] : labels;
}

/** Says which fields the service left empty; empty if none. */
export function formatEmptyFields(row: Row): string {
  const labels = findEmptyFields(row).join(', ');
  return labels && `The service gave no ${labels.replace(/, ([^,]*)$/, ' or $1')}.`;
}
