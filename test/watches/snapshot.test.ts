import { describe, expect, it } from 'vitest';
import { Transaction } from '../../src/transfer-service/fields.ts';
import { hasChanged, watchedOf } from '../../src/transfers/answer.ts';
import { recognised, storedSnapshot } from '../../src/transfers/disclosure.ts';
import { endsWatch } from '../../src/watches/watch.ts';
import { someWatch } from '../support/stored-watch.ts';

describe('what is watched', () => {
  it('is the status, the reversed flag and the time of completion, and nothing else', () => {
    const transaction = Transaction.parse({
      status: 'pending',
      reversedFlag: '0',
      completedAt: '1700000000000',
      destinationAccountName: 'Jane Doe',
      amount: '100',
    });
    expect(watchedOf(transaction)).toEqual({ status: 'pending', reversedFlag: '0', completedAt: 1700000000000 });
    expect(watchedOf(Transaction.parse({ status: 'x'.repeat(1_000) })).status).toHaveLength(100);
  });

  it.each([
    [{ status: 'pending' }, { status: 'processing' }, true],
    [{ status: 'successful', reversedFlag: '0' }, { status: 'successful', reversedFlag: '1' }, true],
    [{ status: 'pending' }, { status: 'pending', completedAt: '1700000000000' }, true],
    [{ status: 'pending' }, {}, true],
    [
      { status: 'in progress', completedAt: 1_700_000_000_000 },
      { status: ' in\u00a0 progress\n', completedAt: '1700000000000' },
      false,
    ],
    [{}, { status: '  ', reversedFlag: '' }, false],
  ])('has changed with any of them: %j, %j', (before, now, changed) => {
    expect(hasChanged(before, watchedOf(Transaction.parse(now)))).toBe(changed);
    expect(hasChanged(watchedOf(Transaction.parse(now)), before)).toBe(changed);
  });
});

describe('a watch ends', () => {
  it.each([
    ['pending', 'successful', true],
    ['pending', 'Failed', false],
    ['failed', 'successful', true],
    ['successful', 'reversed', true],
    ['pending', 'processing', false],
    ['successful', 'pending', false],
  ])('when the group changes to an end: %s → %s: %s', (before, now, ends) => {
    expect(endsWatch({ status: before }, { status: now })).toBe(ends);
  });

  it('with a reversed flag, whatever the status says', () => {
    expect(endsWatch({ status: 'successful', reversedFlag: '0' }, { status: 'successful', reversedFlag: '1' })).toBe(
      true,
    );
    expect(endsWatch({ status: 'reversed' }, { status: 'successful', reversedFlag: '1' })).toBe(false);
  });
});

const id = '9b2f7a9e-1c58-4a0e-8a54-2f1d3f1f6a10';
const party = { destinationAccountName: 'Jane Doe', destinationAccountNumber: '0123456789' };
const watchOf = (transaction: Transaction) => ({ ...someWatch, id, seen: storedSnapshot(id, transaction) });

describe('what is kept of a transaction', () => {
  it('is in clear where a channel may read it', () => {
    expect(storedSnapshot(id, { ...party, status: ' in  progress ', reversedFlag: 'false', completedAt: 5 })).toEqual({
      status: 'in progress',
      reversedFlag: 'false',
      completedAt: 5,
    });
    expect(storedSnapshot(id, { status: ' ', reversedFlag: '' })).toEqual({});
  });

  it.each(['Paid to Jane Doe 0123456789', '0123456789', 'Jane_Doe'])(
    'is four characters of a digest where it may name somebody: %s',
    (text) => {
      const { status, reversedFlag } = storedSnapshot(id, { ...party, status: text, reversedFlag: text });
      for (const kept of [status, reversedFlag]) expect(kept).toMatch(/^••[\w-]{4}$/);
      expect(storedSnapshot('another watch', { ...party, status: text }).status).not.toBe(status);
    },
  );
});

describe('what was kept', () => {
  it('is recognised in the words of now, also when a channel may read them meanwhile, or not any more', () => {
    const status = 'Jane_Doe';
    for (const [before, after] of [
      [party, {}],
      [{}, party],
      [party, party],
    ]) {
      const now = watchedOf({ ...after, status, reversedFlag: 'to Jane Doe' });
      expect(recognised(watchOf({ ...before, status, reversedFlag: 'to Jane Doe' }), now)).toEqual(now);
    }
  });

  it('is another word when it was', () => {
    const watch = watchOf({ status: 'Paid to Jane Doe 0123456789' });
    for (const status of ['Paid to Jane Doe 0123456780', 'pending', undefined])
      expect(recognised(watch, watchedOf({ status })).status).toBe(watch.seen.status);
  });
});
