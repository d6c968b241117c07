import type { SharedText } from '../shared-text.ts';
import type { RedisConnection } from './connection.ts';

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
