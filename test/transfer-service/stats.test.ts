import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEvents, type LookUpEnd } from '../../src/events.ts';
import { createLookUpStats } from '../../src/transfer-service/stats.ts';

const start = Date.UTC(2026, 0, 31, 12);
beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function stats() {
  const events = createEvents();
  const summary = createLookUpStats(events);
  const record = (end: Pick<LookUpEnd, 'failure' | 'durationMs'>) =>
    events.emit('lookUp', { operation: 'transaction', ...end });
  return { events, record, summary };
}

it('counts failures of the service, not what it refuses or does not find', () => {
  const { record, summary } = stats();
  for (const failure of [undefined, 'not_found', 'rejected', 'timeout', 'unauthorized'] as const)
    record({ failure, durationMs: 10 });
  expect(summary()).toMatchObject({ count: 5, failedCount: 2, medianMs: 10, lastSuccessAtMs: start });
});

it('forgets what is older than a quarter of an hour, but not when it last succeeded', () => {
  const { record, summary } = stats();
  for (const durationMs of [30, 10, 20]) record({ failure: undefined, durationMs });
  expect(summary().medianMs).toBe(20);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  record({ failure: 'timeout', durationMs: 8000 });
  expect(summary()).toMatchObject({ count: 1, failedCount: 1, medianMs: 8000, lastSuccessAtMs: start });
  vi.advanceTimersByTime(16 * 60_000);
  expect(summary()).toMatchObject({ count: 0, medianMs: undefined });
});

it('knows how the last look-up that was sent ended, and since when nothing is answered', () => {
  const { record, events, summary } = stats();
  expect(summary()).toMatchObject({ last: undefined, silentSinceMs: undefined });
  record({ failure: 'not_found', durationMs: 10 });
  expect(summary().last).toEqual({ atMs: start, isAnswered: true });
  vi.advanceTimersByTime(5_000);
  record({ failure: 'timeout', durationMs: 5_000 });
  events.emit('breaker', 'open', 4_000);
  record({ failure: 'not_asked', durationMs: 1 });
  expect(summary()).toMatchObject({
    last: { atMs: start + 5_000, isAnswered: false },
    silentSinceMs: start + 1_000,
  });
  events.emit('breaker', 'closed', 0);
  expect(summary().silentSinceMs).toBeUndefined();
});
