import { expect, it } from 'vitest';
import { Transaction } from '../../src/transfer-service/fields.ts';
import { historyEntryOf } from '../../src/transfers/look-up.ts';
import { type Row, recordRow, requeryRow } from '../../src/transfers/row.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const record = (changes: Record<string, unknown>): Row => {
  const answer = { transaction: Transaction.parse({ ...transactionRecord, ...changes }), record: {}, withheld: [] };
  return recordRow('GARO-8f3k2j1', answer);
};
const requery = (payload: unknown): Row => {
  const answer = { success: true, message: '', payload, rest: {}, withheld: [], transaction: undefined };
  return requeryRow({ asked: '12345' }, answer);
};
const txn = { asked: 'txn GARO-8f3k2j1', bank: '000013' };
const tsq = { asked: 'tsq 12345', bank: undefined }; // the transfer has been counted by its reference

it.each<[Row, object | undefined]>([
  [record({ status: 'pending' }), { ...txn, words: 'pending', group: 'moving' }],
  [record({ status: ' In  Progress ' }), { ...txn, words: 'In Progress' }],
  [record({ status: 'Jane Doe' }), { ...txn, words: undefined, group: 'unknown' }],
  [record({ reversedFlag: '1' }), { words: 'flagged as reversed, status successful', group: 'reversed' }],
  [record({ reversedFlag: '0123456789' }), { words: 'flagged as reversed, status successful', group: 'reversed' }],
  [record({ status: 'reversed', reversedFlag: '1' }), { words: 'reversed', group: 'reversed' }],
  [record({ destinationBankCode: 'GTB' }), { bank: undefined }],
  [requery({ status: 'FAILED', destinationBankCode: '000013' }), { ...tsq, words: 'FAILED', group: 'failed' }],
  [requery({ status: 'success', inner: { status: 'FAILED' } }), { ...tsq, group: 'unknown' }],
  [requery({ status: 'Jane' }), { ...tsq, words: undefined }],
  [{ asked: '12345', failure: 'timeout', isRequery: false }, undefined],
])('what is remembered holds no more than a channel may read: %j', (found, entry) => {
  if (entry === undefined) expect(historyEntryOf(found)).toBeUndefined();
  else expect(historyEntryOf(found)).toMatchObject(entry);
});
