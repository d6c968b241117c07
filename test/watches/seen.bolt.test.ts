import { describe, expect, it } from 'vitest';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { hasChanged, watchedOf } from '../../src/transfers/snapshot.ts';
import { endsWatch } from '../../src/watches/watch.ts';

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
    expect(watchedOf(Transaction.parse({}))).toEqual({});
    expect(watchedOf(Transaction.parse({ status: 'x'.repeat(1_000) })).status).toHaveLength(100);
  });

  it('has not changed with other blanks alone', () => {
    const blanks = [' in  progress\n', 'in progress', 'in\u00a0progress'].map((status) =>
      watchedOf(Transaction.parse({ status })),
    );
    for (const seen of blanks) expect(hasChanged({ status: 'in progress' }, seen)).toBe(false);
    expect(hasChanged({}, watchedOf(Transaction.parse({ status: '  ', reversedFlag: '' })))).toBe(false);
  });

  it.each([
    [{ status: 'pending' }, { status: 'processing' }, true],
    [{ status: 'successful', reversedFlag: '0' }, { status: 'successful', reversedFlag: '1' }, true],
    [{ status: 'pending' }, { status: 'pending', completedAt: 1 }, true],
    [{ status: 'pending' }, {}, true],
    [{ status: 'pending', completedAt: 1 }, { status: 'pending', completedAt: 1 }, false],
  ])('has changed with any of them: %j, %j', (before, now, changed) => {
    expect(hasChanged(before, now)).toBe(changed);
    expect(hasChanged(now, before)).toBe(changed);
  });
});

describe('a watch ends', () => {
  it.each([
    ['pending', 'successful', true],
    ['pending', 'Failed', true],
    ['pending', 'reversed', true],
    ['successful', 'reversed', true],
    ['failed', 'successful', true],
    ['QUEUED_FOR_REVIEW', 'successful', true],
    ['pending', 'processing', false],
    ['pending', 'QUEUED_FOR_REVIEW', false],
    ['successful', 'pending', false],
    ['failed', 'declined', false],
    ['successful', 'successful', false],
    ['pending', undefined, false],
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
