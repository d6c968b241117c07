import type { SlackFailure } from './types.ts';

export interface RateLimit {
  readonly calls: number;
  readonly retryAfterSeconds: number;
}

export type Failures = ReturnType<typeof createFailures>;

/** Slack on a bad day, as a test wants it. */
export function createFailures() {
  const failures = new Map<string, { failure: SlackFailure; timesLeft: number }>();
  const limits = new Map<string, () => SlackFailure | undefined>();
  return {
    /**
     * `where` is a Web API method's name or `response_url`. Without a failure all is well again.
     */
    set(where: string, failure: SlackFailure | undefined, times = Number.POSITIVE_INFINITY) {
      if (failure) failures.set(where, { failure, timesLeft: times });
      else failures.delete(where);
    },
    /**
     * Slack takes so many calls there, then says how long to wait, and after that takes as many
     * again.
     */
    setLimit: (where: string, limit: RateLimit) => void limits.set(where, countCalls(limit)),
    /** What is to happen to a request that has just arrived there, if anything. */
    next(where: string): SlackFailure | undefined {
      const tooMany = limits.get(where)?.();
      if (tooMany) return tooMany;
      const found = failures.get(where);
      if (!found || found.timesLeft === 0) return undefined;
      found.timesLeft -= 1;
      return found.failure;
    },
  };
}

function countCalls({ calls, retryAfterSeconds }: RateLimit): () => SlackFailure | undefined {
  let taken = 0;
  let opensAtMs = Number.POSITIVE_INFINITY;
  return () => {
    if (performance.now() >= opensAtMs) {
      taken = 0;
      opensAtMs = Number.POSITIVE_INFINITY;
    }
    taken += 1;
    if (taken <= calls) return undefined;
    opensAtMs = Math.min(opensAtMs, performance.now() + retryAfterSeconds * 1_000);
    const seconds = Math.ceil((opensAtMs - performance.now()) / 1_000);
    return { status: 429, headers: { 'retry-after': String(seconds) } };
  };
}
