import * as z from 'zod';
import type { RedisConnection } from '../../state/redis/connection.ts';
import type { WatchKey, WatchStore } from '../engine.ts';
import type { Watch } from '../watch.ts';
import { parseWatch } from './parse-watch.ts';
import { createWatchKeys, keptMs } from './watch-keys.ts';
import { noteScript, putScript, removeScript } from './watch-scripts.ts';

export interface RedisStoreOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  logger: { warn(details: object, message: string): void };
}

const ofSetScript = `
local ids = redis.call('smembers', KEYS[2])
if #ids == 0 then return {} end
return redis.call('hmget', KEYS[1], unpack(ids))`;

const Full = z.enum(['perPerson', 'total']).nullish();
const Texts = z.array(z.string().nullable()).transform((texts) => texts.filter((text) => text !== null));

/** Watches in Redis, where all processes with this namespace have the same. */
export function createRedisStore({ connection, namespace, logger }: RedisStoreOptions): WatchStore {
  const keys = createWatchKeys(namespace);
  const keysOf = ({ reference, personId }: WatchKey) => [
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
    async put(watch, { perPerson, total }) {
      const { id, reference } = watch;
      const told = [id, JSON.stringify(watch), reference, keptMs, perPerson, total];
      const full = await connection.ask((redis) => redis.eval(putScript, 4, ...keysOf(watch), ...told));
      return Full.parse(full) ?? undefined;
    },
    async note(watch, tellings) {
      const told = [watch.id, JSON.stringify(watch), tellings, keptMs];
      await connection.ask((redis) => redis.eval(noteScript, 4, ...keysOf(watch), ...told));
    },
    async remove(watch) {
      const { id, reference } = watch;
      await connection.ask((redis) => redis.eval(removeScript, 4, ...keysOf(watch), id, reference));
    },
    ofReference: (reference) => ofSet(keys.ofReference(reference)),
    ofPerson: (personId) => ofSet(keys.ofPerson(personId)),
    count: () => connection.ask((redis) => redis.hlen(keys.all)),
    references: () => connection.ask((redis) => redis.smembers(keys.references)),
  };
}
