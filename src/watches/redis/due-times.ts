import type { Redis } from 'ioredis';
import { keptMs } from './watch-keys.ts';

/** When each reference is to be asked about, whatever its job says: the earliest time that anybody named since. */
export interface DueTimes {
  /** Names a time, in milliseconds since 1970. @returns the earliest one */
  name(redis: Redis, id: string, atMs: number): Promise<number>;
  /** Resolves with the earliest time, `undefined` when nobody has named one. */
  of(redis: Redis, id: string): Promise<number | undefined>;
  /** Like `of`, and forgets it: it is being asked about. */
  take(redis: Redis, id: string): Promise<number | undefined>;
}

const nameScript = `
redis.call('zadd', KEYS[1], 'LT', ARGV[2], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return redis.call('zscore', KEYS[1], ARGV[1])`;

const takeScript = `
local at = redis.call('zscore', KEYS[1], ARGV[1])
redis.call('zrem', KEYS[1], ARGV[1])
return at`;

export function createDueTimes(key: string): DueTimes {
  return {
    name: async (redis, id, atMs) => toTime(await redis.eval(nameScript, 1, key, id, atMs, keptMs)) ?? atMs,
    of: async (redis, id) => toTime(await redis.zscore(key, id)),
    take: async (redis, id) => toTime(await redis.eval(takeScript, 1, key, id)),
  };
}

function toTime(score: unknown): number | undefined {
  return typeof score === 'string' ? Number(score) : undefined;
}
