import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmbeddedTimetable } from '../../src/watches/embedded.ts';
import { type Ask, ownTimes } from '../support/own-times.ts';
import { withResolvers } from '../support/with-resolvers.ts';

function hold(nowMs = Date.UTC(2026, 10, 22)): void {
  vi.useFakeTimers({ now: nowMs });
  onTestFinished(() => void vi.useRealTimers());
}
const at = (ms: number) => Date.now() + ms;

/** What was due, and when, in milliseconds after the start. */
async function started(references: readonly string[], next: Ask = async () => undefined) {
  const startedAtMs = performance.now();
  const due: [string, number, number | undefined][] = [];
  const times = ownTimes();
  const timetable = createEmbeddedTimetable({ references: async () => references, nextAtMs: times.nextAtMs });
  await timetable.start(
    times.onDue((reference, plannedAtMs) => {
      due.push([reference, performance.now() - startedAtMs, plannedAtMs]);
      return next(reference, plannedAtMs);
    }),
  );
  const set = (reference: string, atMs: number) => times.set(timetable, reference, atMs);
  return { due, timetable: { ...timetable, set } };
}

describe('the timetable of one process', () => {
  it('makes everything due within seconds of the start, one after the other, planned or not', async () => {
    hold();
    const { due } = await started(Array.from({ length: 100 }, (_, index) => `R${index}`));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(due).toHaveLength(100);
    expect(due.every(([, , plannedAtMs]) => plannedAtMs === undefined)).toBe(true);
    expect(new Set(due.map(([, ms]) => Math.round(ms))).size).toBeGreaterThan(50);
  });

  it('asks about no more than fifty at once, and about the next when one is over', async () => {
    hold();
    const answers = new Map(Array.from({ length: 120 }, (_, index) => [`R${index}`, withResolvers()]));
    const { due } = await started([...answers.keys()], async (reference) => {
      await answers.get(reference)?.promise;
      return undefined;
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(due).toHaveLength(50);
    for (const [turn, { resolve }] of [...answers.values()].entries()) {
      resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(due).toHaveLength(Math.min(51 + turn, 120));
    }
  });

  it('tries again after a failure, later each time, and keeps what was planned', async () => {
    hold();
    let turns = 0;
    const { due, timetable } = await started([], async () => {
      turns += 1;
      if (turns < 9) throw new Error('no answer');
      return undefined;
    });
    const plannedAtMs = at(1_000);
    await timetable.set('one', plannedAtMs);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const times = due.map(([, ms]) => ms);
    expect(times.slice(1).map((ms, step) => ms - (times[step] ?? 0))).toEqual([
      5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000,
    ]);
    expect(new Set(due.map(([, , planned]) => planned))).toEqual(new Set([plannedAtMs]));
  });

  it('asks sooner than it would again after a failure, when somebody begins a watch meanwhile', async () => {
    hold();
    const answer = withResolvers();
    const { due, timetable } = await started(['one'], () =>
      answer.promise.then(() => Promise.reject(new Error('down'))),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    await timetable.set('one', at(1_000));
    answer.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(due.map(([, ms]) => ms)).toEqual([5_000, 6_000]);
  });

  it('notices within seconds that the clock was set forward, and misses nothing when it was set back', async () => {
    hold();
    const { due, timetable } = await started([]);
    await timetable.set('forward', at(3_600_000));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.setSystemTime(Date.now() + 7_200_000);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(due.map(([reference]) => reference)).toEqual(['forward']);
    await timetable.set('back', at(60_000));
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(due.map(([reference]) => reference)).toEqual(['forward', 'back']);
  });
});
