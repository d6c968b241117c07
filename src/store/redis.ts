import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from './redis-connection.ts';
import { createMemoryState, type State, takePoint } from './state.ts';

interface RedisStateOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  /** Called each time that this process decides alone, as Redis is away. */
  onFallback: (use: 'claims' | 'limits') => void;
}

/** State that all processes with this namespace share. While Redis is away, each one has its own. */
export function createRedisState(options: RedisStateOptions): State {
  return { lease: createRedisLease(options), createLimiter: createRedisLimiters(options) };
}

/** Time after which others may claim what a killed process held. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

/**
 * Gives a key to its claim for a time, also when its time was over, unless another claim has it; 0 releases it. A Redis
 * whose memory is full takes no `set`, but extends what is there.
 */
const writeScript = `
local owner = redis.call('get', KEYS[1])
if ARGV[2] == '0' then
  if owner == ARGV[1] then redis.call('del', KEYS[1]) end
elseif owner == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2])
elseif not owner then redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) end`;

/**
 * Claims that processes share: keys of Redis that hold the name of their claim, and expire by themselves. A process asks
 * its own claims first, and has only them while Redis is away.
 */
function createRedisLease({ connection: { ask }, namespace, onFallback }: RedisStateOptions): State['lease'] {
  const own = createMemoryState();
  /** Keys of claims that are held, to be renewed until they are committed or released. */
  const held = new Map<string, string>();
  /** A key may hold what was asked for; its digest tells keys apart as well. */
  const nameOf = (key: string) => `${namespace}:claim:${createHash('sha256').update(key).digest('base64url')}`;
  /** While Redis is away, this process knows alone what becomes of a claim. */
  const write = async (claim: string, name: string, ttlMs: number) =>
    void (await ask((redis) => redis.eval(writeScript, 1, name, claim, ttlMs)).catch(() => {}));
  const renewAll = () => {
    for (const [claim, name] of held) void write(claim, name, leaseMs);
  };
  setInterval(renewAll, renewEveryMs).unref();

  /** Another process that holds the key renews its lease or has committed it; one that was killed does neither. */
  async function take(claim: string, name: string, isAwaited: boolean): Promise<boolean> {
    const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
    for (;;) {
      const taken = await ask((redis) => redis.set(name, claim, 'PX', leaseMs, 'NX'));
      if (taken !== null) return true;
      if (!isAwaited) return false;
      const isCommitted = (await ask((redis) => redis.pttl(name))) > leaseMs;
      if (isCommitted || performance.now() > waitsUntilMs) return false;
      await sleep(lookAgainAfterMs);
    }
  }

  return async (key, whenHeld) => {
    const [claim, name] = [randomUUID(), nameOf(key)];
    const local = await own.lease(key, whenHeld);
    if (!local) return undefined;
    const isTaken = await take(claim, name, whenHeld === 'wait').catch(() => {
      onFallback('claims');
      return true;
    });
    if (!isTaken) {
      await local.release();
      return undefined;
    }
    held.set(claim, name);
    const end = (ttlMs: number) => {
      held.delete(claim);
      return write(claim, name, ttlMs);
    };
    return {
      commit: async (ttlMs) => {
        await local.commit(ttlMs);
        await end(ttlMs);
      },
      release: async () => {
        // Redis first: a later claim of this process asks Redis after this.
        const released = end(0);
        await local.release();
        await released;
      },
    };
  };
}

/** Limits that processes share. While Redis is away, each process has the whole limit for itself. */
function createRedisLimiters({ connection, namespace, onFallback }: RedisStateOptions): State['createLimiter'] {
  class Insurance extends RateLimiterMemory {
    override consume(...args: Parameters<RateLimiterMemory['consume']>) {
      onFallback('limits');
      return super.consume(...args);
    }
  }

  return ({ name, points, windowSeconds }) => {
    const limit = { keyPrefix: `${namespace}:limit:${name}`, points, duration: windowSeconds };
    const insuranceLimiter = new Insurance(limit);
    const limiter = new RateLimiterRedis({ ...limit, storeClient: connection.redis, insuranceLimiter });
    return (key) => takePoint(limiter, key);
  };
}
