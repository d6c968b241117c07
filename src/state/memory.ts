import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { State } from './state.ts';
import { takePoint } from './take-point.ts';

/** A quarter of an hour at the default limit of all together is 18,000. Beyond it the oldest claim is forgotten. */
const claimsMax = 20_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  /** A number for each claim, and nothing more: thousands of deliveries are kept. */
  const claims = new LRUCache<string, number>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  let claimed = 0;

  return {
    async hold(key) {
      if (claims.has(key)) return undefined;
      claimed += 1;
      const claim = claimed;
      claims.set(key, claim);
      return {
        async keep(ttlMs) {
          if (claims.peek(key) === claim) claims.set(key, claim, { ttl: ttlMs });
        },
        async release() {
          if (claims.peek(key) === claim) claims.delete(key);
        },
      };
    },
    createLimiter({ name, points, windowSeconds }) {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
      return (key) => takePoint(limiter, key);
    },
  };
}
