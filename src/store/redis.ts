import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection, RedisConnections } from './redis-connection.ts';
import { createMemoryState, type SharedText, type State, takePoint } from './state.ts';

interface RedisStateOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** Called each time that this process decides alone, as Redis is away. */
  onFallback: (use: 'claims' | 'limits') => void;
}

/** State that all processes with this namespace share. While Redis is away, each one has its own. */
export function createRedisState({ connections, namespace, onFallback }: RedisStateOptions): State {
  const claims = createRedisClaims({
    keys: createOwnedKeys(connections.open('claims'), `${namespace}:claim:`),
    memory: createMemoryState(),
    onFallback: () => onFallback('claims'),
  });
  const createLimiter = createRedisLimiters({
    connection: connections.open('limits'),
    namespace,
    onFallback: () => onFallback('limits'),
  });
  return { ...claims, createLimiter };
}

interface RedisClaimsOptions {
  keys: OwnedKeys;
  /** Claims of this process alone: it asks them first, and has only them while Redis is away. */
  memory: Pick<State, 'lease'>;
  onFallback: () => void;
}

/** For how long a process that was killed keeps from the others what it held. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

/** Claims that processes share. */
function createRedisClaims({ keys, memory, onFallback }: RedisClaimsOptions): Pick<State, 'lease'> {
  const renewals = createRenewals(renewEveryMs);

  /** Another process that holds it renews its lease or has kept it; one that was killed does neither. */
  async function takeLease(key: string, owner: string, isAwaited: boolean): Promise<boolean> {
    const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
    for (;;) {
      if (await keys.take(key, owner, leaseMs)) return true;
      if (!isAwaited) return false;
      const isKept = (await keys.takenForMs(key)) > leaseMs;
      if (isKept || performance.now() > waitsUntilMs) return false;
      await sleep(lookAgainAfterMs);
    }
  }

  /** Whether it is this process's in Redis as well, or Redis is away. */
  async function isTaken(key: string, owner: string, isAwaited: boolean): Promise<boolean> {
    try {
      return await takeLease(key, owner, isAwaited);
    } catch {
      onFallback();
      return true;
    }
  }

  return {
    async lease(key, whenHeld) {
      const owner = randomUUID();
      const local = await memory.lease(key, whenHeld);
      if (!local) return undefined;
      if (!(await isTaken(key, owner, whenHeld === 'wait'))) {
        await local.release();
        return undefined;
      }
      const endRenewal = renewals.add(() => keys.keep(key, owner, leaseMs));
      return {
        async commit(ttlMs) {
          endRenewal();
          await local.commit(ttlMs);
          await keys.keep(key, owner, ttlMs).catch(() => {}); // this process remembers it alone until Redis is back
        },
        async release() {
          endRenewal();
          // Redis first: whoever claims it here next asks Redis after this.
          const released = keys.release(key, owner).catch(() => {}); // it is released later, or expires by itself
          await local.release();
          await released;
        },
      };
    },
  };
}

/** Renews leases while there are any. */
interface Renewals {
  /** @returns what ends it */
  add(renew: () => Promise<void>): () => void;
}

function createRenewals(everyMs: number): Renewals {
  const all = new Set<() => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const renewAll = () => {
    for (const renew of all) renew().catch(() => {}); // tried again soon
  };
  return {
    add(renew) {
      all.add(renew);
      timer ??= setInterval(renewAll, everyMs).unref();
      return () => {
        all.delete(renew);
        if (all.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

interface RedisLimitersOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  onFallback: () => void;
}

/** Limits that processes share. While Redis is away, each process has the whole limit for itself. */
function createRedisLimiters(options: RedisLimitersOptions): State['createLimiter'] {
  const { connection, namespace, onFallback } = options;

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

/** Keys that hold the token of whoever owns them, and expire by themselves. Every method throws a KeepError. */
interface OwnedKeys {
  /** @returns whether nobody had it */
  take(key: string, owner: string, ttlMs: number): Promise<boolean>;
  /**
   * Makes it last so long from now, also when its time was over, unless somebody else has it. While Redis is away, this is
   * done as soon as it is back.
   */
  keep(key: string, owner: string, ttlMs: number): Promise<void>;
  /** While Redis is away, the key is released when it is back. */
  release(key: string, owner: string): Promise<void>;
  /** For how long somebody has it yet, in milliseconds. */
  takenForMs(key: string): Promise<number>;
}

/** Keys that could be neither kept nor released. */
const waitingMax = 1_000;

// A Redis whose memory is full takes no `set`, but keeps what is there.
const keepScript = `
local owner = redis.call('get', KEYS[1])
if owner == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2])
elseif not owner then redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) end`;
const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;

function createOwnedKeys(connection: RedisConnection, prefix: string): OwnedKeys {
  // A key may hold what was asked for; its digest tells keys apart as well.
  const nameOf = (key: string) => `${prefix}${createHash('sha256').update(key).digest('base64url')}`;
  const unreleased = new LRUCache<string, string>({ max: waitingMax });
  const unkept = new LRUCache<string, { owner: string; untilMs: number }>({ max: waitingMax });
  const keys: OwnedKeys = {
    async take(key, owner, ttlMs) {
      return (await connection.ask((redis) => redis.set(nameOf(key), owner, 'PX', ttlMs, 'NX'))) !== null;
    },
    async keep(key, owner, ttlMs) {
      const keeping = { owner, untilMs: performance.now() + ttlMs };
      unkept.set(key, keeping);
      await connection.ask((redis) => redis.eval(keepScript, 1, nameOf(key), owner, ttlMs));
      if (unkept.peek(key) === keeping) unkept.delete(key);
    },
    async release(key, owner) {
      if (unkept.peek(key)?.owner === owner) unkept.delete(key);
      unreleased.set(key, owner);
      await connection.ask((redis) => redis.eval(releaseScript, 1, nameOf(key), owner));
      unreleased.delete(key);
    },
    takenForMs: async (key) => Math.max(0, await connection.ask((redis) => redis.pttl(nameOf(key)))),
  };
  connection.redis.on('ready', () => {
    for (const [key, { owner, untilMs }] of [...unkept.entries()]) {
      unkept.delete(key);
      const leftMs = Math.ceil(untilMs - performance.now());
      if (leftMs > 0) keys.keep(key, owner, leftMs).catch(() => {});
    }
    for (const [key, owner] of [...unreleased.entries()]) keys.release(key, owner).catch(() => {});
  });
  return keys;
}

const replaceScript = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3])
return 1`;

/** A text under one key of Redis. */
export function createRedisText(connection: RedisConnection, key: string): SharedText {
  return {
    read: async () => (await connection.ask((redis) => redis.get(key))) ?? undefined,
    async replace(before = '', after, ttlMs) {
      return (await connection.ask((redis) => redis.eval(replaceScript, 1, key, before, after, ttlMs))) === 1;
    },
  };
}
