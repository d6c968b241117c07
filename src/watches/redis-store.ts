import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { StoredWatch, type Watch, type WatchKey, type WatchStore } from './watch.ts';

interface RedisStoreOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  logger: { warn(details: object, message: string): void };
}

const Full = z.enum(['perPerson', 'total']).nullish();
const Found = z.array(z.string().nullable());

/** Watches in Redis, where all processes with this namespace have the same. */
export function createRedisStore({ connection, namespace, logger }: RedisStoreOptions): WatchStore {
  const keys = {
    /** Every watch by its id. */
    all: `${namespace}:watch:all`,
    /** Every reference that is watched. */
    references: `${namespace}:watch:references`,
    /** The ids of the watches of one reference, or of one person. */
    ofReference: (reference: string) => `${namespace}:watch:reference:${referenceId(reference)}`,
    ofPerson: (personId: string) => `${namespace}:watch:person:${personId}`,
  };
  const run = (script: string, { id, reference, personId }: WatchKey, ...more: (string | number)[]) => {
    const names = [keys.all, keys.ofReference(reference), keys.ofPerson(personId), keys.references];
    return connection.ask((redis) => redis.eval(script, 4, ...names, id, reference, storedMs, ...more));
  };
  const read = async (names: string): Promise<Watch[]> => {
    const found = Found.parse(await connection.ask((redis) => redis.eval(findScript, 2, keys.all, names)));
    const there = found.filter((text) => text !== null);
    const watches = there.flatMap((text) => parseJson(text, LooseWatch) ?? []);
    const unreadable = there.length - watches.length;
    if (unreadable > 0) logger.warn({ count: unreadable }, 'watches in Redis cannot be read, and are left alone');
    return watches;
  };
  return {
    isDurable: () => true,
    put: async (watch, { perPerson, total }) =>
      Full.parse(await run(putScript, watch, JSON.stringify(watch), perPerson, total)) ?? undefined,
    note: async (watch, tellings) => void (await run(noteScript, watch, JSON.stringify(watch), tellings)),
    remove: async (watch) => void (await run(removeScript, watch)),
    ofReference: (reference) => read(keys.ofReference(reference)),
    ofPerson: (personId) => read(keys.ofPerson(personId)),
    count: () => connection.ask((redis) => redis.hlen(keys.all)),
    references: () => connection.ask((redis) => redis.smembers(keys.references)),
  };
}

// Scripts that change watches as a whole, or not at all: a Redis whose memory is full refuses the first command, which
// stores, and so never gets to one that removes. Their keys are all watches, those of the reference, those of the person,
// and all references. Their arguments begin with the id, the reference, and their TTL.

/**
 * Keeps a watch in the place of what the person has of the same reference.
 * Further arguments: text, the most of one person and of all.
 */
const putScript = `
local older = redis.call('sinter', KEYS[2], KEYS[3])
if #older == 0 then
  if redis.call('scard', KEYS[3]) >= tonumber(ARGV[5]) then return 'perPerson' end
  if redis.call('hlen', KEYS[1]) >= tonumber(ARGV[6]) then return 'total' end
end
redis.call('hset', KEYS[1], ARGV[1], ARGV[4])
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('sadd', KEYS[3], ARGV[1])
redis.call('sadd', KEYS[4], ARGV[2])
for _, id in ipairs(older) do
  if id ~= ARGV[1] then
    redis.call('hdel', KEYS[1], id)
    redis.call('srem', KEYS[2], id)
    redis.call('srem', KEYS[3], id)
  end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[3]) end`;

/**
 * Replaces a watch, unless it is gone or has had another notification by now.
 * Further arguments: text, how many notifications are noted already.
 */
const noteScript = `
local kept = redis.call('hget', KEYS[1], ARGV[1])
if not kept or (cjson.decode(kept).tellings or 0) ~= tonumber(ARGV[5]) then return end
redis.call('hset', KEYS[1], ARGV[1], ARGV[4])
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[3]) end`;

const removeScript = `
redis.call('hdel', KEYS[1], ARGV[1])
redis.call('srem', KEYS[2], ARGV[1])
redis.call('srem', KEYS[3], ARGV[1])
if redis.call('scard', KEYS[2]) == 0 then redis.call('srem', KEYS[4], ARGV[2]) end`;

/** Reads the watches of one reference, or of one person: its keys are all watches, and the ids of either. */
const findScript = `
local ids = redis.call('smembers', KEYS[2])
if #ids > 0 then return redis.call('hmget', KEYS[1], unpack(ids)) end
return {}`;

/** TTL of stored watches, so that Redis drops them when no process runs any more. */
const storedMs = 9 * 24 * 60 * 60_000; // a watch lasts a week at most

/** Digest of a reference, of any length and content, for the name of a key or a job. */
export function referenceId(reference: string): string {
  return createHash('sha256').update(reference).digest('hex');
}

const { shape } = StoredWatch;
/** Unknown fields are of a newer txnbot, which may run beside this one: they stay as they are. */
const LooseWatch = z.looseObject({ ...shape, seen: shape.seen.loose() });
