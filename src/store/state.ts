import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * What one question leaves for the next: claims and rate limits. A port, so that a store that replicas share can replace
 * memory. Each user prefixes its keys with its own name, so that keys never collide.
 */
export interface State {
  /**
   * Claims `key` while this process works on it: a process that is killed loses its claims within seconds. Resolves with
   * `undefined` when another claim has the key. With `wait` it waits these seconds for another process, until that has
   * released or committed its claim, was killed, or is known to live.
   */
  lease(key: string, whenHeld: 'wait' | 'give up'): Promise<Lease | undefined>;
  /** Makes what takes one point of a key, as `takePoint` does. */
  createLimiter(limit: Limit): (key: string) => Promise<number | undefined>;
}

export interface Lease {
  /** The work is done: no one may claim the key for `ttlMs`, whatever becomes of this process. */
  commit(ttlMs: number): Promise<void>;
  /** Ends this claim before its time; never a later one. */
  release(): Promise<void>;
}

interface Limit {
  name: string;
  points: number;
  windowSeconds: number;
}

/** A quarter of an hour at the default limit of all together is 18,000. Beyond it the oldest claim is forgotten. */
const claimsMax = 20_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  /** A number for each claim, and nothing more: there are thousands of deliveries. */
  const claims = new LRUCache<string, number>({
    max: claimsMax,
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  let claimed = 0;

  return {
    async lease(key) {
      if (claims.has(key)) return undefined;
      claimed += 1;
      const claim = claimed;
      claims.set(key, claim);
      return {
        async commit(ttlMs) {
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

/**
 * Takes one point of `key`.
 * @returns `undefined` when there was one, else the milliseconds until the next
 */
export async function takePoint(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refusal.msBeforeNext;
  }
}
