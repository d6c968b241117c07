import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CountedTransfer, createBankCounts, outageHint } from '../src/bank-counts.ts';
import { expectLinear } from './support/growth.ts';

const minuteMs = 60_000;
const bank = '000013';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const look = (changes: Partial<CountedTransfer> = {}): CountedTransfer => ({
  reference: 'A',
  group: 'moving',
  bank,
  ...changes,
});

it("a bank's counts are of the last half hour, each transfer once by its latest status", () => {
  const counts = createBankCounts(true);
  const remember = (...looks: CountedTransfer[]) => {
    for (const each of looks) counts.add(each);
  };
  const known = () => {
    const { banks, allBanks } = counts.counts();
    return { banks: [...banks.values()], allBanks };
  };
  remember(look({ reference: 'earlier' }));
  wait(minuteMs);
  remember(
    look({ reference: 'settled since' }),
    look({ reference: 'failed', group: 'failed' }),
    look({ reference: 'unlisted', group: 'unknown' }),
  );
  remember(
    look({ reference: 'other bank', bank: '000014' }),
    look({ reference: 'no bank', bank: undefined }),
  );
  wait(29 * minuteMs);
  remember(
    look({ reference: 'settled since', group: 'settled' }),
    look({ reference: 'found since' }),
  );
  expect(known()).toEqual({
    banks: [
      { bank, asked: 4, unsettled: 2 },
      { bank: '000014', asked: 1, unsettled: 1 },
    ],
    allBanks: { asked: 5, unsettled: 3 },
  });
  wait(30 * minuteMs);
  expect(known()).toEqual({ banks: [], allBanks: { asked: 0, unsettled: 0 } });
});

/** So many asked for transfers to a bank, and so many of those are unsettled. */
const to = (code: string, unsettled: number, asked: number) =>
  Array.from({ length: asked }, (_, at) =>
    look({ reference: `${code}-${at}`, group: at < unsettled ? 'moving' : 'settled', bank: code }),
  );

it.each([
  ['with six of nine, which is two thirds', [to(bank, 6, 9)], true],
  ['not with six of ten', [to(bank, 6, 10)], false],
  ['not with five of five', [to(bank, 5, 5)], false],
  ['with twice the share of the others', [to(bank, 6, 6), to('000014', 5, 10)], true],
  ['not with less than twice', [to(bank, 6, 6), to('000014', 51, 100)], false],
  [
    'with twice the share of all others together',
    [to('1', 5, 5), to(bank, 6, 6), to('2', 0, 5)],
    true,
  ],
  ['not for a bank that nobody asked about', [to('000014', 6, 6)], false],
])('the hint that a bank is in trouble appears %s', (_when, given, isThere) => {
  const counts = createBankCounts(true);
  for (const each of given.flat()) counts.add(each);
  expect(outageHint(counts.counts(), bank) !== undefined).toBe(isThere);
});

it("a bank's counts stay empty when REMEMBER_HOURS is 0", () => {
  const counts = createBankCounts(false);
  counts.add(look());
  expect(counts.counts().allBanks.asked).toBe(0);
});

it("a bank's counts hold the latest 10,000 transfers", () => {
  const counts = createBankCounts(true);
  for (let at = 0; at <= 10_000; at += 1) counts.add(look({ reference: `${at}` }));
  expect(counts.counts().allBanks.asked).toBe(10_000);
});

it('counting a look-up takes no longer, however many were counted before', async () => {
  await expectLinear(1_000, (size) => {
    const counts = createBankCounts(true);
    for (let each = 0; each < size; each += 1) {
      counts.add(look({ reference: `${each}`, bank: String(100_000 + (each % 500)) }));
      outageHint(counts.counts(), '100000');
    }
  });
});
