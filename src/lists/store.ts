import type { Component } from '../async.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { createStoredMap, type Folder } from '../store/state-folder.ts';
import { isDefined, parseJson } from '../text.ts';
import { isOver, List, ListSummary, listTimeoutMs, resultTtlMs } from './list.ts';

/**
 * Stores lists. Every method rejects with a StoreError while the store cannot be read or written.
 */
export interface ListStore {
  /** Whether stored lists outlive the process. */
  isDurable(): boolean;
  /** What the operator must look at while the lists cannot be read or written. */
  readonly setting: 'STATE_DIR' | 'REDIS_URL';
  add(list: List): Promise<void>;
  /**
   * Adds the given answers to the stored ones; replaces other given fields. Does nothing when the
   * list is gone.
   */
  change(id: string, changes: Partial<Omit<List, 'id' | 'references'>>): Promise<void>;
  find(id: string): Promise<List | undefined>;
  /**
   * All lists in the order in which they were begun, followed by the offers; those that have
   * expired are deleted.
   */
  all(): Promise<readonly ListSummary[]>;
  remove(id: string): Promise<void>;
}

/**
 * Stores one process's lists: in memory and, if there is a state folder, in a small file. Start the
 * folder first.
 */
export function createEmbeddedLists(folder: Folder): ListStore & Component {
  const { values, change, ...stored } = createStoredMap<List>(folder, 'batches', List);
  return {
    ...stored,
    setting: 'STATE_DIR',
    add: (list) =>
      change((all) => {
        all.set(list.id, list);
      }),
    change: (id, changes) =>
      change((all) => {
        const list = all.get(id);
        if (list !== undefined)
          all.set(id, { ...list, ...changes, answers: { ...list.answers, ...changes.answers } });
      }),
    find: async (id) => values().get(id),
    all: () =>
      change((all) => {
        for (const list of all.values()) if (isOver(list, Date.now())) all.delete(list.id);
        return inOrder([...all.values()]);
      }),
  };
}

/**
 * Prefix of the hash fields that contain answers; all other hash fields are named like the fields
 * of `List`.
 */
const answerField = 'answer:';
/** TTL of a list that was begun: longer than any takes, with the time that its result is stored. */
const begunTtlMs = 2 * listTimeoutMs + resultTtlMs;
/** Sets fields of a list's hash, unless the list was deleted. */
const setScript = `if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], unpack(ARGV)) end`;
const headFields = Object.keys(ListSummary.shape);

/**
 * Stores each list as a Redis hash, so that writing an answer and stopping the list never overwrite
 * each other. Redis counts how long each is stored, as the clocks of processes may differ.
 */
export function createRedisLists({ ask }: RedisConnection, namespace: string): ListStore {
  const allKey = `${namespace}:batches`;
  const keyOf = (id: string) => `${namespace}:batch:${id}`;
  return {
    isDurable: () => true,
    setting: 'REDIS_URL',
    async add(list) {
      const key = keyOf(list.id);
      const fields = hashFields(list);

      await ask((redis) =>
        redis
          .multi()
          .hset(key, ...fields)
          .pexpire(key, list.begunAtMs === undefined ? listTimeoutMs : begunTtlMs)
          .sadd(allKey, list.id)
          .exec(),
      );
    },
    async change(id, changes) {
      const key = keyOf(id);
      await ask((redis) => redis.eval(setScript, 1, key, ...hashFields(changes)));
      if (changes.endedAtMs !== undefined) await ask((redis) => redis.pexpire(key, resultTtlMs));
    },
    async find(id) {
      const fields = Object.entries(await ask((redis) => redis.hgetall(keyOf(id))));
      const answers = fields.filter(([name]) => name.startsWith(answerField));
      const byIndex = answers.map(
        ([name, text]): HashField => [name.slice(answerField.length), text],
      );
      return parseJson(jsonObject([...fields, ['answers', jsonObject(byIndex)]]), List);
    },
    async all() {
      const ids = await ask((redis) => redis.smembers(allKey));
      const found = await ask((redis) =>
        Promise.all(ids.map((id) => redis.hmget(keyOf(id), ...headFields))),
      );
      const heads = found.map((values) => {
        const fields = headFields.map((name, at): HashField => [name, values[at]]);
        return parseJson(jsonObject(fields), ListSummary);
      });
      const gone = ids.filter((_id, at) => heads[at] === undefined);

      if (gone.length > 0) await ask((redis) => redis.srem(allKey, ...gone));
      return inOrder(heads.filter(isDefined));
    },
    async remove(id) {
      await ask((redis) => redis.multi().del(keyOf(id)).srem(allKey, id).exec());
    },
  };
}

/** A field of the hash, with its value in JSON if it has one. */
type HashField = [name: string, text: string | null | undefined];

function jsonObject(fields: readonly HashField[]): string {
  const written = fields.filter(([, text]) => text).map(([name, text]) => `"${name}":${text}`);
  return `{${written.join()}}`;
}

function hashFields({ answers = {}, ...others }: Partial<List>): string[] {
  const fields = Object.entries(answers).map(
    ([place, answer]) => [`${answerField}${place}`, answer] as const,
  );
  return [...Object.entries(others), ...fields].flatMap(([name, value]) =>
    value === undefined ? [] : [name, JSON.stringify(value)],
  );
}

function inOrder(lists: readonly ListSummary[]): ListSummary[] {
  const atMs = ({ begunAtMs = Infinity }: ListSummary) => begunAtMs;
  return [...lists].sort((a, b) => atMs(a) - atMs(b) || a.offeredAtMs - b.offeredAtMs);
}
