import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankCount, type Counts, failureHint, outageHint } from '../../src/history/hints.ts';

const bank = '000013';
const countsOf = (...banks: BankCount[]): Counts => ({ banks, lookUps: 0, failures: new Map() });
const to = (code: string, unsettled: number, asked: number): BankCount => ({ bank: code, asked, unsettled });

const someCounts = fc.array(
  fc.tuple(fc.nat(40), fc.nat(40)).map(([settled, unsettled]) => ({ asked: settled + unsettled, unsettled })),
  { maxLength: 5 },
);
const anyCounts = someCounts.map((counts) =>
  countsOf(...counts.map((count, index) => ({ bank: String(13 + index).padStart(6, '0'), ...count }))),
);

describe('the hint of a bank', () => {
  it('is there for the sample of its description', () => {
    expect(outageHint(countsOf(to(bank, 6, 7), to('000014', 2, 20), to('000015', 0, 4)), bank)).toEqual({
      bank,
      asked: 7,
      unsettled: 6,
      others: { asked: 24, unsettled: 2 },
    });
  });

  it.each([
    ['with six of nine, which is two thirds', countsOf(to(bank, 6, 9)), true],
    ['not with six of ten', countsOf(to(bank, 6, 10)), false],
    ['not with five of five', countsOf(to(bank, 5, 5)), false],
    ['with twice the share of the others', countsOf(to(bank, 6, 6), to('000014', 5, 10)), true],
    ['not with less than twice', countsOf(to(bank, 6, 6), to('000014', 51, 100)), false],
    ['not when the others are no better', countsOf(to(bank, 6, 6), to('000014', 6, 6)), false],
    ['when nothing else was asked about', countsOf(to(bank, 6, 6)), true],
    ['not for a bank that nobody asked about', countsOf(to('000014', 6, 6)), false],
  ])('is there %s', (_when, counts, isThere) => {
    expect(outageHint(counts, bank) !== undefined).toBe(isThere);
  });

  it('is never there below the sample, and adds up', () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const hint = outageHint(counts, bank);
        if (hint === undefined) return;
        const { asked, unsettled, others } = hint;
        expect(unsettled).toBeGreaterThanOrEqual(6);
        expect(unsettled / asked).toBeGreaterThanOrEqual(2 / 3);
        expect(unsettled / asked).toBeGreaterThanOrEqual((2 * others.unsettled) / Math.max(1, others.asked));
        const sum = (of: 'asked' | 'unsettled') => counts.banks.reduce((all, count) => all + count[of], 0);
        expect([asked + others.asked, unsettled + others.unsettled]).toEqual([sum('asked'), sum('unsettled')]);
      }),
    );
  });
});

describe('the hint of an error', () => {
  const ended = (lookUps: number, failures: [Parameters<Counts['failures']['get']>[0], number][]) =>
    failureHint({ banks: [], lookUps, failures: new Map(failures) });

  it.each([
    ['for six of nine', 9, 6, true],
    ['not for six of ten', 10, 6, false],
    ['not for five of five', 5, 5, false],
  ])('is there %s', (_when, lookUps, failed, isThere) => {
    const hint = ended(lookUps, [['timeout', failed]]);
    expect(hint).toEqual(isThere ? { failure: 'timeout', failed, lookUps } : undefined);
  });

  it('does not add one error to another', () => {
    const failures: [Parameters<Counts['failures']['get']>[0], number][] = [
      ['timeout', 5],
      ['unreachable', 5],
    ];
    expect(ended(10, failures)).toBeUndefined();
  });

  it.each(['not_found', 'rejected', 'not_asked'] as const)('is no answer of the service: %s', (failure) => {
    expect(ended(10, [[failure, 10]])).toBeUndefined();
  });
});
