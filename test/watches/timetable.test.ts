import { expect, it, onTestFinished, vi } from 'vitest';
import { createTimetable, type Plan } from '../../src/watches/timetable.ts';
import { createSchedule, type Watch } from '../../src/watches/watch.ts';
import { someWatch } from '../support/stored-watch.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A timetable that notes what is due, in order. */
function timetableOf(waitsMs: readonly number[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const due: Plan[] = [];
  const schedule = createSchedule({ waitsMs, lastsMs: 24 * hourMs });
  const timetable = createTimetable(schedule, (plan) => due.push(plan));
  return { timetable, due, references: () => due.map(({ reference }) => reference) };
}

const watchOf = (reference: string, changes: Partial<Watch> = {}): Watch => ({
  ...someWatch,
  id: `of ${reference}`,
  reference,
  begunAtMs: Date.now(),
  ...changes,
});

it('a new leader looks each reference up within five seconds, whatever the clocks', () => {
  const { timetable, due, references } = timetableOf([hourMs]);
  const ahead = watchOf('GARO-1', { begunAtMs: Date.now() + 10 * 24 * hourMs });
  timetable.add([ahead, watchOf('GARO-2', { begunAtMs: Date.now() - hourMs })], false);
  vi.advanceTimersByTime(5_001);
  expect(references().sort()).toEqual(['GARO-1', 'GARO-2']);
  for (const plan of [...due]) timetable.planNext(plan);
  vi.advanceTimersByTime(1.1 * hourMs);
  expect(references().slice(2).sort()).toEqual(['GARO-1', 'GARO-2']);
});

it('a watch that has just begun follows its schedule, whatever clock it began by', () => {
  const { timetable, due } = timetableOf([minuteMs, 10 * minuteMs]);
  timetable.add([watchOf('GARO-1', { begunAtMs: Date.now() - hourMs })], true);
  vi.advanceTimersByTime(0.9 * minuteMs);
  expect(due).toEqual([]);
  vi.advanceTimersByTime(0.2 * minuteMs);
  expect(due).toMatchObject([{ reference: 'GARO-1', isFirst: false }]);
});

it('a second watch of a reference is due at its own time, long before the first', () => {
  const { timetable, due } = timetableOf([minuteMs, hourMs]);
  timetable.add([watchOf('GARO-1')], true);
  vi.advanceTimersByTime(1.1 * minuteMs);
  const [plan] = due;
  if (plan) timetable.planNext(plan);
  timetable.add([watchOf('GARO-1', { id: 'second' })], true);
  vi.advanceTimersByTime(1.1 * minuteMs);
  expect(due).toHaveLength(2);
});

it('setting the clock moves no scheduled look-up', () => {
  const { timetable, due } = timetableOf([minuteMs]);
  timetable.add([watchOf('GARO-1')], true);
  vi.setSystemTime(Date.now() - 48 * hourMs);
  vi.advanceTimersByTime(1.1 * minuteMs);
  expect(due).toHaveLength(1);
  const [plan] = due;
  if (plan) timetable.planNext(plan);
  vi.setSystemTime(Date.now() + 96 * hourMs);
  vi.advanceTimersByTime(1.1 * minuteMs);
  expect(due).toHaveLength(2);
});

it('a reference is not due while it is looked up, then at the earliest time of its watches', () => {
  const { timetable, due } = timetableOf([minuteMs, hourMs]);
  timetable.add([watchOf('GARO-1')], true);
  vi.advanceTimersByTime(1.1 * minuteMs);
  timetable.add([watchOf('GARO-1', { id: 'later' }), watchOf('GARO-1')], true);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(due).toHaveLength(1);
  const [plan] = due;
  if (plan) timetable.planNext(plan);
  vi.advanceTimersByTime(hourMs);
  expect(due).toHaveLength(2);
  expect([...(plan?.watches.keys() ?? [])]).toEqual(['of GARO-1', 'later']);
});

it('a failed look-up is retried, and its lateness counts from when it was first due', () => {
  const { timetable, due } = timetableOf([minuteMs]);
  timetable.add([watchOf('GARO-1')], true);
  vi.advanceTimersByTime(1.1 * minuteMs);
  const [plan] = due;
  const plannedAtMs = plan?.plannedAtMs;
  if (plan) timetable.retry(plan, 5_000);
  vi.advanceTimersByTime(5_000);
  expect(due).toHaveLength(2);
  expect(plan).toMatchObject({ plannedAtMs, failures: 1 });
  if (plan) timetable.planNext(plan);
  expect(plan).toMatchObject({ plannedAtMs: plan?.dueAtMs, failures: 0 });
});

it('a plan from before the process lost the lead is ignored', () => {
  const { timetable, due } = timetableOf([minuteMs]);
  timetable.add([watchOf('GARO-1'), watchOf('GARO-2')], true);
  vi.advanceTimersByTime(1.1 * minuteMs);
  const [plan] = due;
  timetable.clear();
  timetable.add([watchOf('GARO-1')], false);
  if (plan) timetable.planNext(plan);
  expect(plan && timetable.has(plan)).toBe(false);
  vi.advanceTimersByTime(5_001);
  expect(due.slice(2).map(({ reference }) => reference)).toEqual(['GARO-1']);
});
