import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Component } from '../async.ts';
import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { createStoredMap, type Folder } from '../store/state-folder.ts';
import { StoredWatch, type Watch, type WatchKey, type WatchStore } from './watch.ts';

const { shape } = StoredWatch;
/** Retains unknown fields: a newer txnbot running alongside may have stored them. */
const LooseWatch = z.looseObject({ ...shape, seen: shape.seen.loose() });

/** How long a process's lease on a due reference lasts unless the process renews it. */
const leaseMs = 10_000;
/** Interval over which references without a due time, as after a restart, become due. */
const spreadMs = 5_000;
/**
 * Longest time between two fetches, and so the longest time until a clock that was set back is
 * noticed.
 */
const lookEveryMs = 15_000;

/**
 * Stores the watches of one process in memory and, if files can be written to the folder, in a
 * small file. Start the folder first. Due times are stored only in memory: after a restart, every
 * reference is due soon.
 */
export function createEmbeddedWatches(folder: Folder): WatchStore & Component {
  const { start, stop, isDurable, values, change } = createStoredMap<Watch>(
    folder,
    'watches',
    LooseWatch,
  );
  /**
   * Due times, by reference. `isPlanned` is false for a time assigned after a restart: the planned
   * one is unknown.
   */
  const times = new Map<string, { atMs: number; isPlanned: boolean }>();
  let fetchedAtMs = 0;
  const having = (key: 'reference' | 'personId', value: string) =>
    [...values().values()].filter((watch) => watch[key] === value);
  const advance = async (reference: string, atMs: number) => {
    if (atMs < (times.get(reference)?.atMs ?? Number.POSITIVE_INFINITY))
      times.set(reference, { atMs, isPlanned: true });
  };

  return {
    ...{ start, stop, isDurable },
    async put(watch, { perPerson, total }, dueAtMs) {
      const full = await change((all) => {
        const own = [...all.values()].filter(({ personId }) => personId === watch.personId);
        const before = own.filter(({ reference }) => reference === watch.reference);
        if (before.length === 0 && own.length >= perPerson) return 'perPerson';
        if (before.length === 0 && all.size >= total) return 'total';
        for (const { id } of before) all.delete(id);
        all.set(watch.id, watch);
        return undefined;
      });
      if (full === undefined) await advance(watch.reference, dueAtMs);
      return full;
    },
    note: (watch, tellings) =>
      change((all) => {
        const known = all.get(watch.id);
        if (known !== undefined && (known.tellings ?? 0) === tellings) all.set(watch.id, watch);
      }),
    remove: ({ id }) => change((all) => void all.delete(id)),
    ofReference: async (reference) => having('reference', reference),
    ofPerson: async (personId) => having('personId', personId),
    count: async () => values().size,
    references: async () => [...new Set([...values().values()].map(({ reference }) => reference))],
    async fetch({ nowMs, running, max }) {
      const waiting = [...times].filter(([reference]) => !running.includes(reference));
      // If the clock was set back, waiting references would be due too late: make them all due now.
      if (nowMs < fetchedAtMs)
        for (const [, time] of waiting) time.atMs = Math.min(time.atMs, nowMs);
      fetchedAtMs = nowMs;
      const due = waiting.filter(([, { atMs }]) => atMs <= nowMs).slice(0, max);
      const later = waiting.flatMap(([, { atMs }]) => (atMs > nowMs ? atMs : []));
      return {
        due: due.map(([reference, { atMs, isPlanned }]) => ({
          reference,
          plannedAtMs: isPlanned ? atMs : undefined,
        })),
        againAtMs: later.reduce((first, atMs) => Math.min(first, atMs), nowMs + lookEveryMs),
      };
    },
    done: async (reference) => void times.delete(reference),
    advance,
    async spread() {
      const all = [...values().values()].map(({ reference }) => reference);
      for (const [atMs, reference] of spreadOver(all.filter((each) => !times.has(each))))
        times.set(reference, { atMs, isPlanned: false });
    },
  };
}

/** Assigns due times, spread evenly over `spreadMs`, to references that have none. */
function spreadOver(references: readonly string[]): [atMs: number, reference: string][] {
  const each = new Set(references);
  return [...each].map((reference, place) => [
    Math.floor(Date.now() + (spreadMs * (place + 1)) / each.size),
    reference,
  ]);
}

interface Warns {
  warn(details: object, message: string): void;
}

/** How often to renew leases, and to fetch references that other processes added or abandoned. */
const renewEveryMs = 1_000;
const Full = z.enum(['perPerson', 'total']).nullish();
/** Result of `fetchScript`: each reference, followed by the time at which it was due. */
const Fetched = z.array(z.string());

/**
 * Stores watches in Redis, shared by all processes with this namespace.
 * @param namespace prefix of every key
 */
export function createRedisWatches(
  { ask }: RedisConnection,
  namespace: string,
  logger: Warns,
): WatchStore {
  const keys = {
    /** All watches, by id. */
    all: `${namespace}:watch:all`,
    /**
     * Sorted set: when each reference is due or, while a process looks it up, when that process's
     * lease ends.
     */
    due: `${namespace}:watch:due`,
    /** The ids of the watches of one reference, or of one person. */
    ofReference: (reference: string) => `${namespace}:watch:reference:${digestOf(reference)}`,
    ofPerson: (personId: string) => `${namespace}:watch:person:${personId}`,
  };
  const run = (
    script: string,
    { id, reference, personId }: WatchKey,
    ...more: (string | number)[]
  ) => {
    const names = [keys.all, keys.ofReference(reference), keys.ofPerson(personId), keys.due];
    return ask((redis) =>
      redis.eval(script, names.length, ...names, id, reference, watchTtlMs, ...more),
    );
  };
  const read = async (idsKey: string): Promise<Watch[]> => {
    const ids = await ask((redis) => redis.smembers(idsKey));
    const texts = ids.length === 0 ? [] : await ask((redis) => redis.hmget(keys.all, ...ids));
    const there = texts.filter((text) => text !== null);
    const watches = there.flatMap((text) => parseJson(text, LooseWatch) ?? []);
    const unreadable = there.length - watches.length;
    if (unreadable > 0)
      logger.warn({ count: unreadable }, 'watches in Redis cannot be read, and are left alone');
    return watches;
  };
  return {
    isDurable: () => true,
    put: async (watch, { perPerson, total }, dueAtMs) =>
      Full.parse(await run(putScript, watch, JSON.stringify(watch), perPerson, total, dueAtMs)) ??
      undefined,
    note: async (watch, tellings) =>
      void (await run(noteScript, watch, JSON.stringify(watch), tellings)),
    remove: async (watch) => void (await run(removeScript, watch)),
    ofReference: (reference) => read(keys.ofReference(reference)),
    ofPerson: (personId) => read(keys.ofPerson(personId)),
    count: () => ask((redis) => redis.hlen(keys.all)),
    async references() {
      const texts = await ask((redis) => redis.hvals(keys.all));
      const watches = texts.map((text) => parseJson(text, LooseWatch));
      const references = watches.map((watch) => watch?.reference);
      return [...new Set(references.filter((reference) => reference !== undefined))];
    },
    async fetch({ nowMs, running, max }) {
      const wanted = [nowMs, nowMs + leaseMs, max, ...running];
      const found = Fetched.parse(
        await ask((redis) => redis.eval(fetchScript, 1, keys.due, ...wanted)),
      );
      const due = found.flatMap((reference, place) =>
        place % 2 === 0 ? { reference, plannedAtMs: Number(found[place + 1]) } : [],
      );
      return { due, againAtMs: nowMs + renewEveryMs };
    },
    done: async (reference) => void (await ask((redis) => redis.zrem(keys.due, reference))),
    advance: async (reference, atMs) =>
      void (await ask((redis) => redis.zadd(keys.due, 'LT', atMs, reference))),
    async spread() {
      const all = await ask((redis) => redis.hvals(keys.all));
      const times = spreadOver(all.flatMap((text) => parseJson(text, LooseWatch)?.reference ?? []));
      if (times.length > 0) await ask((redis) => redis.zadd(keys.due, 'NX', ...times.flat()));
    },
  };
}

// These scripts change watches completely or not at all: when Redis is out of memory, it refuses
// the first command that stores something, so those that remove something never run. KEYS: all
// watches, ids of the reference's watches, ids of the person's watches, due times. ARGV begins with
// the watch's id, its reference, and the TTL in ms.
const functions = `
local function forget(id)
  redis.call('hdel', KEYS[1], id)
  redis.call('srem', KEYS[2], id)
  redis.call('srem', KEYS[3], id)
end
local function renew()
  for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[3]) end
end`;

/**
 * Stores a watch, replacing the person's older watch of the same reference.
 * Further arguments: JSON of the watch, limit per person, limit of all watches, due time.
 */
const putScript = `${functions}
local older = redis.call('sinter', KEYS[2], KEYS[3])
if #older == 0 then
  if redis.call('scard', KEYS[3]) >= tonumber(ARGV[5]) then return 'perPerson' end
  if redis.call('hlen', KEYS[1]) >= tonumber(ARGV[6]) then return 'total' end
end
redis.call('hset', KEYS[1], ARGV[1], ARGV[4])
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('sadd', KEYS[3], ARGV[1])
redis.call('zadd', KEYS[4], 'LT', ARGV[7], ARGV[2])
for _, id in ipairs(older) do if id ~= ARGV[1] then forget(id) end end
renew()`;

/**
 * Replaces the stored watch, unless it is gone or has had a further notification since. Further
 * arguments: JSON of the new watch, number of notifications that the stored watch must have had.
 */
const noteScript = `${functions}
local stored = redis.call('hget', KEYS[1], ARGV[1])
if not stored or (cjson.decode(stored).tellings or 0) ~= tonumber(ARGV[5]) then return end
redis.call('hset', KEYS[1], ARGV[1], ARGV[4])
renew()`;

const removeScript = `${functions}
forget(ARGV[1])`;

/**
 * Leases due references to this process; the only key is the sorted set of due times. Arguments:
 * now, when the leases end, how many to take, and the references whose lease this process renews.
 */
const fetchScript = `
for place = 4, #ARGV do redis.call('zadd', KEYS[1], 'XX', ARGV[2], ARGV[place]) end
local due = redis.call('zrange', KEYS[1], '-inf', ARGV[1], 'byscore', 'limit', 0, ARGV[3], 'withscores')
for place = 1, #due, 2 do redis.call('zadd', KEYS[1], ARGV[2], due[place]) end
return due`;

/** TTL of stored watches, so that Redis drops them when no process runs any more. */
export const watchTtlMs = 9 * 24 * 60 * 60_000; // a watch lasts a week at most

/** Digest of a reference for a key's name, since a reference may have any length and characters. */
function digestOf(reference: string): string {
  return createHash('sha256').update(reference).digest('hex');
}
