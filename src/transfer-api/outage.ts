/** `open`: the service is left alone. `half_open`: one question is let through to see. */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface Outage {
  /** Whether a question may be asked now; whoever may while it is half open is the one that tries. */
  mayAsk(): boolean;
  /** The service has said something, whatever it was. */
  answered(): void;
  /**
   * A question had its whole time, and nothing came.
   * @param who what was asked for together counts once
   * @param sinceMs when it was asked, by `performance.now()`
   */
  silent(who: object, sinceMs: number): void;
  /** For a question that was let through and ended in a way that says nothing about the service. */
  withdrawn(): void;
}

/** Nothing at all was answered for so long… */
const silenceMs = 5_000;
/** …to so many questions. */
const silentQuestions = 5;
/** Then it is left alone, until one question is let through again. */
const pauseMs = 5_000;

/**
 * Tells a service that is gone from one that is slow, or that hangs at one record: an answer to anybody about anything is a
 * sign of life. 25 references that one person asks for together count as one question, so that they shut nobody out.
 */
export function createOutage(onChange: (state: BreakerState) => void): Outage {
  let state: BreakerState = 'closed';
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let silentSinceMs = Number.POSITIVE_INFINITY;
  let askAgainAtMs = 0;
  const silentTo = new Set<object>();
  const become = (next: BreakerState) => {
    if (state === next) return;
    state = next;
    onChange(state);
  };
  const leaveAlone = () => {
    askAgainAtMs = performance.now() + pauseMs;
    become('open');
  };
  return {
    mayAsk() {
      if (state === 'closed') return true;
      if (state === 'half_open' || performance.now() < askAgainAtMs) return false;
      become('half_open');
      return true;
    },
    answered() {
      silentTo.clear();
      silentSinceMs = Number.POSITIVE_INFINITY;
      answeredAtMs = performance.now();
      become('closed');
    },
    silent(who, sinceMs) {
      silentTo.add(who);
      silentSinceMs = Math.min(silentSinceMs, sinceMs);
      const isLong = performance.now() - Math.max(silentSinceMs, answeredAtMs) >= silenceMs;
      if (silentTo.size >= silentQuestions && isLong) leaveAlone();
    },
    withdrawn() {
      if (state === 'half_open') leaveAlone();
    },
  };
}
