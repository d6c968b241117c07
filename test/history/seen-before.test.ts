import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/history/hints.ts';
import { backgroundForChannel, previousLookUps } from '../../src/history/hints.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const secondMs = 1_000;
const minuteMs = 60_000;
const seen = (personId: string, agoMs: number, words = 'pending'): Run => ({ personId, words, atMs: nowMs - agoMs });
const told = (...entries: Run[]) =>
  previousLookUps(entries, 'U0ME', nowMs).map(({ by, words, atMs }) => [
    by === 'you' ? by : by?.personId,
    words,
    (nowMs - atMs) / secondMs,
  ]);

describe('what was seen before', () => {
  it('is told with who saw it, oldest first', () => {
    expect(told(seen('U0ME', 25 * minuteMs), seen('U0OTHER', 32 * minuteMs))).toEqual([
      ['U0OTHER', 'pending', 1920],
      ['you', 'pending', 1500],
    ]);
  });

  it('tells nobody what they saw a few seconds ago, but what others saw then', () => {
    expect(told(seen('U0ME', 5 * secondMs))).toEqual([]);
    expect(told(seen('U0ME', 60 * secondMs))).toEqual([]);
    expect(told(seen('U0ME', 61 * secondMs))).toEqual([['you', 'pending', 61]]);
    expect(told(seen('U0OTHER', 5 * secondMs))).toEqual([['U0OTHER', 'pending', 5]]);
  });

  it('does not depend on the order of the entries, and tells each at most once', () => {
    const entry = fc
      .record({
        personId: fc.constantFrom('U0ME', 'U0OTHER', 'U0THIRD'),
        agoMs: fc.integer({ min: 0, max: 600_000 }),
        words: fc.constantFrom('pending', 'failed'),
      })
      .map(({ personId, agoMs, words }) => seen(personId, agoMs, words));
    const lists = fc
      .uniqueArray(entry, { selector: ({ atMs }) => atMs, maxLength: 30 })
      .chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })));
    fc.assert(
      fc.property(lists, ([given, shuffled]) => {
        const looks = previousLookUps(given, 'U0ME', nowMs);
        expect(previousLookUps(shuffled, 'U0ME', nowMs)).toEqual(looks);
        const times = looks.map(({ atMs }) => atMs);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        for (const { atMs } of looks) expect(given.map((each) => each.atMs)).toContain(atMs);
      }),
    );
  });

  it('names nobody to a channel', () => {
    const looks = previousLookUps([seen('U0OTHER', minuteMs), seen('U0ME', 5 * minuteMs)], 'U0ME', nowMs);
    expect(backgroundForChannel({ seen: looks, outages: [], failure: undefined }).seen).toEqual([
      { atMs: nowMs - 5 * minuteMs, words: 'pending', by: undefined },
      { atMs: nowMs - minuteMs, words: 'pending', by: undefined },
    ]);
  });
});
