import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSince } from '../../src/banks/bank.ts';
import { bankChanges, createChangeLog, noListYet, type PreviousLists, withList } from '../../src/banks/changes.ts';
import type { BankName } from '../../src/banks/names.ts';

const bank = (institutionCode: string, institutionName: string) => ({ institutionCode, institutionName });
const before = [bank('000001', 'One'), bank('000002', 'Two'), bank('000003', 'Three')];

describe('from one list to the next', () => {
  it('keeps apart two names under one code', () => {
    const two = [bank('000001', 'One'), bank('000001', 'Uno')];
    expect(bankChanges(two, [bank('000001', 'Uno'), bank('000001', 'Un')])).toEqual([
      { kind: 'renamed', bank: bank('000001', 'Un'), before: 'One' },
    ]);
    expect(bankChanges(two, two.slice(0, 1))).toEqual([{ kind: 'removed', bank: bank('000001', 'Uno') }]);
  });

  it('is nothing when only the order, the blanks or a repetition is another', () => {
    expect(bankChanges(before, [...before.toReversed(), bank('000002', ' Two ')])).toEqual([]);
    expect(bankChanges([bank('000001', 'OneTwo')], [bank('000001', 'One Two')])).toHaveLength(1);
  });

  it('says once what stands in a list twice', () => {
    expect(bankChanges([], [bank('000001', 'One'), bank('000001', 'One ')])).toEqual([
      { kind: 'added', bank: bank('000001', 'One') },
    ]);
    expect(bankChanges([], [bank('000001', 'One'), bank('000001', 'Uno')])).toHaveLength(2);
  });

  it('leads from any list to any other', () => {
    const banks = fc.uniqueArray(
      fc.tuple(fc.constantFrom('000001', '000002', '000003'), fc.constantFrom('A', 'B', 'C')),
      {
        selector: String,
      },
    );
    fc.assert(
      fc.property(banks, banks, (some, others) => {
        const names = new Set(some.map(String));
        const [from, to] = [some, others].map((list) => list.map(([code, name]) => bank(code, name)));
        for (const change of bankChanges(from ?? [], to ?? [])) {
          const { institutionCode, institutionName } = change.bank;
          if (change.kind === 'renamed') names.delete(`${institutionCode},${change.before}`);
          if (change.kind === 'removed') names.delete(`${institutionCode},${institutionName}`);
          else names.add(`${institutionCode},${institutionName}`);
        }
        expect(names).toEqual(new Set(others.map(String)));
      }),
    );
  });
});

describe('what is remembered of the lists', () => {
  const seenOf = (lists: [readonly BankName[], number][], max?: number) =>
    lists.reduce<PreviousLists>((seen, [banks, atMs]) => withList(seen, banks, atMs, max), noListYet);

  it('begins with the first list, newest first', () => {
    const { changes, knownSinceMs } = seenOf([
      [before, 100],
      [before.slice(1), 200],
      [before, 300],
    ]);
    expect(changes.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['added', 300],
      ['removed', 200],
    ]);
    expect(knownSinceMs).toBe(100);
  });

  it('forgets the oldest beyond its size, whole refreshes at a time, and says so', () => {
    const { changes, knownSinceMs } = seenOf(
      [
        [before, 100],
        [[], 200],
        [before.slice(0, 1), 300],
      ],
      3,
    );
    expect(changes.map(({ atMs }) => atMs)).toEqual([300]);
    expect(knownSinceMs).toBe(200);
  });

  it('is told by a log from a time on', async () => {
    const log = createChangeLog();
    expect(await log.since(0)).toEqual({ changes: [], knownSinceMs: Number.POSITIVE_INFINITY });
    for (const [at, banks] of [[bank('000001', 'One')], [bank('000001', 'Uno')], []].entries()) log.take(banks, at);
    const renamed = { kind: 'renamed', bank: bank('000001', 'Uno'), before: 'One', atMs: 1 };
    const removed = { kind: 'removed', bank: bank('000001', 'Uno'), atMs: 2 };
    expect(await log.since(0)).toEqual({ changes: [removed, renamed], knownSinceMs: 0 });
    expect(await log.since(2)).toEqual({ changes: [removed], knownSinceMs: 0 });
  });
});

describe('a time to count from', () => {
  const nowMs = Date.UTC(2026, 0, 31, 12);
  const day = (date: number) => Date.UTC(2026, 0, date);

  it.each([
    ['2026-01-30', day(30)],
    ['today', day(31)],
    ['2 days', nowMs - 48 * 3_600_000],
    ['since 3 hours ago', nowMs - 3 * 3_600_000],
    ['an hour ago', nowMs - 3_600_000],
    ['last 2 weeks', nowMs - 336 * 3_600_000],
    ['1W', nowMs - 168 * 3_600_000],
    ['0 days', nowMs],
    ['9999h', nowMs - 9999 * 3_600_000],
  ])('is %j', (text, ms) => {
    expect(parseSince(text, nowMs)).toBe(ms);
  });

  it('is one gone by, this moment included', () => {
    expect(parseSince('today', day(31))).toBe(day(31));
    expect(parseSince('2026-01-31', day(31))).toBe(day(31));
    expect(parseSince('2026-01-31', day(31) - 1)).toBeUndefined();
  });

  it.each([
    ...['2026-02-31', '2026-02-01', '2026-13-01', 'monday', '5', '', '2 dogs', '-1 days', '10000h', '2  days'],
    ...['x2 days', '2 daysx', 'the 2026-01-30', '2026-01-30T10'],
  ])('is not %j', (text) => {
    expect(parseSince(text, nowMs)).toBeUndefined();
  });
});
