import { expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../src/ops/events.ts';
import { createLookUpStats } from '../../src/transfer-service/request.ts';

it('knows how the last look-up that was sent ended, and since when nothing is answered', () => {
  const start = Date.UTC(2026, 0, 31, 12);
  vi.useFakeTimers({ now: start });
  onTestFinished(() => void vi.useRealTimers());
  const events = createEvents();
  const summary = createLookUpStats(events);
  const record = (failure?: 'timeout' | 'unauthorized' | 'rejected' | 'not_found' | 'not_asked') =>
    events.emit('lookUp', { operation: 'transaction', failure, durationMs: 10 });
  expect(summary()).toEqual({});
  for (const [failure, isAnswered] of [
    ['timeout', false],
    ['unauthorized', false],
    ['rejected', true],
    [undefined, true],
    ['not_found', true],
  ] as const) {
    record(failure);
    expect(summary()).toEqual({ last: { atMs: start, isAnswered }, ...(isAnswered && { lastSuccessAtMs: start }) });
  }
  vi.advanceTimersByTime(5_000);
  record('timeout');
  events.emit('breaker', 'open', 4_000);
  record('not_asked');
  const last = { atMs: start + 5_000, isAnswered: false };
  expect(summary()).toMatchObject({ last, silentSinceMs: start + 1_000, lastSuccessAtMs: start });
  events.emit('breaker', 'closed', 0);
  expect(summary().silentSinceMs).toBeUndefined();
});
