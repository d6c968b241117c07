import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLookUpStats } from '../../src/transfers/recent-look-ups.ts';

const start = Date.UTC(2026, 0, 31, 12);
beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts failures of the service, not what it refuses or does not find', () => {
  const stats = createLookUpStats();
  for (const failure of [undefined, 'not_found', 'rejected', 'timeout', 'unauthorized'] as const)
    stats.record({ failure, durationMs: 10 });
  expect(stats.summary()).toEqual({ count: 5, failedCount: 2, medianMs: 10, lastSuccessAtMs: start });
});

it('forgets what is older than a quarter of an hour, but not when it last succeeded', () => {
  const stats = createLookUpStats();
  for (const durationMs of [30, 10, 20]) stats.record({ failure: undefined, durationMs });
  expect(stats.summary().medianMs).toBe(20);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  stats.record({ failure: 'timeout', durationMs: 8000 });
  expect(stats.summary()).toEqual({ count: 1, failedCount: 1, medianMs: 8000, lastSuccessAtMs: start });
  vi.advanceTimersByTime(16 * 60_000);
  expect(stats.summary()).toMatchObject({ count: 0, medianMs: undefined });
});
