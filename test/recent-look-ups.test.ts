import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecentLookUps, type RecentLookUps } from '../src/history.ts';

const start = Date.UTC(2026, 0, 31, 12);
const hour = 60 * 60_000;
let own: RecentLookUps;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  own = createRecentLookUps();
});
afterEach(() => {
  vi.useRealTimers();
});
const lookUp = (asked: string, status = 'pending') => ({ asked, isRequery: false, status, group: undefined });
const lookUps = (...references: string[]) => references.map((asked) => lookUp(asked));

it('keeps for each person what they looked up, newest first and each once', () => {
  own.note('U0ANN', lookUps('A', 'B'));
  own.note('U0BEN', lookUps('C'));
  vi.setSystemTime(start + 1_000);
  own.note('U0ANN', lookUps('B'));
  own.note('U0ANN', []);
  expect(own.of('U0ANN')).toEqual([
    { ...lookUp('B'), atMs: start + 1_000 },
    { ...lookUp('A'), atMs: start },
  ]);
  expect(own.of('U0BEN')).toEqual([{ ...lookUp('C'), atMs: start }]);
  expect(own.of('U0EVA')).toEqual([]);
});

it('renews what somebody looked up, and notes nothing else', () => {
  own.note('U0ANN', lookUps('A', 'B'));
  own.renew('U0ANN', [lookUp('B', 'failed'), lookUp('C')]);
  own.renew('U0BEN', lookUps('A'));
  expect(own.of('U0ANN')).toMatchObject([{ asked: 'B', status: 'failed' }, { asked: 'A' }]);
  expect(own.of('U0BEN')).toEqual([]);
});

it('keeps a few of each, and of those who asked last', () => {
  own.note('U0ANN', lookUps(...Array.from({ length: 25 }, (_, index) => `A${index}`)));
  expect(own.of('U0ANN').map(({ asked }) => asked)).toEqual(Array.from({ length: 8 }, (_, index) => `A${index}`));
  for (let person = 0; person < 2_000; person += 1) own.note(`U${person}`, lookUps('B'));
  expect(own.of('U0ANN')).toEqual([]);
  expect(own.of('U1999')).toHaveLength(1);
});

it('keeps none longer than a shift', () => {
  own.note('U0ANN', lookUps('A'));
  vi.setSystemTime(start + 11 * hour);
  own.note('U0ANN', lookUps('B'));
  vi.setSystemTime(start + 12 * hour);
  expect(own.of('U0ANN').map(({ asked }) => asked)).toEqual(['B']);
});
