import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecentLookUps } from '../src/recent-look-ups.ts';
import { expectLinear } from './support/growth.ts';

const hourMs = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const lookUp = (asked: string, status = 'pending') => ({
  asked,
  isRequery: false,
  status,
  group: undefined,
});
const lookUps = (...references: string[]) => references.map((asked) => lookUp(asked));
const askedBy = (own: ReturnType<typeof createRecentLookUps>, personId: string) =>
  own.of(personId).map(({ asked }) => asked);

it("a person's recent look-ups are theirs alone, newest first, each once", () => {
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

it('recent look-ups hold eight a person, of the latest 2,000 people, for twelve hours', () => {
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

it('noting a recent look-up takes no longer, however many people asked before', async () => {
  await expectLinear(500, (size) => {
    const own = createRecentLookUps();
    for (let asked = 0; asked < 8 * size; asked += 1) {
      own.note(`U${asked % size}`, [lookUp(`GARO-${asked}`)]);
      own.of(`U${asked % size}`);
    }
  });
});
