import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Hold, State } from './state.ts';
import { takePoint } from './take-point.ts';

const claimsMax = 40_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  /** A number for each claim, and nothing more: thousands of deliveries are kept. */
  const claims = new LRUCache<string, number>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  let claimed = 0;

  function take(key: string, lasting: { ttl: number } | undefined): Hold | undefined {
    if (claims.has(key)) return undefined;
    claimed += 1;
    const claim = claimed;
    claims.set(key, claim, lasting);
    return {
      async keep(ttlMs) {
        if (claims.peek(key) === claim) claims.set(key, claim, { ttl: ttlMs });
      },
      async release() {
        if (claims.peek(key) === claim) claims.delete(key);
      },
    };
  }

  return {
    claim: async (key, ttlMs) => take(key, { ttl: ttlMs }),
    hold: async (key) => take(key, undefined),
    createLimiter({ name, points, windowSeconds }) {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
      return (key) => takePoint(limiter, key);
    },
  };
}
