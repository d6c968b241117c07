import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSchedule } from '../../src/watches/watch.ts';

const begunAtMs = Date.UTC(2026, 10, 22, 10);
const minuteMs = 60_000;
const usual = createSchedule({
  waitsMs: [0.5, 1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  lastsMs: 24 * 60 * minuteMs,
});

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
  expect(usual.next({ id: 'a', begunAtMs }, usual.endsAtMs({ begunAtMs }))).toBeUndefined();
});

it('is the same after a restart, whenever that is: the first of the times that are still to come', () => {
  const options = fc.record({
    waitsMs: fc.array(fc.integer({ min: 1_000, max: 3_600_000 }), { minLength: 1, maxLength: 10 }),
    lastsMs: fc.integer({ min: 3_600_000, max: 168 * 3_600_000 }),
  });
  const watches = fc.record({ id: fc.uuid(), begunAtMs: fc.integer({ min: 0, max: 4e12 }) });
  fc.assert(
    fc.property(options, watches, fc.double({ min: 0, max: 1, noNaN: true }), (given, watch, part) => {
      const schedule = createSchedule(given);
      const times = timesOf(schedule, watch, 40);
      const last = times.at(-1) ?? watch.begunAtMs;
      const restartedAtMs = Math.floor(watch.begunAtMs + part * (last - watch.begunAtMs));
      const next = times.find((ms) => ms > restartedAtMs) ?? schedule.next(watch, last);
      expect(createSchedule(given).next(watch, restartedAtMs)).toBe(next);
    }),
  );
});
