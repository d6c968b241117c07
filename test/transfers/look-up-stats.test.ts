import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLookUpStats } from '../../src/transfer-service/stats.ts';

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
  expect(stats.summary()).toMatchObject({ count: 5, failedCount: 2, medianMs: 10, lastSuccessAtMs: start });
});

it('forgets what is older than a quarter of an hour, but not when it last succeeded', () => {
  const stats = createLookUpStats();
  for (const durationMs of [30, 10, 20]) stats.record({ failure: undefined, durationMs });
  expect(stats.summary().medianMs).toBe(20);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  stats.record({ failure: 'timeout', durationMs: 8000 });
  expect(stats.summary()).toMatchObject({ count: 1, failedCount: 1, medianMs: 8000, lastSuccessAtMs: start });
  vi.advanceTimersByTime(16 * 60_000);
  expect(stats.summary()).toMatchObject({ count: 0, medianMs: undefined });
});

it('knows how the last look-up that was sent ended, and since when nothing is answered', () => {
  const stats = createLookUpStats();
  expect(stats.summary()).toMatchObject({ last: undefined, silentSinceMs: undefined });
  stats.record({ failure: 'not_found', durationMs: 10 });
  expect(stats.summary().last).toEqual({ atMs: start, isAnswered: true });
  vi.advanceTimersByTime(5_000);
  stats.record({ failure: 'timeout', durationMs: 5_000 });
  stats.recordSilence(4_000);
  stats.record({ failure: 'not_asked', durationMs: 1 });
  expect(stats.summary()).toMatchObject({
    last: { atMs: start + 5_000, isAnswered: false },
    silentSinceMs: start + 1_000,
  });
  stats.recordSilence(undefined);
  expect(stats.summary().silentSinceMs).toBeUndefined();
});
