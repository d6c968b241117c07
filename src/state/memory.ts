import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { State } from './state.ts';

const claimsMax = 40_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  const claims = new LRUCache<string, true>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  return {
    async claim(key, ttlMs) {
      if (claims.has(key)) return false;
      claims.set(key, true, { ttl: ttlMs });
      return true;
    },
    async release(key) {
      claims.delete(key);
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
