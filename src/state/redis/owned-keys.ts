import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './connection.ts';

/** Keys that hold the token of whoever owns them, and expire by themselves. Every method throws a KeepError. */
export interface OwnedKeys {
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

export function createOwnedKeys(connection: RedisConnection, prefix: string): OwnedKeys {
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
