import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { State } from './state.ts';

const claimsMax = 40_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  /** A number for each claim, and nothing more: thousands of deliveries are kept. */
  const claims = new LRUCache<string, number>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  let claimed = 0;
  return {
    async claim(key, ttlMs) {
      if (claims.has(key)) return undefined;
      claimed += 1;
      const claim = claimed;
      claims.set(key, claim, { ttl: ttlMs });
      return {
        async release() {
          if (claims.peek(key) === claim) claims.delete(key);
        },
      };
    },
    createLimiter({ name, points, windowSeconds }) {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
      return async (key) => {
        try {
          await limiter.consume(key);
          return undefined;
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          return refusal.msBeforeNext;
        }
      };
    },
  };
}
