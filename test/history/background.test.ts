import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from '../../src/blocks/blocks.ts';
import {
  backgroundForChannel,
  failureHint,
  hintLines,
  outageHint,
  type PreviousLookUp,
  previousLookUp,
  withBackground,
} from '../../src/history/background.ts';
import {
  type AnsweredEntry,
  type BankCount,
  type Counts,
  countsOf,
  type Entry,
  isAnswered,
} from '../../src/history/history.ts';
import { hidden } from '../../src/status.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const bank = '000013';

/** Some transfers, asked about again and again, each at a time of its own, within an hour and a half; in any order. */
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

/** The counts of half an hour, by walking all entries. */
function walked(given: readonly Entry[]): Counts {
  const latest = <E extends Entry>(of: readonly E[]) =>
    [...new Map(of.toSorted((a, b) => a.atMs - b.atMs).map((entry) => [entry.fingerprint, entry])).values()].filter(
      ({ atMs }) => atMs >= nowMs - 30 * minuteMs,
    );
  const transfers = latest(given.filter(isAnswered).filter((entry) => entry.bank !== undefined));
  const banks = ['000013', '000014'].flatMap((bank) => {
    const to = transfers.filter((entry) => entry.bank === bank);
    const unsettled = to.filter(({ group }) => group === 'moving' || group === 'failed').length;
    return to.length === 0 ? [] : [{ bank, asked: to.length, unsettled }];
  });
  const ends = latest(given);
  const failed = (failure: string) => ends.filter((entry) => 'failure' in entry && entry.failure === failure).length;
  const failures = (['timeout', 'not_found'] as const).map((failure) => [failure, failed(failure)] as const);
  return { banks, lookUps: ends.length, failures: new Map(failures.filter(([, count]) => count > 0)) };
}

describe('counts', () => {
  it('are those of the distinct transfers of the window, each as it was last seen', () => {
    const comparable = ({ banks, lookUps, failures }: Counts) => ({
      banks: banks.toSorted((a, b) => a.bank.localeCompare(b.bank)),
      lookUps,
      failures: Object.fromEntries(failures),
    });
    fc.assert(
      fc.property(entries, (given) => {
        expect(comparable(countsOf(given, 30, nowMs))).toEqual(comparable(walked(given)));
      }),
    );
  });

  it.each([
    [0, 1],
    [30 * minuteMs, 1],
    [30 * minuteMs + 1, 0],
    [-1, 0], // a clock was set back
  ])('are of their window, to the millisecond: %d ms later', (laterMs, lookUps) => {
    const entry: Entry = { fingerprint: 'a', atMs: nowMs, personId: 'U0ASKER', group: 'moving', bank };
    expect(countsOf([entry], 30, nowMs + laterMs)).toMatchObject({ lookUps, banks: { length: lookUps } });
  });
});

const counts = (...banks: BankCount[]): Counts => ({ banks, lookUps: 0, failures: new Map() });
const to = (code: string, unsettled: number, asked: number): BankCount => ({ bank: code, asked, unsettled });

describe('the hint of a bank', () => {
  it.each([
    ['with six of nine, which is two thirds', counts(to(bank, 6, 9)), true],
    ['not with six of ten', counts(to(bank, 6, 10)), false],
    ['not with five of five', counts(to(bank, 5, 5)), false],
    ['with twice the share of the others', counts(to(bank, 6, 6), to('000014', 5, 10)), true],
    ['not with less than twice', counts(to(bank, 6, 6), to('000014', 51, 100)), false],
    ['with twice the share of all others together', counts(to('1', 5, 5), to(bank, 6, 6), to('2', 0, 5)), true],
    ['not with less than twice that share', counts(to('1', 5, 5), to(bank, 6, 6), to('2', 1, 6)), false],
    ['not when the others are no better', counts(to(bank, 6, 6), to('000014', 6, 6)), false],
    ['not for a bank that nobody asked about', counts(to('000014', 6, 6)), false],
  ])('is there %s', (_when, given, isThere) => {
    expect(outageHint(given, bank) !== undefined).toBe(isThere);
  });
});

describe('the hint of an error', () => {
  const ended = (lookUps: number, ...failures: [Parameters<Counts['failures']['get']>[0], number][]) =>
    failureHint({ banks: [], lookUps, failures: new Map(failures) });

  it('is there for two thirds that ended in the same one of the service’s errors', () => {
    expect(ended(9, ['timeout', 6])).toEqual({ failure: 'timeout', failed: 6, lookUps: 9 });
    expect([ended(10, ['timeout', 6]), ended(5, ['timeout', 5])]).toEqual([undefined, undefined]);
    expect(ended(10, ['timeout', 5], ['unreachable', 5])).toBeUndefined();
    for (const failure of ['not_found', 'rejected', 'not_asked'] as const)
      expect(ended(10, [failure, 10])).toBeUndefined();
  });
});

describe('the lines of hints', () => {
  const outages = [to(bank, 6, 7)];
  const record = (destinationBankName: string, destinationBankCode = bank) =>
    Transaction.parse({ ...transactionRecord, destinationBankName, destinationBankCode });

  it.each([
    ['GTBANK PLC', 'GTBANK PLC'],
    ['<!here> & *Co*', '`&lt;!here&gt; &amp; *Co*`'],
    ['  ', '`000013`'],
    [hidden, '`000013`'],
  ])('are counts alone, of a bank that is named %j', (name, shown) => {
    const failure = { failure: 'timeout', failed: 6, lookUps: 7 } as const;
    expect(hintLines({ outages, failure }, [record('ACCESS BANK', '000014'), record(name)])).toEqual([
      `6 of 7 to ${shown} not settled`,
      '6 of 7 recent look-ups timed out',
    ]);
  });
});

describe('what was asked about the same before', () => {
  const answer = (personId: string, agoSeconds: number, words = 'pending'): AnsweredEntry => ({
    ...{ fingerprint: 'm', personId, words, group: 'moving' },
    atMs: nowMs - agoSeconds * 1_000,
  });
  const told = (...answers: AnsweredEntry[]) => {
    const look = previousLookUp(answers, 'U0ME', nowMs);
    return look && [look.by === 'you' ? look.by : look.by?.personId, look.words, (nowMs - look.atMs) / 1_000];
  };

  it.each([
    ['the latest of all', [answer('U0ME', 1500), answer('U0OTHER', 1920)], ['you', 'pending', 1500]],
    ['whatever their order', [answer('U0OTHER', 1920, 'failed'), answer('U0ME', 1500)], ['you', 'pending', 1500]],
    ['not what one saw a minute ago', [answer('U0ME', 60)], undefined],
    ['what one saw before', [answer('U0ME', 61)], ['you', 'pending', 61]],
    ['what others saw just now', [answer('U0OTHER', 5), answer('U0ME', 1)], ['U0OTHER', 'pending', 5]],
    ['not what one saw in one go with it', [answer('U0ME', 100), answer('U0ME', 40)], undefined],
    ['what one saw before that', [answer('U0ME', 101), answer('U0ME', 40)], ['you', 'pending', 101]],
    ['another status than now', [answer('U0ME', 70, 'new'), answer('U0ME', 40)], ['you', 'new', 70]],
    ['nothing', [], undefined],
  ])('is told: %s', (_what, answers, expected) => {
    expect(told(...answers)).toEqual(expected);
  });

  const by: PreviousLookUp['by'] = { personId: 'U0OTHER' };
  const seen = { atMs: nowMs - 32 * minuteMs, words: 'pending', by };
  const background = { outages: [], failure: undefined };
  /** The line below a card, as it is read in UTC. */
  const line = (given: PreviousLookUp | undefined) => {
    const { blocks } = withBackground(message('', []), {
      ...{ background: { ...background, seen: given }, transactions: [], nowMs },
    });
    return /Asked[^"]*/.exec(JSON.stringify(blocks))?.[0].replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1');
  };

  it.each([
    [seen, 'Asked by <@U0OTHER> 13:58: *pending*'],
    [{ ...seen, by: 'you', atMs: nowMs - 13 * 60 * minuteMs }, 'Asked by you 2026-01-31 01:30: *pending*'],
    [
      { ...seen, by: { personId: '!channel> <@U0X' }, words: '<!here> *x*' },
      'Asked by somebody 13:58: `&lt;!here&gt; *x*`',
    ],
    [{ ...seen, words: undefined }, 'Asked by <@U0OTHER> 13:58: *no status*'],
    [backgroundForChannel({ ...background, seen }).seen, 'Asked 13:58: *pending*'],
    [undefined, undefined],
  ] as const)('is a line: %j', (given, words) => {
    expect(line(given)).toBe(words);
  });
});
