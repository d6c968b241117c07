import { expect, it } from 'vitest';
import { parseTransaction, type Transaction } from '../../src/transfer-service/fields.ts';
import {
  hasChanged,
  resolveDigests,
  storedSnapshot,
  takeSnapshot,
} from '../../src/transfers/snapshot.ts';
import { createSchedule, endsWatch } from '../../src/watches/watch.ts';
import { someWatch } from '../support/stored-watch.ts';

const party = { destinationAccountName: 'Jane Doe', destinationAccountNumber: '0123456789' };

it('watches compare status, reversed flag and completion alone', () => {
  const seen = { status: 'pending', reversedFlag: '0' };
  const transaction = parseTransaction({
    ...seen,
    ...party,
    completedAt: '1700000000000',
    amount: '100',
  });
  expect(takeSnapshot(transaction)).toEqual({ ...seen, completedAt: 1700000000000 });
  expect(takeSnapshot(parseTransaction({ status: 'x'.repeat(1_000) })).status).toHaveLength(100);
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
])('a record has changed with any of them: %j, %j', (before, now, changed) => {
  expect(hasChanged(before, takeSnapshot(parseTransaction(now)))).toBe(changed);
  expect(hasChanged(takeSnapshot(parseTransaction(now)), before)).toBe(changed);
});

it.each([
  [{ status: 'pending' }, { status: 'successful' }, true],
  [{ status: 'pending' }, { status: 'Failed' }, false],
  [{ status: 'failed' }, { status: 'successful' }, true],
  [{ status: 'successful' }, { status: 'reversed' }, true],
  [{ status: 'pending' }, { status: 'processing' }, false],
  [{ status: 'successful' }, { status: 'pending' }, false],
  [{ status: 'successful', reversedFlag: '0' }, { status: 'successful', reversedFlag: '1' }, true],
  [{ status: 'reversed' }, { status: 'successful', reversedFlag: '1' }, false],
])('a watch ends when the group changes to an end: %j → %j: %s', (before, now, ends) => {
  expect(endsWatch(before, now)).toBe(ends);
});

const id = '9b2f7a9e-1c58-4a0e-8a54-2f1d3f1f6a10';
const watchOf = (transaction: Transaction) => ({
  ...someWatch,
  id,
  seen: storedSnapshot(id, transaction),
});

it('a status is stored in clear if a channel may read it, else as a short digest', () => {
  const plain = { ...party, status: ' in  progress ', reversedFlag: 'false', completedAt: 5 };
  expect(storedSnapshot(id, plain)).toEqual({
    status: 'in progress',
    reversedFlag: 'false',
    completedAt: 5,
  });
  expect(storedSnapshot(id, { status: ' ', reversedFlag: '' })).toEqual({});
  for (const text of ['Paid to Jane Doe 0123456789', '0123456789', 'Jane_Doe']) {
    const { status, reversedFlag } = storedSnapshot(id, {
      ...party,
      status: text,
      reversedFlag: text,
    });
    for (const stored of [status, reversedFlag]) expect(stored, text).toMatch(/^••[\w-]{4}$/);
    expect(storedSnapshot('another watch', { ...party, status: text }).status).not.toBe(status);
  }
});

it('a stored status is recognised, also if the rule for channels changed since', () => {
  const words = { status: 'Jane_Doe', reversedFlag: 'to Jane Doe' };
  for (const [before, after] of [
    [party, {}],
    [{}, party],
    [party, party],
  ]) {
    const now = takeSnapshot({ ...after, ...words });
    expect(resolveDigests(watchOf({ ...before, ...words }), now)).toEqual(now);
  }
  const watch = watchOf({ status: 'Paid to Jane Doe 0123456789' });
  for (const status of ['Paid to Jane Doe 0123456780', 'pending', undefined])
    expect(resolveDigests(watch, takeSnapshot({ status })).status).toBe(watch.seen.status);
});

const begunAtMs = Date.UTC(2026, 10, 22, 10);
const minuteMs = 60_000;
const schedule = createSchedule({
  waitsMs: [0.5, 1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  lastsMs: 24 * 60 * minuteMs,
});

it('a schedule repeats its last wait until the end, also after a restart', () => {
  const first = { id: 'a', begunAtMs };
  const times: number[] = [];
  for (let next = schedule.next(first, begunAtMs); next !== undefined && times.length < 1_000; ) {
    times.push(next);
    next = schedule.next(first, next);
  }
  const afterMinutes = times.map((ms) => (ms - begunAtMs) / minuteMs);
  const planned = [0.5, 1.5, 3.5, 8.5, 18.5, 33.5, 63.5, 93.5, 123.5];
  for (const [step, minutes] of planned.entries())
    expect(Math.abs((afterMinutes[step] ?? 0) - minutes)).toBeLessThanOrEqual(0.05 * minutes);
  expect(afterMinutes.at(-1)).toBe(24 * 60);
  expect(Math.abs(times.length - (7 + 45 + 1))).toBeLessThan(4);
  for (const after of [0, 0.2, 40, 1_000].map((minutes) => begunAtMs + minutes * minuteMs))
    expect(schedule.next(first, after)).toBe(times.find((ms) => ms > after));
  const firsts = Array.from({ length: 200 }, (_, index) =>
    schedule.next({ id: `${index}`, begunAtMs }, begunAtMs),
  );
  expect(new Set(firsts).size).toBeGreaterThan(150); // watches that began together do not ask together
  expect(schedule.next(first, schedule.endsAtMs(first))).toBeUndefined();
});
