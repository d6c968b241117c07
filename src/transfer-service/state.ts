import type { BreakerState, Events } from '../events.ts';

/** The breaker opens after this long without any answer… */
const silenceMs = 5_000;
/** …to at least this many look-ups. */
const silentQuestions = 5;
/** How long it stays open before it lets a probe through. */
const pauseMs = 5_000;
/** Without a question for this long, the breaker probes by itself, so that its alert ends. */
const probeAfterMs = 60_000;

/**
 * A circuit breaker that tells a service that is gone from one that is slow or hangs at one record. Any answer to
 * anybody is a sign of life. 25 references that one person asks for together count as one look-up, so that one person
 * cannot open it.
 */
export function createBreaker(events?: Events, probe: () => void = () => {}) {
  let state: BreakerState = 'closed';
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let silentSinceMs = Number.POSITIVE_INFINITY;
  let askAgainAtMs = 0;
  let probing: NodeJS.Timeout | undefined;
  const silentTo = new Set<object>();
  const silentForMs = () => performance.now() - Math.max(silentSinceMs, answeredAtMs);
  const become = (next: BreakerState) => {
    if (state === next) return;
    state = next;
    events?.emit('breaker', state, state === 'closed' ? 0 : silentForMs());
  };
  const open = () => {
    askAgainAtMs = performance.now() + pauseMs;
    clearTimeout(probing);
    probing = setTimeout(probe, probeAfterMs).unref();
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
      clearTimeout(probing);
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
      if (silentTo.size >= silentQuestions && silentForMs() >= silenceMs) open();
    },
    /** A look-up ended in a way that says nothing about the service; if it was the probe, the breaker opens again. */
    withdrawn(): void {
      if (state === 'half_open') open();
    },
  };
}

/** What our own look-ups say about the transfer service; "not found" and a refusal are answers too. */
export interface LookUpSummary {
  /** The last answer since the process started, in milliseconds since 1970. */
  lastSuccessAtMs?: number;
  /** The last look-up since then that was sent, when it ended and whether it was answered. */
  last?: { atMs: number; isAnswered: boolean };
  /** Since when nothing is answered, while the circuit breaker leaves the service alone. */
  silentSinceMs?: number | undefined;
}

export function createLookUpStats(events: Events): () => LookUpSummary {
  const summary: LookUpSummary = {};
  events
    .on('lookUp', ({ failure }) => {
      if (failure === 'not_asked') return; // it says nothing about the service
      const isAnswered = failure === undefined || failure === 'not_found' || failure === 'rejected';
      summary.last = { atMs: Date.now(), isAnswered };
      if (isAnswered) summary.lastSuccessAtMs = Date.now();
    })
    .on('breaker', (state, silentForMs) => {
      summary.silentSinceMs = state === 'closed' ? undefined : Date.now() - silentForMs;
    });
  return () => summary;
}
