import * as z from 'zod';
import type { RedisConnection } from '../../state/redis/connection.ts';
import type { WatchStore } from '../engine.ts';
import type { Watch } from '../watch.ts';
import { parseWatch } from './parse-watch.ts';
import { createWatchKeys, keptMs } from './watch-keys.ts';

export interface RedisStoreOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  logger: { warn(details: object, message: string): void };
}

const putScript = `
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('sadd', KEYS[3], ARGV[1])
redis.call('sadd', KEYS[4], ARGV[3])
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[4]) end`;

const removeScript = `
redis.call('hdel', KEYS[1], ARGV[1])
redis.call('srem', KEYS[2], ARGV[1])
redis.call('srem', KEYS[3], ARGV[1])
if redis.call('scard', KEYS[2]) == 0 then redis.call('srem', KEYS[4], ARGV[2]) end`;

const ofSetScript = `
local ids = redis.call('smembers', KEYS[2])
if #ids == 0 then return {} end
return redis.call('hmget', KEYS[1], unpack(ids))`;

const Texts = z.array(z.string().nullable()).transform((texts) => texts.filter((text) => text !== null));

/** Watches in Redis, where all processes with this namespace have the same. */
export function createRedisStore({ connection, namespace, logger }: RedisStoreOptions): WatchStore {
  const keys = createWatchKeys(namespace);
  const keysOf = ({ reference, personId }: Watch) => [
    keys.all,
    keys.ofReference(reference),
    keys.ofPerson(personId),
    keys.references,
  ];
  const read = (texts: readonly string[]): Watch[] => {
    const watches = texts.flatMap((text) => parseWatch(text) ?? []);
    const unreadable = texts.length - watches.length;
    if (unreadable > 0) logger.warn({ count: unreadable }, 'watches in Redis cannot be read, and are left alone');
    return watches;
  };
  const ofSet = async (set: string) =>
    read(Texts.parse(await connection.ask((redis) => redis.eval(ofSetScript, 2, keys.all, set))));

  return {
    isDurable: () => true,
    async put(watch) {
      const { id, reference } = watch;
      const text = JSON.stringify(watch);
      await connection.ask((redis) => redis.eval(putScript, 4, ...keysOf(watch), id, text, reference, keptMs));
    },
    async remove(id) {
      const text = await connection.ask((redis) => redis.hget(keys.all, id));
      const watch = text === null ? undefined : parseWatch(text);
      if (!watch) return;
      await connection.ask((redis) => redis.eval(removeScript, 4, ...keysOf(watch), id, watch.reference));
    },
    ofReference: (reference) => ofSet(keys.ofReference(reference)),
    ofPerson: (personId) => ofSet(keys.ofPerson(personId)),
    count: () => connection.ask((redis) => redis.hlen(keys.all)),
    references: () => connection.ask((redis) => redis.smembers(keys.references)),
  };
}
