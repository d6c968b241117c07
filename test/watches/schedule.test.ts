import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchedule } from '../../src/watches/watch.ts';

const begunAtMs = Date.UTC(2026, 10, 22, 10);
const minuteMs = 60_000;
const usual = createSchedule({
  waitsMs: [0.5, 1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  lastsMs: 24 * 60 * minuteMs,
});

const waitsMs = fc.array(fc.integer({ min: 1_000, max: 3_600_000 }), { minLength: 1, maxLength: 10 });
const schedules = fc
  .record({ waitsMs, hours: fc.integer({ min: 1, max: 168 }) })
  .map(({ waitsMs, hours }) => ({ waitsMs, lastsMs: hours * 3_600_000 }));
const watches = fc.record({ id: fc.uuid(), begunAtMs: fc.integer({ min: 0, max: 4e12 }) });

/** The first times that it asks. */
function timesOf(schedule: ReturnType<typeof createSchedule>, watch: { id: string; begunAtMs: number }, count: number) {
  const times: number[] = [];
  let next = schedule.next(watch, watch.begunAtMs);
  while (next !== undefined && times.length < count) {
    times.push(next);
    next = schedule.next(watch, next);
  }
  return times;
}

describe('when a watched reference is asked about', () => {
  it('follows the waits, the last one again and again, until the end', () => {
    const times = timesOf(usual, { id: 'a', begunAtMs }, 1_000);
    const afterMinutes = times.map((ms) => (ms - begunAtMs) / minuteMs);
    const planned = [0.5, 1.5, 3.5, 8.5, 18.5, 33.5, 63.5, 93.5, 123.5];
    for (const [step, minutes] of planned.entries())
      expect(Math.abs((afterMinutes[step] ?? 0) - minutes)).toBeLessThanOrEqual(0.05 * minutes);
    expect(afterMinutes.at(-1)).toBe(24 * 60);
    expect(Math.abs(times.length - (7 + 45 + 1))).toBeLessThan(4);
    const firsts = Array.from({ length: 200 }, (_, index) => usual.next({ id: `${index}`, begunAtMs }, begunAtMs));
    expect(new Set(firsts).size).toBeGreaterThan(150); // watches that began together do not ask together
    expect(usual.endsAtMs({ begunAtMs })).toBe(begunAtMs + 24 * 60 * minuteMs);
    expect(usual.next({ id: 'a', begunAtMs }, begunAtMs + 24 * 60 * minuteMs)).toBeUndefined();
  });

  it('is the same after a restart, whenever that is: the first of the times that are still to come', () => {
    fc.assert(
      fc.property(schedules, watches, fc.double({ min: 0, max: 1, noNaN: true }), (options, watch, part) => {
        const times = timesOf(createSchedule(options), watch, 40);
        const last = times.at(-1) ?? watch.begunAtMs;
        const restartedAtMs = Math.floor(watch.begunAtMs + part * (last - watch.begunAtMs));
        const next = createSchedule(options).next(watch, restartedAtMs);
        expect(next).toBe(times.find((ms) => ms > restartedAtMs) ?? createSchedule(options).next(watch, last));
      }),
    );
  });
});
