import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEvents, type LookUpEnd } from '../../src/ops/events.ts';
import { createLookUpStats } from '../../src/transfer-service/request.ts';

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

it('knows how the last look-up that was sent ended, and since when nothing is answered', () => {
  const { record, events, summary } = stats();
  expect(summary()).toEqual({});
  for (const [failure, isAnswered] of [
    ['timeout', false],
    ['unauthorized', false],
    ['rejected', true],
    [undefined, true],
    ['not_found', true],
  ] as const) {
    record({ failure, durationMs: 10 });
    expect(summary()).toEqual({ last: { atMs: start, isAnswered }, ...(isAnswered && { lastSuccessAtMs: start }) });
  }
  vi.advanceTimersByTime(5_000);
  record({ failure: 'timeout', durationMs: 5_000 });
  events.emit('breaker', 'open', 4_000);
  record({ failure: 'not_asked', durationMs: 1 });
  expect(summary()).toMatchObject({
    last: { atMs: start + 5_000, isAnswered: false },
    silentSinceMs: start + 1_000,
    lastSuccessAtMs: start,
  });
  events.emit('breaker', 'closed', 0);
  expect(summary().silentSinceMs).toBeUndefined();
});
