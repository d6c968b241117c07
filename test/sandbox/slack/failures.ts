import type { SlackFailure } from './types.ts';

export interface Failures {
  /** `where` is a Web API method's name or `response_url`. Without a failure all is well again. */
  set(where: string, failure: SlackFailure | undefined, times?: number): void;
  /** What is to happen to a request that has just arrived there, if anything. */
  next(where: string): SlackFailure | undefined;
}

/** Slack on a bad day, as a test wants it. */
export function createFailures(): Failures {
  const failures = new Map<string, { failure: SlackFailure; timesLeft: number }>();
  return {
    set(where, failure, times = Number.POSITIVE_INFINITY) {
      if (failure) failures.set(where, { failure, timesLeft: times });
      else failures.delete(where);
    },
    next(where) {
      const found = failures.get(where);
      if (!found || found.timesLeft === 0) return undefined;
      found.timesLeft -= 1;
      return found.failure;
    },
  };
}
