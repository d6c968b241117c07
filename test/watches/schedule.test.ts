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

it('follows the waits, the last one again and again, until the end, also after a restart', () => {
  const times = timesOf(usual, { id: 'a', begunAtMs }, 1_000);
  const afterMinutes = times.map((ms) => (ms - begunAtMs) / minuteMs);
  const planned = [0.5, 1.5, 3.5, 8.5, 18.5, 33.5, 63.5, 93.5, 123.5];
  for (const [step, minutes] of planned.entries())
    expect(Math.abs((afterMinutes[step] ?? 0) - minutes)).toBeLessThanOrEqual(0.05 * minutes);
  expect(afterMinutes.at(-1)).toBe(24 * 60);
  expect(Math.abs(times.length - (7 + 45 + 1))).toBeLessThan(4);
  for (const after of [0, 0.2, 40, 1_000].map((minutes) => begunAtMs + minutes * minuteMs))
    expect(usual.next({ id: 'a', begunAtMs }, after)).toBe(times.find((ms) => ms > after));
  const firsts = Array.from({ length: 200 }, (_, index) => usual.next({ id: `${index}`, begunAtMs }, begunAtMs));
  expect(new Set(firsts).size).toBeGreaterThan(150); // watches that began together do not ask together
  expect(usual.next({ id: 'a', begunAtMs }, usual.endsAtMs({ begunAtMs }))).toBeUndefined();
});
