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
import { type AnsweredEntry, type BankCount, type Counts, countsOf, type Entry } from '../../src/history/history.ts';
import { hidden } from '../../src/status.ts';
import { Transaction } from '../../src/transfer-service/fields.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const bank = '000013';

describe('counts', () => {
  const entry = (fingerprint: string, agoMinutes: number, rest: object = {}): Entry => ({
    ...{ fingerprint, atMs: nowMs - agoMinutes * minuteMs, personId: 'U0ASKER', group: 'moving', bank },
    ...rest,
  });
  const failed = (fingerprint: string, agoMinutes: number, failure: 'timeout' | 'not_found'): Entry => ({
    ...{ fingerprint, atMs: nowMs - agoMinutes * minuteMs, failure },
  });

  it('are those of the distinct transfers of the window, each as it was last seen', () => {
    const given = [
      ...[entry('settled by now', 2, { group: 'settled' }), entry('settled by now', 9)],
      ...[entry('failed', 5, { group: 'failed' }), entry('unlisted', 5, { group: 'unknown' })],
      ...[entry('other bank', 5, { bank: '000014' }), entry('no bank', 5, { bank: undefined })],
      ...[entry('timed out since', 5), failed('timed out since', 1, 'timeout')],
      ...[failed('found since', 5, 'not_found'), entry('found since', 1)],
      ...[failed('never found', 5, 'not_found'), entry('earlier', 31)],
    ];
    const { banks, lookUps, failures } = countsOf(given, 30, nowMs);
    expect(banks).toEqual([
      { bank, asked: 5, unsettled: 3 },
      { bank: '000014', asked: 1, unsettled: 1 },
    ]);
    expect([lookUps, Object.fromEntries(failures)]).toEqual([8, { timeout: 1, not_found: 1 }]);
  });

  it('are of their window, to the millisecond, and of none that is yet to come', () => {
    const counted = (laterMs: number) => countsOf([entry('a', 0)], 30, nowMs + laterMs).lookUps;
    expect([0, 30 * minuteMs, 30 * minuteMs + 1, -1].map(counted)).toEqual([1, 1, 0, 0]);
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
    ['<!here> & *Co*', '`&lt;!here&gt; &amp; *Co*`'],
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
    ['not what one saw a minute ago', [answer('U0ME', 60)], undefined],
    ['what one saw before', [answer('U0ME', 61)], ['you', 'pending', 61]],
    ['what others saw just now', [answer('U0OTHER', 5), answer('U0ME', 1)], ['U0OTHER', 'pending', 5]],
    ['not what one saw in one go with it', [answer('U0ME', 100), answer('U0ME', 40)], undefined],
    ['what one saw before that', [answer('U0ME', 101), answer('U0ME', 40)], ['you', 'pending', 101]],
    ['another status than now', [answer('U0ME', 70, 'new'), answer('U0ME', 40)], ['you', 'new', 70]],
  ])('is told: %s', (_what, answers, expected) => {
    expect(told(...answers)).toEqual(expected);
  });

  const by: PreviousLookUp['by'] = { personId: 'U0OTHER' };
  const seen = { atMs: nowMs - 32 * minuteMs, words: 'pending', by };
  const background = { outages: [], failure: undefined };
  /** The line below a card, as it is read in UTC. */
  const line = (given: PreviousLookUp | undefined) => {
    const about = { background: { ...background, seen: given }, transactions: [], nowMs };
    const { blocks } = withBackground(message('', []), about);
    return /Asked[^"]*/.exec(JSON.stringify(blocks))?.[0].replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1');
  };

  it.each([
    [seen, 'Asked by <@U0OTHER> 13:58: *pending*'],
    [{ ...seen, by: 'you', atMs: nowMs - 13 * 60 * minuteMs }, 'Asked by you 2026-01-31 01:30: *pending*'],
    [
      { ...seen, by: { personId: '!channel> <@U0X' }, words: '<!here> *x*' },
      'Asked by somebody 13:58: `&lt;!here&gt; *x*`',
    ],
    [backgroundForChannel({ ...background, seen: { ...seen, words: undefined } }).seen, 'Asked 13:58: *no status*'],
  ] as const)('is a line: %j', (given, words) => {
    expect(line(given)).toBe(words);
  });
});
