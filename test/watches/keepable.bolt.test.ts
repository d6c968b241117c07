import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/transfer-service/bodies.ts';
import { recognised, storedSnapshot } from '../../src/transfers/disclosure.ts';
import { watchedOf } from '../../src/transfers/snapshot.ts';

const id = '9b2f7a9e-1c58-4a0e-8a54-2f1d3f1f6a10';
const party = { destinationAccountName: 'Jane Doe', destinationAccountNumber: '0123456789' };
const watchOf = (transaction: Transaction) => ({
  id,
  reference: 'GARO-1',
  personId: 'U0ANN',
  teamId: undefined,
  channelId: undefined,
  threadTs: undefined,
  begunAtMs: 0,
  seen: storedSnapshot(id, transaction),
});

describe('what is kept of a transaction', () => {
  it.each([
    [
      { status: 'pending', reversedFlag: '0' },
      { status: 'pending', reversedFlag: '0' },
    ],
    [
      { status: ' in  progress ', reversedFlag: 'false' },
      { status: 'in progress', reversedFlag: 'false' },
    ],
    [{ ...party, status: 'QUEUED_FOR_AUDIT' }, { status: 'QUEUED_FOR_AUDIT' }],
    [{ completedAt: 5 }, { completedAt: 5 }],
    [{ status: ' ', reversedFlag: '' }, {}],
  ])('is in clear where a channel may read it: %j', (transaction, kept) => {
    expect(storedSnapshot(id, transaction)).toEqual(kept);
  });

  it.each(['Paid to Jane Doe 0123456789', 'Paid to Chidi Okafor', '0123456789', 'Jane_Doe', 'Jane-Doe-0123456789'])(
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
