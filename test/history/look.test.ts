import { describe, expect, it } from 'vitest';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import type { RequeryAnswer } from '../../src/transfer-service/client.ts';
import { historyEntryOf } from '../../src/transfers/look-up.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const record = (changes: Record<string, unknown>) => {
  const answer = { transaction: Transaction.parse({ ...transactionRecord, ...changes }), record: {}, withheld: [] };
  return historyEntryOf({ kind: 'record', asked: 'GARO-8f3k2j1', answer });
};
const requery = (payload: unknown) => {
  const answer: RequeryAnswer = {
    success: true,
    message: '',
    payload,
    rest: {},
    withheld: [],
    transaction: undefined,
  };
  return historyEntryOf({ kind: 'requery', asked: '12345', answer });
};

describe('what is worth remembering of a record', () => {
  it('is its status, the group of it and the receiving bank', () => {
    expect(record({ status: 'pending' })).toEqual({
      asked: 'txn GARO-8f3k2j1',
      words: 'pending',
      group: 'moving',
      bank: '000013',
    });
  });

  it.each([
    ['Jane Doe', undefined],
    ['sent to 0123456789', undefined],
    ['call 08031112223', undefined],
    ['AWAITING_SETTLEMENT', 'AWAITING_SETTLEMENT'],
    ['QUEUED_FOR_REVIEW', 'QUEUED_FOR_REVIEW'],
    ['submitted', 'submitted'],
    [' In  Progress ', 'In Progress'],
    ['', undefined],
    [null, undefined],
  ])('holds of the status %j no more than a channel may read: %j', (status, words) => {
    expect(record({ status })).toMatchObject({ words });
  });

  it.each([
    ['1', 'successful, reversed flag 1'],
    [' 12 ', 'successful, reversed flag 12'],
    [true, 'successful, reversed flag true'],
    ['0123456789', 'successful, with a reversed flag'],
  ])('says that a record is flagged as reversed: %j', (reversedFlag, words) => {
    expect(record({ reversedFlag })).toMatchObject({ words, group: 'reversed' });
    expect(record({ status: 'reversed', reversedFlag })).toMatchObject({ words: 'reversed', group: 'reversed' });
  });

  it.each(['0123456789', 'GTB', '', null])('holds no bank whose code is %j', (destinationBankCode) => {
    expect(record({ destinationBankCode })).toMatchObject({ bank: undefined });
  });
});

describe('what is worth remembering of a requery', () => {
  it('is its one status, and no bank, as the transfer has been counted by its reference', () => {
    expect(requery({ status: 'FAILED', destinationBankCode: '000013' })).toEqual({
      asked: 'tsq 12345',
      words: 'FAILED',
      group: 'failed',
      bank: undefined,
    });
    expect(requery({ status: 'success', inner: { status: 'FAILED' } })).toMatchObject({ group: 'unknown' });
    expect(requery({ status: 'Submitted' })).toMatchObject({ words: 'Submitted', group: 'moving' });
    expect(requery({ status: 'COMPLETED' })).toMatchObject({ words: 'COMPLETED', group: 'unknown' });
    expect(requery({ status: 'Awaiting_Approval' })).toMatchObject({ words: 'Awaiting_Approval' });
    for (const status of ['Jane Doe', 'Jane', 'sent to Jane', '0123456789'])
      expect(requery({ status })).toMatchObject({ words: undefined });
  });
});

describe('what is worth remembering of a failure', () => {
  it('is which one it was, unless the service was not asked', () => {
    const failed = (failure: 'timeout' | 'not_asked', isRequery = false) =>
      historyEntryOf({ kind: 'failure', asked: '12345', failure, isRequery });
    expect(failed('timeout')).toEqual({ asked: 'txn 12345', failure: 'timeout' });
    expect(failed('timeout', true)).toEqual({ asked: 'tsq 12345', failure: 'timeout' });
    expect(failed('not_asked')).toBeUndefined();
  });
});
