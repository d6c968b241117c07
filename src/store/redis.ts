import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection, RedisConnections } from './redis-connection.ts';
import { createMemoryState, type State, takePoint } from './state.ts';

interface RedisStateOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** Called each time that this process decides alone, as Redis is away. */
  onFallback: (use: 'claims' | 'limits') => void;
}

/** State that all processes with this namespace share. While Redis is away, each one has its own. */
export function createRedisState({ connections, namespace, onFallback }: RedisStateOptions): State {
  return {
    lease: createRedisClaims(connections.open('claims'), `${namespace}:claim:`, () => onFallback('claims')),
    createLimiter: createRedisLimiters(connections.open('limits'), namespace, () => onFallback('limits')),
  };
}

/** Time after which others may claim what a killed process held. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;
/** Cap for claims that are held, or that Redis has not taken yet. */
const pendingMax = 5_000;

/**
 * Makes a key its owner's for so long, also when its time was over, unless somebody else has it; 0 releases it. A Redis
 * whose memory is full takes no `set`, but keeps what is there.
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
function createRedisClaims(connection: RedisConnection, prefix: string, onFallback: () => void): State['lease'] {
  const own = createMemoryState();
  /** Claims to renew, and those whose commit or release Redis has not taken yet; a lease has no `untilMs`. */
  const pending = new LRUCache<string, { key: string; untilMs?: number }>({ max: pendingMax });

  // A key may hold what was asked for; its digest tells keys apart as well.
  const nameOf = (key: string) => `${prefix}${createHash('sha256').update(key).digest('base64url')}`;

  /** Writes what becomes of a claim; while Redis is away, it stays pending. */
  async function write(claim: string, entry: { key: string; untilMs?: number }): Promise<void> {
    pending.set(claim, entry);
    const nowMs = performance.now();
    const leftMs = Math.max(0, Math.ceil((entry.untilMs ?? nowMs + leaseMs) - nowMs));
    try {
      await connection.ask((redis) => redis.eval(writeScript, 1, nameOf(entry.key), claim, leftMs));
      if (entry.untilMs !== undefined && pending.peek(claim) === entry) pending.delete(claim);
    } catch {
      // Written again with the next renewal; until then this process remembers it alone.
    }
  }

  const writeAll = () => {
    if (connection.redis.status !== 'ready') return;
    for (const [claim, entry] of [...pending.entries()].reverse()) void write(claim, entry);
  };
  connection.redis.on('ready', writeAll);
  setInterval(writeAll, renewEveryMs).unref();

  /** Another process that holds the key renews its lease or has committed it; one that was killed does neither. */
  async function take(claim: string, key: string, isAwaited: boolean): Promise<boolean> {
    const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
    for (;;) {
      const taken = await connection.ask((redis) => redis.set(nameOf(key), claim, 'PX', leaseMs, 'NX'));
      if (taken !== null) return true;
      if (!isAwaited) return false;
      const isCommitted = (await connection.ask((redis) => redis.pttl(nameOf(key)))) > leaseMs;
      if (isCommitted || performance.now() > waitsUntilMs) return false;
      await sleep(lookAgainAfterMs);
    }
  }

  /** Whether Redis is away: then the claim is this process's alone. */
  const decideAlone = () => {
    onFallback();
    return true;
  };

  return async (key, whenHeld) => {
    const claim = randomUUID();
    const local = await own.lease(key, whenHeld);
    if (!local) return undefined;
    if (!(await take(claim, key, whenHeld === 'wait').catch(decideAlone))) {
      await local.release();
      return undefined;
    }
    pending.set(claim, { key });
    return {
      async commit(ttlMs) {
        await local.commit(ttlMs);
        await write(claim, { key, untilMs: performance.now() + ttlMs });
      },
      async release() {
        // Redis first: a later claim of this process asks Redis after this.
        const released = write(claim, { key, untilMs: 0 });
        await local.release();
        await released;
      },
    };
  };
}

/** Limits that processes share. While Redis is away, each process has the whole limit for itself. */
function createRedisLimiters(
  connection: RedisConnection,
  namespace: string,
  onFallback: () => void,
): State['createLimiter'] {
  class Insurance extends RateLimiterMemory {
    override consume(...args: Parameters<RateLimiterMemory['consume']>) {
      onFallback();
      return super.consume(...args);
    }
  }

  return ({ name, points, windowSeconds }) => {
    const limit = { keyPrefix: `${namespace}:limit:${name}`, points, duration: windowSeconds };
    const limiter = new RateLimiterRedis({
      ...limit,
      storeClient: connection.redis,
      insuranceLimiter: new Insurance(limit),
    });
    return (key) => connection.inTime(takePoint(limiter, key));
  };
}
