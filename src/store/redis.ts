import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { pause } from '../async.ts';
import { digest } from '../text.ts';
import type { RedisConnection } from './redis-connection.ts';
import { createMemoryState, type State, takePoint } from './state.ts';

interface RedisStateOptions {
  connection: RedisConnection;
  /** Prefix of every key. */
  namespace: string;
  /**
   * Called each time that this process decides alone because Redis is unreachable or refuses a
   * command.
   */
  onFallback: (use: 'claims' | 'limits') => void;
}

/**
 * State shared by all processes with this namespace. While Redis is unreachable, each process has
 * its own state.
 */
export function createRedisState(options: RedisStateOptions): State {
  return { lease: createRedisLease(options), createLimiter: createRedisLimiters(options) };
}

/**
 * How long a claim remains when its process is killed; after that, other processes may claim the
 * key.
 */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

/**
 * Extends a claim on a key, or makes an expired claim again, unless another claim has the key. A
 * TTL of 0 releases the claim. Returns 1 if the claim has the key. When Redis is out of memory, it
 * refuses `set`, but can still extend a key that exists.
 */
export const claimScript = `
local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('del', KEYS[1]) return 0 end
if owner then redis.call('pexpire', KEYS[1], ARGV[2])
else redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) end
return 1`;

/**
 * Claims that processes share. Each is a key in Redis that expires and whose value is the id of the
 * claim. A process first checks the claims in its own memory; while Redis is unreachable, it has
 * only those.
 */
function createRedisLease({
  connection: { ask },
  namespace,
  onFallback,
}: RedisStateOptions): State['lease'] {
  const memory = createMemoryState();
  /** The Redis keys, by claim id, of the claims to renew until they are committed or released. */
  const redisKeysToRenew = new Map<string, string>();
  /** Hashes the key, since it may contain what a person asked for. */
  const redisKeyOf = (key: string) => `${namespace}:claim:${digest(key)}`;
  /**
   * Extends or, with a TTL of 0, releases a claim. Ignores failures: while Redis is unreachable, only
   * this process tracks the claim.
   */
  const setTtl = async (claim: string, redisKey: string, ttlMs: number) =>
    void (await ask((redis) => redis.eval(claimScript, 1, redisKey, claim, ttlMs)).catch(() => {}));

  const renewAll = () => {
    for (const [claim, redisKey] of redisKeysToRenew) void setTtl(claim, redisKey, leaseMs);
  };

  setInterval(renewAll, renewEveryMs).unref();

  /**
   * Claims the key. If `isAwaited`, waits out a killed process's lease: a claim that lasts longer
   * has a live owner.
   */
  async function take(claim: string, redisKey: string, isAwaited: boolean): Promise<boolean> {
    const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
    for (;;) {
      const reply = await ask((redis) => redis.set(redisKey, claim, 'PX', leaseMs, 'NX'));
      if (reply !== null) return true; // `null`: another claim has the key
      if (!isAwaited) return false;

      // Only a commit gives a claim more time than a lease has.
      const isCommitted = (await ask((redis) => redis.pttl(redisKey))) > leaseMs;
      if (isCommitted || performance.now() > waitsUntilMs) return false;

      await pause(lookAgainAfterMs);
    }
  }

  return async (key, whenHeld) => {
    const claim = randomUUID();
    const redisKey = redisKeyOf(key);
    const local = await memory.lease(key, whenHeld);
    if (!local) return undefined;

    const isTaken = await take(claim, redisKey, whenHeld === 'wait').catch(() => {
      onFallback('claims');
      return true; // without Redis, the claim in memory decides
    });

    if (!isTaken) {
      await local.release();
      return undefined;
    }

    redisKeysToRenew.set(claim, redisKey);
    const endWith = (ttlMs: number) => {
      redisKeysToRenew.delete(claim);
      return setTtl(claim, redisKey, ttlMs);
    };

    return {
      commit: async (ttlMs) => {
        await local.commit(ttlMs);
        await endWith(ttlMs);
      },
      release: async () => {
        // In Redis first, so that this process's next claim of the key reaches Redis after the
        // release.
        const released = endWith(0);
        await local.release();
        await released;
      },
    };
  };
}

/**
 * Rate limits that processes share. While Redis is unreachable, each process applies the full limit
 * by itself.
 */
function createRedisLimiters({
  connection,
  namespace,
  onFallback,
}: RedisStateOptions): State['createLimiter'] {
  class Insurance extends RateLimiterMemory {
    override consume(...args: Parameters<RateLimiterMemory['consume']>) {
      onFallback('limits');
      return super.consume(...args);
    }
  }

  return ({ name, points, windowSeconds }) => {
    const limit = { keyPrefix: `${namespace}:limit:${name}`, points, duration: windowSeconds };
    const insuranceLimiter = new Insurance(limit);
    const limiter = new RateLimiterRedis({
      ...limit,
      storeClient: connection.redis,
      insuranceLimiter,
    });

    return (key) => takePoint(limiter, key);
  };
}
