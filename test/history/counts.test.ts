import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnsweredEntry, type Counts, countsOf, type Entry, isAnswered, runsOf } from '../../src/history/hints.ts';

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 14, 30, 20);

/** Some transfers, asked about again and again, each at a time of its own, within an hour and a half. */
const entries = fc
  .uniqueArray(
    fc.record({
      fingerprint: fc.constantFrom(...'abcdefghijkl'),
      atMs: fc.integer({ min: nowMs - 90 * minuteMs, max: nowMs }),
      end: fc.constantFrom('settled', 'moving', 'failed', 'reversed', 'unknown', 'timeout', 'not_found'),
      bank: fc.constantFrom('000013', '000014', undefined),
    }),
    { selector: ({ atMs }) => atMs, maxLength: 60 },
  )
  .map((given) =>
    given.map(({ fingerprint, atMs, end, bank }): Entry => {
      if (end === 'timeout' || end === 'not_found') return { fingerprint, atMs, failure: end };
      return { fingerprint, atMs, personId: 'U0ASKER', group: end, bank };
    }),
  );

const counted = (given: readonly Entry[], atMs = nowMs): Counts => countsOf(given, 30, atMs);

/** The same, by walking all of them. */
function walked(given: readonly Entry[]): Counts {
  const startMs = nowMs - 30 * minuteMs;
  const latest = (of: readonly Entry[]) =>
    [...new Map(of.toSorted((a, b) => a.atMs - b.atMs).map((entry) => [entry.fingerprint, entry])).values()].filter(
      ({ atMs }) => atMs >= startMs,
    );
  const ends = latest(given);
  const transfers = latest(given.filter((entry) => isAnswered(entry) && entry.bank !== undefined)).filter(isAnswered);
  const banks = ['000013', '000014'].flatMap((bank) => {
    const to = transfers.filter((entry) => entry.bank === bank);
    const unsettled = to.filter(({ group }) => group === 'moving' || group === 'failed').length;
    return to.length === 0 ? [] : [{ bank, asked: to.length, unsettled }];
  });
  const failed = (failure: string) => ends.filter((entry) => 'failure' in entry && entry.failure === failure).length;
  const failures = (['timeout', 'not_found'] as const).map((failure) => [failure, failed(failure)] as const);
  return { banks, lookUps: ends.length, failures: new Map(failures.filter(([, count]) => count > 0)) };
}

const comparable = ({ banks, lookUps, failures }: Counts) => ({
  banks: banks.toSorted((a, b) => a.bank.localeCompare(b.bank)),
  lookUps,
  failures: Object.fromEntries(failures),
});

describe('counts', () => {
  it('are those of the distinct transfers of the window, each as it was last seen', () => {
    fc.assert(
      fc.property(entries, (given) => {
        expect(comparable(counted(given))).toEqual(comparable(walked(given)));
      }),
    );
  });

  it('do not depend on the order in which entries come', () => {
    const shuffled = entries.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(comparable(counted(given))).toEqual(comparable(counted(other)));
      }),
    );
  });

  it('are nothing once nobody has asked for so long', () => {
    const empty = { banks: [], lookUps: 0, failures: {} };
    fc.assert(
      fc.property(entries, (given) => {
        expect(comparable(counted(given, nowMs + 30 * minuteMs + 1))).toEqual(empty);
      }),
    );
  });

  it('are of their window, to the millisecond', () => {
    const entry: Entry = { fingerprint: 'a', atMs: Date.UTC(2026, 0, 31, 14), personId: 'U0ASKER', group: 'moving' };
    expect(counted([entry], Date.UTC(2026, 0, 31, 14, 30)).lookUps).toBe(1);
    expect(counted([entry], Date.UTC(2026, 0, 31, 14, 30) + 1).lookUps).toBe(0);
  });

  it('leave out what is later than now, after a clock was set back', () => {
    const entry: Entry = { fingerprint: 'a', atMs: nowMs, personId: 'U0ASKER', group: 'moving', bank: '000013' };
    expect(counted([entry]).banks).toEqual([{ bank: '000013', asked: 1, unsettled: 1 }]);
    expect(counted([entry], nowMs - 10 * minuteMs).banks).toEqual([]);
  });
});

const seen = (personId: string, agoSeconds: number, words = 'pending'): AnsweredEntry => ({
  fingerprint: 'm',
  atMs: nowMs - agoSeconds * 1_000,
  personId,
  words,
  group: 'moving',
});
const runs = (...given: AnsweredEntry[]) =>
  runsOf(given).map(({ personId, words, atMs }) => [personId, words, (nowMs - atMs) / 1_000]);

describe('the answers about one thing', () => {
  it('are one where somebody asks in one go, with the time of the last', () => {
    expect(runs(seen('U0ME', 40), seen('U0ME', 20), seen('U0ME', 0))).toEqual([['U0ME', 'pending', 0]]);
    expect(runs(seen('U0ME', 60), seen('U0ME', 0))).toHaveLength(1);
    expect(runs(seen('U0ME', 61), seen('U0ME', 0))).toHaveLength(2);
  });

  it('are apart where the status changed, or somebody else asked', () => {
    expect(runs(seen('U0ME', 40), seen('U0ME', 0, 'failed'))).toEqual([
      ['U0ME', 'pending', 40],
      ['U0ME', 'failed', 0],
    ]);
    expect(runs(seen('U0ME', 61), seen('U0ANN', 20), seen('U0ME', 10))).toEqual([
      ['U0ME', 'pending', 10],
      ['U0ANN', 'pending', 20],
    ]);
  });
});
