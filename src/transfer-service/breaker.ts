import type { BreakerState, Events } from '../events.ts';

export type Breaker = ReturnType<typeof createBreaker>;

/** The breaker opens after this long without any answer… */
const silenceMs = 5_000;
/** …to at least this many look-ups. */
const silentQuestions = 5;
/** How long it stays open before it lets a probe through. */
const pauseMs = 5_000;

/**
 * A circuit breaker that tells a service that is gone from one that is slow or hangs at one record. Any answer to
 * anybody is a sign of life. 25 references that one person asks for together count as one look-up, so that one person
 * cannot open it.
 */
export function createBreaker(events?: Events) {
  let state: BreakerState = 'closed';
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let silentSinceMs = Number.POSITIVE_INFINITY;
  let askAgainAtMs = 0;
  const silentTo = new Set<object>();
  const silentForMs = () => performance.now() - Math.max(silentSinceMs, answeredAtMs);
  const become = (next: BreakerState) => {
    if (state === next) return;
    state = next;
    events?.emit('breaker', state, state === 'closed' ? 0 : silentForMs());
  };
  const leaveAlone = () => {
    askAgainAtMs = performance.now() + pauseMs;
    become('open');
  };
  /** `mayAsk` without being let through. */
  const wouldLetAsk = (): boolean => state === 'closed' || (state === 'open' && performance.now() >= askAgainAtMs);
  return {
    wouldLetAsk,
    /** Whether a look-up may be sent now. After the pause, the first caller is let through as the probe. */
    mayAsk(): boolean {
      if (!wouldLetAsk()) return false;
      if (state === 'open') become('half_open');
      return true;
    },
    /** The service has answered, with anything at all. */
    answered(): void {
      silentTo.clear();
      silentSinceMs = Number.POSITIVE_INFINITY;
      answeredAtMs = performance.now();
      become('closed');
    },
    /**
     * A look-up ended without an answer.
     * @param who the look-up, or its batch, which counts once
     * @param sinceMs when it started, by `performance.now()`
     */
    silent(who: object, sinceMs: number): void {
      silentTo.add(who);
      silentSinceMs = Math.min(silentSinceMs, sinceMs);
      if (silentTo.size >= silentQuestions && silentForMs() >= silenceMs) leaveAlone();
    },
    /** A look-up ended in a way that says nothing about the service; if it was the probe, the breaker opens again. */
    withdrawn(): void {
      if (state === 'half_open') leaveAlone();
    },
  };
}
