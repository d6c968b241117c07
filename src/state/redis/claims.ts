import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { State } from '../state.ts';
import type { RedisConnection } from './connection.ts';

export interface RedisClaimsOptions {
  connection: RedisConnection;
  /** Of every key. */
  prefix: string;
  /** Claims of this process alone: it asks them first, and has only them while Redis is away. */
  memory: State;
  onFallback: () => void;
}

/** Claims that could not be released, as Redis went away. */
const unreleasedMax = 1_000;

/** Makes it last so long, unless somebody else has it. */
const keepScript = `
local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return 1`;

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Claims that processes share: a key with the owner's token, which expires by itself. */
export function createRedisClaims(options: RedisClaimsOptions): Pick<State, 'claim' | 'claimedForMs'> {
  const { connection, prefix, memory, onFallback } = options;
  // A key may hold what was asked for; its digest tells keys apart as well.
  const nameOf = (key: string) => `${prefix}claim:${createHash('sha256').update(key).digest('base64url')}`;
  const unreleased = new LRUCache<string, string>({ max: unreleasedMax });
  const release = (name: string, owner: string) =>
    connection.ask((redis) => redis.eval(releaseScript, 1, name, owner)).then(() => unreleased.delete(name));
  connection.redis.on('ready', () => {
    for (const [name, owner] of unreleased.entries()) release(name, owner).catch(() => {}); // it expires by itself
  });

  return {
    async claim(key, ttlMs) {
      const local = await memory.claim(key, ttlMs);
      if (!local) return undefined;
      const name = nameOf(key);
      const owner = randomUUID();
      try {
        if (!(await connection.ask((redis) => redis.set(name, owner, 'PX', ttlMs, 'NX')))) {
          await local.release();
          return undefined;
        }
      } catch {
        onFallback();
      }
      return {
        async keep(keepMs) {
          await local.keep(keepMs);
          await connection.ask((redis) => redis.eval(keepScript, 1, name, owner, keepMs)).catch(() => {});
        },
        async release() {
          await local.release();
          await release(name, owner).catch(() => unreleased.set(name, owner));
        },
      };
    },
    async claimedForMs(key) {
      try {
        return Math.max(0, await connection.ask((redis) => redis.pttl(nameOf(key))));
      } catch {
        return memory.claimedForMs(key);
      }
    },
  };
}
