import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * State that lasts across requests: claims and rate limits. An interface, so that a store shared by
 * replicas can replace memory. Each caller prefixes its keys with its own name, so that keys never
 * collide.
 */
export interface State {
  /**
   * Claims `key` while this process works on it; a killed process loses its claims within seconds.
   * Resolves with `undefined` when another claim has the key. With `wait`, first waits these
   * seconds for another process to release or commit its claim, or to lose the claim because it was
   * killed; if it still has the claim then, it is alive.
   */
  lease(key: string, whenHeld: 'wait' | 'give up'): Promise<Lease | undefined>;
  /**
   * Creates a function that takes one point from a key's allowance, and resolves as `takePoint`
   * does.
   */
  createLimiter(limit: Limit): (key: string) => Promise<number | undefined>;
}

export interface Lease {
  /**
   * Call when the work is done: for `ttlMs`, nobody can claim the key, whatever happens to this
   * process.
   */
  commit(ttlMs: number): Promise<void>;
  /** Ends this claim early; if a later claim has the key, that claim is left alone. */
  release(): Promise<void>;
}

/** Decides which of the processes that share a store does what no request waits for. */
export interface Lead {
  /** Whether this process leads. `Events` has a `lead` for each change. */
  isMine(): boolean;
}

interface Limit {
  name: string;
  points: number;
  windowSeconds: number;
}

/**
 * Maximum number of claims; beyond it, the oldest claim is dropped. Deliveries from Slack are
 * claimed for 15 minutes, in which the default total rate limit allows 18,000 requests.
 */
const claimsMax = 20_000;

/** State in the memory of one process, lost when it ends. */
export function createMemoryState(): State {
  /**
   * The number of the latest claim on each key. Nothing more is stored, as there are thousands of
   * deliveries.
   */
  const claims = new LRUCache<string, number>({
    maxSize: claimsMax,
    sizeCalculation: () => 1, // `max` would allocate room for all of them at the start
    perf: Date, // the wall clock, by which Slack's signatures expire
  });
  let latestClaim = 0;

  return {
    async lease(key) {
      if (claims.has(key)) return undefined;

      latestClaim += 1;
      const claim = latestClaim;
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
 * Takes one point from the allowance of `key`.
 * @returns `undefined` when a point was left, otherwise the milliseconds until the next point
 */
export async function takePoint(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refusal.msBeforeNext;
  }
}
