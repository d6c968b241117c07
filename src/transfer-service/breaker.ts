import { elapsedMs } from '../async.ts';
import type { BreakerState, Events } from '../ops/events.ts';

/**
 * The breaker opens if no look-up was answered for this long, and `silentQuestions` look-ups ended
 * unanswered.
 */
const silenceMs = 5_000;
/** The fewest unanswered look-ups that open the breaker; all look-ups of one table count as one. */
const silentQuestions = 5;
/** How long the breaker stays open before it lets a look-up through as a probe. */
const openForMs = 5_000;
/**
 * If an open breaker sees no look-up for this long, it sends a probe by itself, so that the alert
 * about it can end.
 */
const probeAfterMs = 60_000;

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Creates a circuit breaker that opens when the service is down, not when it is slow or hangs on
 * one record. Any answer to anyone proves that the service is up. All references that one person
 * looks up together count as one look-up, so that one person cannot open the breaker.
 * @param probe sends the service any request, and never throws
 */
export function createBreaker(events?: Events, probe: () => void = () => {}) {
  let state: BreakerState = 'closed';
  let answeredAtMs = -Infinity;
  let silentSinceMs = Infinity;
  let askAgainAtMs = 0;
  let probeTimer: NodeJS.Timeout | undefined;
  const silentTo = new Set<object>();
  const silentForMs = () => elapsedMs(Math.max(silentSinceMs, answeredAtMs));

  const setState = (next: BreakerState) => {
    if (state === next) return;
    state = next;
    events?.emit('breaker', state, state === 'closed' ? 0 : silentForMs());
  };

  const open = () => {
    askAgainAtMs = performance.now() + openForMs;
    clearTimeout(probeTimer);
    probeTimer = setTimeout(probe, probeAfterMs).unref();
    setState('open');
  };

  /** How long until a look-up may be sent; infinite while the probe is under way. */
  const waitMs = (): number => {
    if (state === 'closed') return 0;
    if (state === 'half_open') return Infinity;
    return Math.max(0, askAgainAtMs - performance.now());
  };

  return {
    waitMs,
    /**
     * Whether a look-up may be sent now. After the pause, the first caller is let through as the
     * probe.
     */
    mayAsk(): boolean {
      if (waitMs() > 0) return false;
      if (state === 'open') setState('half_open');
      return true;
    },
    /** Call when the service answered a look-up, even if only with an error. */
    answered(): void {
      clearTimeout(probeTimer);
      silentTo.clear();
      silentSinceMs = Infinity;
      answeredAtMs = performance.now();
      setState('closed');
    },
    /**
     * Call when a look-up ended without an answer.
     * @param who the look-up, or the table it belongs to: a table counts once
     * @param sinceMs when the look-up started, by `performance.now()`
     */
    silent(who: object, sinceMs: number): void {
      silentTo.add(who);
      silentSinceMs = Math.min(silentSinceMs, sinceMs);
      if (silentTo.size >= silentQuestions && silentForMs() >= silenceMs) open();
    },
    /**
     * Call when a look-up's end says nothing about the service; if it was the probe, the breaker
     * opens again.
     */
    withdrawn(): void {
      if (state === 'half_open') open();
    },
  };
}
