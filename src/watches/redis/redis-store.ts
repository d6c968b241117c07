import * as z from 'zod';
import type { RedisConnection } from '../../state/redis/connection.ts';
import type { WatchKey, WatchStore } from '../engine.ts';
import { personOfWatch, type Watch } from '../watch.ts';
import { parseWatch } from './parse-watch.ts';
import { createWatchKeys, keptMs } from './watch-keys.ts';
import { mendScript, noteScript, ofPersonScript, ofReferenceScript, putScript, removeScript } from './watch-scripts.ts';

export interface RedisStoreOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  logger: { warn(details: object, message: string): void };
}

const Full = z.enum(['perPerson', 'total']).nullish();
const Texts = z.array(z.string());
const IdsAndTexts = z.tuple([z.array(z.string()), z.array(z.string().nullable())]);
/** So many watches are looked through at once. */
const mendAtOnce = 200;

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
  async function mend(): Promise<void> {
    let cursor = '0';
    do {
      const [next, fields] = await connection.ask((redis) => redis.hscan(keys.all, cursor, 'COUNT', mendAtOnce));
      const watches = fields.flatMap((text, place) => (place % 2 === 0 ? [] : (parseWatch(text) ?? [])));
      const ofEach = watches.flatMap(({ id, reference }) => [id, reference]);
      const names = watches.flatMap(keysOf);
      await connection.ask((redis) => redis.eval(mendScript, names.length, ...names, keptMs, ...ofEach));
      cursor = next;
    } while (cursor !== '0');
  }

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
    async ofReference(reference) {
      const names = [keys.all, keys.ofReference(reference), keys.references];
      const found = await connection.ask((redis) => redis.eval(ofReferenceScript, 3, ...names, reference));
      const [ids, texts] = IdsAndTexts.parse(found);
      const lost = ids.flatMap((id, place) => (texts[place] === null ? lostWatch(id, reference) : []));
      return [...lost, ...read(texts.filter((text) => text !== null))];
    },
    async ofPerson(personId) {
      const names = [keys.all, keys.ofPerson(personId)];
      return read(Texts.parse(await connection.ask((redis) => redis.eval(ofPersonScript, 2, ...names))));
    },
    count: () => connection.ask((redis) => redis.hlen(keys.all)),
    async references() {
      await mend();
      return connection.ask((redis) => redis.smembers(keys.references));
    },
  };
}

/** Older than any other, so that one that its person began since takes its place. */
function lostWatch(id: string, reference: string): Watch | [] {
  const personId = personOfWatch(id);
  if (personId === undefined) return [];
  const where = { teamId: undefined, channelId: undefined, threadTs: undefined };
  return { id, reference, personId, ...where, begunAtMs: 0, seen: {}, isLost: true };
}
