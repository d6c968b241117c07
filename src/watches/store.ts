import * as z from 'zod';
import { type Component, letOthersRun } from '../async.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { createStoredMap, type Folder } from '../store/state-folder.ts';
import { digest, groupBy, isDefined, parseJson } from '../text.ts';
import { StoredWatch, type Watch, type WatchKey, type WatchStore } from './watch.ts';

/** TTL of stored watches, so that Redis drops them when no process runs any more. */
export const watchTtlMs = 9 * 24 * 60 * 60_000; // a watch lasts a week at most

const { shape } = StoredWatch;
/** Retains unknown fields: a newer txnbot running alongside may have stored them. */
const LooseWatch = z.looseObject({ ...shape, seen: shape.seen.loose() });

/** The most watches to read in one step, so that a leader with thousands stays responsive. */
const stepMax = 250;

/**
 * Stores the watches of one process in memory and, if files can be written to the folder, in a
 * small file. Start the folder first.
 */
export function createEmbeddedWatches(folder: Folder): WatchStore & Component {
  const { values, change, ...stored } = createStoredMap<Watch>(folder, 'watches', LooseWatch);
  /** Number of watches put so far: a reader that has read after the last one need not read again. */
  let putCount = 0;
  /** The watches as they stood when `byPerson` was filled: each change makes a new map. */
  let grouped: ReadonlyMap<string, Watch> | undefined;
  let byPerson: ReadonlyMap<string, readonly Watch[]> = new Map();

  /**
   * Groups the watches by person once a change: each `/txn` asks whether its reference is watched.
   */
  function watchesOf(personId: string): readonly Watch[] {
    if (grouped !== values()) {
      grouped = values();
      byPerson = groupBy(grouped.values(), ({ personId }) => [personId]);
    }

    return byPerson.get(personId) ?? [];
  }

  return {
    ...stored,
    readEveryMs: 60_000,
    async put(watch, { perPerson, total }) {
      const limit = await change((all) => {
        const ofPerson = [...all.values()].filter(({ personId }) => personId === watch.personId);
        const older = ofPerson.filter(({ reference }) => reference === watch.reference);
        if (older.length === 0 && ofPerson.length >= perPerson) return 'perPerson';
        if (older.length === 0 && all.size >= total) return 'total';

        for (const { id } of older) all.delete(id);
        all.set(watch.id, watch);
        return undefined;
      });
      putCount += 1;
      return limit;
    },
    note: (watch, tellings) =>
      change((all) => {
        const before = all.get(watch.id);
        if (before !== undefined && (before.tellings ?? 0) === tellings) all.set(watch.id, watch);
      }),
    remove: ({ id }) => stored.remove(id),
    find: async (ids) => ids.map((id) => values().get(id)).filter(isDefined),
    ofPerson: async (personId) => watchesOf(personId),
    count: async () => values().size,
    references: async () => [...new Set([...values().values()].map(({ reference }) => reference))],
    createReader() {
      let putCountRead: number | undefined;
      return async function* read() {
        if (putCountRead === putCount) return;

        const all = [...values().values()];
        putCountRead = putCount;

        for (let from = 0; from < all.length; from += stepMax) {
          yield all.slice(from, from + stepMax);
          await letOthersRun();
        }
      };
    },
  };
}

interface Warns {
  warn(details: object, message: string): void;
}

/** Number of the latest watches that Redis lists, for a leader that knows those before. */
const latestMax = 100;
const ReachedLimit = z.enum(['perPerson', 'total']).nullish();

/**
 * Stores watches in Redis, shared by all processes with this namespace.
 * @param namespace prefix of every key
 */
export function createRedisWatches(
  { ask }: RedisConnection,
  namespace: string,
  logger: Warns,
): WatchStore & { indexForOlder(): Promise<void> } {
  const keys = {
    /** All watches, by id. */
    all: `${namespace}:watch:all`,
    /** The ids of the watches that began last, the latest first. */
    latest: `${namespace}:watch:latest`,
    /** The ids of one person's watches. */
    ofPerson: (personId: string) => `${namespace}:watch:person:${personId}`,
    /**
     * Until 0.3.0: the timetable of the processes, and the ids of the watches of one reference,
     * which may have any length and characters.
     */
    due: `${namespace}:watch:due`,
    ofReference: (reference: string) => `${namespace}:watch:reference:${digest(reference, 'hex')}`,
  };

  const run = (script: string, { id, personId }: WatchKey, ...more: (string | number)[]) => {
    const names = [keys.all, keys.ofPerson(personId), keys.latest];
    return ask((redis) => redis.eval(script, names.length, ...names, id, watchTtlMs, ...more));
  };

  function parse(texts: readonly (string | null)[]): Watch[] {
    const there = texts.filter((text) => text !== null);
    const watches = there.map((text) => parseJson(text, LooseWatch)).filter(isDefined);
    const unreadable = there.length - watches.length;

    if (unreadable > 0)
      logger.warn(
        { count: unreadable },
        'watches: unreadable ones in Redis are left to a newer txnbot',
      );

    return watches;
  }

  async function find(ids: readonly string[]): Promise<Watch[]> {
    return ids.length === 0 ? [] : parse(await ask((redis) => redis.hmget(keys.all, ...ids)));
  }

  async function* readAll() {
    let cursor = '0';
    do {
      const from = cursor;
      const [next, found] = await ask((redis) => redis.hscan(keys.all, from, 'COUNT', stepMax));
      yield parse(found.filter((_text, index) => index % 2 === 1)); // each follows its id
      cursor = next;
    } while (cursor !== '0');
  }

  /** Adds the sets in which 0.3.0 finds the watches of a reference, or drops them. */
  async function setIndex(watches: readonly Watch[], isWanted: boolean): Promise<void> {
    await ask((redis) => {
      const commands = redis.multi();
      for (const { id, reference } of watches) {
        const key = keys.ofReference(reference);
        if (isWanted) commands.sadd(key, id).pexpire(key, watchTtlMs);
        else commands.unlink(key);
      }

      return commands.exec();
    });
  }

  return {
    isDurable: () => true,
    readEveryMs: 1_000,
    put: async (watch, { perPerson, total }) =>
      ReachedLimit.parse(
        await run(putScript, watch, JSON.stringify(watch), watch.reference, perPerson, total),
      ) ?? undefined,
    note: async (watch, tellings) =>
      void (await run(noteScript, watch, JSON.stringify(watch), tellings)),
    remove: async (watch) => void (await run(removeScript, watch)),
    find,
    ofPerson: async (personId) =>
      find(await ask((redis) => redis.smembers(keys.ofPerson(personId)))),
    count: () => ask((redis) => redis.hlen(keys.all)),
    async references() {
      const references = new Set<string>();
      for await (const watches of readAll())
        for (const { reference } of watches) references.add(reference);
      return [...references];
    },
    createReader() {
      /** The latest watch's id at the last read; `null`: none was listed. */
      let lastRead: string | null | undefined;
      /** Whether 0.3.0 runs beside this process: it plans all that it knows every 30 seconds. */
      let isOlderThere = false;
      return async function* read() {
        const [newest, removedTimetables] = await Promise.all([
          ask((redis) => redis.lindex(keys.latest, 0)),
          ask((redis) => redis.del(keys.due)),
        ]);
        isOlderThere ||= removedTimetables > 0;
        if (newest === lastRead && !isOlderThere) return;

        const latest = await ask((redis) => redis.lrange(keys.latest, 0, -1));
        const areAllNew = lastRead === null && latest.length < latestMax;
        const newCount = areAllNew ? latest.length : latest.indexOf(lastRead ?? '');
        // The last read's latest is not listed: it is the first read, or too many began since.
        const mustReadAll = newCount === -1;

        if (newCount > 0) yield await find(latest.slice(0, newCount));
        if (mustReadAll || isOlderThere)
          for await (const watches of readAll()) {
            await setIndex(watches, isOlderThere);
            yield watches;
          }

        lastRead = latest[0] ?? null;
        isOlderThere = false;
      };
    },
    /** Lets 0.3.0 find all watches: after a roll-back, it reads them by their references. */
    async indexForOlder() {
      for await (const watches of readAll()) await setIndex(watches, true);
    },
  };
}

// These scripts change watches completely or not at all: when Redis is out of memory, it refuses
// the first command that stores something, so those that remove something never run. KEYS: all
// watches, ids of the person's watches, ids of the latest watches. ARGV begins with the watch's id
// and the TTL in ms.
const renewScript = `
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[2]) end`;

/**
 * Stores a watch, replacing the person's older watch of the same reference. Further arguments: JSON
 * of the watch, its reference, limit per person, limit of all watches.
 */
const putScript = `
local older = {}
for _, id in ipairs(redis.call('smembers', KEYS[2])) do
  local isWatch, watch = pcall(cjson.decode, redis.call('hget', KEYS[1], id) or '{}')
  if isWatch and watch.reference == ARGV[4] then older[#older + 1] = id end
end
if #older == 0 then
  if redis.call('scard', KEYS[2]) >= tonumber(ARGV[5]) then return 'perPerson' end
  if redis.call('hlen', KEYS[1]) >= tonumber(ARGV[6]) then return 'total' end
end
redis.call('hset', KEYS[1], ARGV[1], ARGV[3])
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('lpush', KEYS[3], ARGV[1])
redis.call('ltrim', KEYS[3], 0, ${latestMax - 1})
for _, id in ipairs(older) do
  redis.call('hdel', KEYS[1], id)
  redis.call('srem', KEYS[2], id)
end${renewScript}`;

/**
 * Replaces the stored watch, unless it is gone or has had a further notification since. Further
 * arguments: JSON of the new watch, number of notifications that the stored watch must have had.
 */
const noteScript = `
local stored = redis.call('hget', KEYS[1], ARGV[1])
if not stored or (cjson.decode(stored).tellings or 0) ~= tonumber(ARGV[4]) then return end
redis.call('hset', KEYS[1], ARGV[1], ARGV[3])${renewScript}`;

const removeScript = `
redis.call('hdel', KEYS[1], ARGV[1])
redis.call('srem', KEYS[2], ARGV[1])`;
