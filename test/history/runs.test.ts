import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRuns } from '../../src/history/counts.ts';
import type { AnsweredEntry } from '../../src/history/entry.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const seen = (personId: string, agoSeconds: number, words = 'pending'): AnsweredEntry => ({
  fingerprint: 'm',
  atMs: nowMs - agoSeconds * 1_000,
  personId,
  words,
  group: 'moving',
});
const runsOf = (...entries: AnsweredEntry[]) => {
  const runs = createRuns();
  for (const entry of entries) runs.add(entry);
  return runs;
};
const told = (runs: ReturnType<typeof createRuns>) =>
  runs.all().map(({ personId, words, atMs }) => [personId, words, (nowMs - atMs) / 1_000]);

describe('the answers about one thing', () => {
  it('are one where somebody asks in one go, with the time of the last', () => {
    expect(told(runsOf(seen('U0ME', 40), seen('U0ME', 20), seen('U0ME', 0)))).toEqual([['U0ME', 'pending', 0]]);
    expect(told(runsOf(seen('U0ME', 60), seen('U0ME', 0)))).toHaveLength(1);
    expect(told(runsOf(seen('U0ME', 61), seen('U0ME', 0)))).toHaveLength(2);
  });

  it('are apart where the status changed, or somebody else asked', () => {
    expect(told(runsOf(seen('U0ME', 40), seen('U0ME', 0, 'failed')))).toEqual([
      ['U0ME', 'pending', 40],
      ['U0ME', 'failed', 0],
    ]);
    expect(told(runsOf(seen('U0ME', 61), seen('U0ANN', 20), seen('U0ME', 10)))).toEqual([
      ['U0ME', 'pending', 10],
      ['U0ANN', 'pending', 20],
    ]);
  });

  it('are there as long as one of theirs is remembered', () => {
    const [first, second, other] = [seen('U0ME', 50), seen('U0ME', 40), seen('U0ANN', 30)];
    const runs = runsOf(first, second, other);
    runs.drop(first);
    expect(told(runs)).toEqual([
      ['U0ME', 'pending', 40],
      ['U0ANN', 'pending', 30],
    ]);
    runs.drop(second);
    expect(told(runs)).toEqual([['U0ANN', 'pending', 30]]);
    runs.add(seen('U0ME', 20));
    expect(told(runs)).toHaveLength(2);
  });

  it('are none once all are forgotten, whatever was asked', () => {
    const entry = fc
      .record({
        personId: fc.constantFrom('U0ME', 'U0ANN', 'U0BEN'),
        ago: fc.integer({ min: 0, max: 600 }),
        words: fc.constantFrom('pending', 'failed'),
      })
      .map(({ personId, ago, words }) => seen(personId, ago, words));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const runs = runsOf(...entries);
        expect(runs.all().length).toBeLessThanOrEqual(entries.length);
        for (const { atMs } of runs.all()) expect(entries.map((each) => each.atMs)).toContain(atMs);
        for (const each of entries) runs.drop(each);
        expect(runs.all()).toEqual([]);
      }),
    );
  });
});
