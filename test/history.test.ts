import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AnsweredLookUp,
  createHistory,
  createRecentLookUps,
  outageHint,
} from '../src/history.ts';
import { expectLinear } from './support/growth.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const bank = '000013';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const pending: AnsweredLookUp = { asked: 'txn A', words: 'pending', group: 'moving', bank };
const look = (changes: Partial<AnsweredLookUp> = {}): AnsweredLookUp => ({
  ...pending,
  ...changes,
});

describe('what somebody else saw of the same', () => {
  it.each<[string, string[], string | undefined]>([
    ['not what one saw oneself', ['U0ME new'], undefined],
    ['what others saw just now', ['U0ANN new'], 'new'],
    ['the latest of others', ['U0ANN old', 'U0BEN new'], 'new'],
    ['that before what one saw', ['U0ANN old', 'U0BEN new', 'U0ME newer', 'U0ME newest'], 'new'],
  ])('is remembered: %s', (_what, looks, words) => {
    const history = createHistory(24 * hourMs);
    for (const [personId = '', each] of looks.map((text) => text.split(' ')))
      history.remember(look({ words: each }), personId);
    expect(history.remember(look({ asked: 'tsq A' }), 'U0ME')).toBeUndefined();
    expect(history.remember(look(), 'U0ME')?.words).toBe(words);
  });

  it.each([
    ['not for longer than is asked for', 24 * hourMs, 24, false],
    ['until then', 24 * hourMs - 1, 24, true],
    ['not where nothing is to be remembered', 0, 0, false],
    ['not of later than now, after a clock was set back', -1, 24, false],
  ])('is remembered %s', (_how, afterMs, hours, isThere) => {
    const history = createHistory(hours * hourMs);
    history.remember(look(), 'U0ANN');
    wait(afterMs);
    expect(history.remember(look(), 'U0ME') !== undefined).toBe(isThere);
  });

  it('is remembered of the latest 10,000', () => {
    const history = createHistory(24 * hourMs);
    for (let each = 0; each <= 10_000; each += 1)
      history.remember(look({ asked: `${each}` }), 'U0ANN');
    expect(history.counts()).toMatchObject({ allBanks: { asked: 10_000, unsettled: 10_000 } });
    const known = ['0', '1', '9999'].map(
      (asked) => history.remember(look({ asked }), 'U0ME')?.words,
    );
    expect(known).toEqual([undefined, undefined, 'pending']);
  });

  it('costs a look-up the same, however much was asked before', async () => {
    await expectLinear(1_000, (size) => {
      const history = createHistory(24 * hourMs);
      for (let each = 0; each < size; each += 1) {
        history.remember(look({ asked: `${each}`, bank: String(100_000 + (each % 500)) }), 'U0ANN');
        outageHint(history.counts(), '100000');
      }
    });
  });
});

it('counts are those of the distinct look-ups of half an hour, each as it ended last', () => {
  const history = createHistory(24 * hourMs);
  const remember = (...looks: AnsweredLookUp[]) => {
    for (const each of looks) history.remember(each, 'U0ANN');
  };
  const known = () => {
    const { banks, allBanks } = history.counts();
    return { banks: [...banks.values()], allBanks };
  };
  remember(look({ asked: 'earlier' }));
  wait(minuteMs);
  remember(
    look({ asked: 'settled since' }),
    look({ asked: 'failed', group: 'failed' }),
    look({ asked: 'unlisted', group: 'unknown' }),
  );
  remember(
    look({ asked: 'other bank', bank: '000014' }),
    look({ asked: 'no bank', bank: undefined }),
  );
  wait(29 * minuteMs);
  remember(look({ asked: 'settled since', group: 'settled' }), look({ asked: 'found since' }));
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
    look({ asked: `${code}-${at}`, group: at < unsettled ? 'moving' : 'settled', bank: code }),
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
])('the hint of a bank is there %s', (_when, given, isThere) => {
  const history = createHistory(hourMs);
  for (const each of given.flat()) history.remember(each, 'U0ANN');
  expect(outageHint(history.counts(), bank) !== undefined).toBe(isThere);
});

const lookUp = (asked: string, status = 'pending') => ({
  asked,
  isRequery: false,
  status,
  group: undefined,
});
const lookUps = (...references: string[]) => references.map((asked) => lookUp(asked));
const askedBy = (own: ReturnType<typeof createRecentLookUps>, personId: string) =>
  own.of(personId).map(({ asked }) => asked);

it('recent look-ups are those of each person, newest first and each once', () => {
  const own = createRecentLookUps();
  const startMs = Date.now();
  own.note('U0ANN', lookUps('A', 'B'));
  own.note('U0BEN', lookUps('C'));
  wait(1_000);
  own.note('U0ANN', lookUps('B'));
  own.note('U0ANN', []);
  expect(own.of('U0ANN')).toEqual([
    { ...lookUp('B'), atMs: startMs + 1_000 },
    { ...lookUp('A'), atMs: startMs },
  ]);
  own.renew('U0ANN', [lookUp('A', 'failed'), lookUp('C')]); // nothing but what they looked up
  expect(own.of('U0ANN')).toMatchObject([{ asked: 'A', status: 'failed' }, { asked: 'B' }]);
  expect([askedBy(own, 'U0BEN'), askedBy(own, 'U0EVA')]).toEqual([['C'], []]);
});

it('recent look-ups are a few of each, of those who asked last, and none older than a shift', () => {
  const own = createRecentLookUps();
  own.note('U0ANN', lookUps(...Array.from({ length: 25 }, (_, index) => `A${index}`)));
  expect(askedBy(own, 'U0ANN')).toEqual(Array.from({ length: 8 }, (_, index) => `A${index}`));
  for (let person = 0; person < 2_000; person += 1) own.note(`U${person}`, lookUps('B'));
  expect([askedBy(own, 'U0ANN'), askedBy(own, 'U1999')]).toEqual([[], ['B']]);
  wait(11 * hourMs);
  own.note('U1999', lookUps('C'));
  wait(hourMs);
  expect(askedBy(own, 'U1999')).toEqual(['C']);
});
