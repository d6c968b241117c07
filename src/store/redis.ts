import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from './redis-connection.ts';
import { createMemoryState, type Lease, type State, takePoint } from './state.ts';

interface RedisStateOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  /** Called each time that this process decides alone, as Redis is away. */
  onFallback: (use: 'claims' | 'limits') => void;
}

/** State that all processes with this namespace share. While Redis is away, each one has its own. */
export function createRedisState({ connection, namespace, onFallback }: RedisStateOptions): State {
  const claims = new RedisClaims(connection, `${namespace}:claim:`, () => onFallback('claims'));
  return {
    lease: (key, whenHeld) => claims.lease(key, whenHeld),
    createLimiter: createRedisLimiters(connection, namespace, () => onFallback('limits')),
  };
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
class RedisClaims {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #onFallback: () => void;
  readonly #own = createMemoryState();
  /** Keys of claims that are held, to be renewed until they are committed or released. */
  readonly #held = new Map<string, string>();

  constructor(connection: RedisConnection, prefix: string, onFallback: () => void) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#onFallback = onFallback;
    const renewAll = () => {
      for (const [claim, key] of this.#held) void this.#write(claim, key, leaseMs);
    };
    setInterval(renewAll, renewEveryMs).unref();
  }

  async lease(key: string, whenHeld: 'wait' | 'give up'): Promise<Lease | undefined> {
    const claim = randomUUID();
    const local = await this.#own.lease(key, whenHeld);
    if (!local) return undefined;
    if (!(await this.#take(claim, key, whenHeld === 'wait'))) {
      await local.release();
      return undefined;
    }
    this.#held.set(claim, key);
    const end = (ttlMs: number) => {
      this.#held.delete(claim);
      return this.#write(claim, key, ttlMs);
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
  }

  /** Whether the key is this claim's now: by Redis or, while that is away, in this process alone. */
  async #take(claim: string, key: string, isAwaited: boolean): Promise<boolean> {
    try {
      return await this.#takeInRedis(claim, key, isAwaited);
    } catch {
      this.#onFallback();
      return true;
    }
  }

  /** Another process that holds the key renews its lease or has committed it; one that was killed does neither. */
  async #takeInRedis(claim: string, key: string, isAwaited: boolean): Promise<boolean> {
    const { ask } = this.#connection;
    const name = this.#nameOf(key);
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

  /** While Redis is away, this process knows alone what becomes of a claim. */
  async #write(claim: string, key: string, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.eval(writeScript, 1, this.#nameOf(key), claim, ttlMs)).catch(() => {});
  }

  /** A key may hold what was asked for; its digest tells keys apart as well. */
  #nameOf(key: string): string {
    return `${this.#prefix}${createHash('sha256').update(key).digest('base64url')}`;
  }
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
    return (key) => takePoint(limiter, key);
  };
}
