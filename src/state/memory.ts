import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Claim, State } from './state.ts';

const claimsMax = 40_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  const claims = new LRUCache<string, Claim>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  return {
    async claim(key, ttlMs) {
      if (claims.has(key)) return undefined;
      const claim: Claim = {
        async release() {
          if (claims.peek(key) === claim) claims.delete(key);
        },
      };
      claims.set(key, claim, { ttl: ttlMs });
      return claim;
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
