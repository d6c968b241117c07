import type { Component } from '../async.ts';
import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { type Folder, StoredMap } from '../store/stored-map.ts';
import { Batch, Head, keptMs, lastsMs } from './list.ts';

/** Where batches are kept. Every method rejects with a StoreError while they cannot be stored or read. */
export interface BatchStore {
  /** Whether stored batches outlive the process. */
  isDurable(): boolean;
  /** Whether another process goes on with what this one leaves. */
  isShared: boolean;
  /** Resolves once it is kept. */
  add(batch: Batch): Promise<void>;
  /** Answers are added to those that are there. Does nothing when the batch is gone. */
  change(id: string, changes: Partial<Omit<Batch, 'id' | 'references'>>): Promise<void>;
  find(id: string): Promise<Batch | undefined>;
  /** All of them, the one that was begun first at first; offers behind them. */
  all(): Promise<readonly Head[]>;
  remove(id: string): Promise<void>;
}

/** Batches of this process alone: in memory, and in a small file where there is a folder for it, which starts before. */
export function createEmbeddedBatches(folder: Folder): BatchStore & Component {
  const batches = new StoredMap<Batch>(folder, 'batches', Batch);
  return {
    start: () => batches.start(),
    stop: () => batches.stop(),
    isDurable: batches.isDurable,
    isShared: false,
    add: (batch) => batches.change((all) => void all.set(batch.id, batch)),
    change: (id, changes) =>
      batches.change((all) => {
        const batch = all.get(id);
        if (batch !== undefined)
          all.set(id, { ...batch, ...changes, answers: { ...batch.answers, ...changes.answers } });
      }),
    find: async (id) => batches.values.get(id),
    all: async () => inOrder([...batches.values.values()]),
    remove: (id) => batches.change((all) => void all.delete(id)),
  };
}

/** Begins the names of the fields that hold answers; the other fields are those of the batch. */
const answerField = 'answer:';
/** Longer than any batch is needed, so that Redis drops those whose processes are all gone. */
const ttlMs = 2 * lastsMs + keptMs;
/** Sets fields of a batch that is still there. */
const setScript = `if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], unpack(ARGV)) end`;
const headFields = Object.keys(Head.shape);

/** Batches in Redis, each a hash, so that an answer and a stop never write over each other. */
export function createRedisBatches({ ask }: RedisConnection, namespace: string): BatchStore {
  const allKey = `${namespace}:batches`;
  const keyOf = (id: string) => `${namespace}:batch:${id}`;
  return {
    isDurable: () => true,
    isShared: true,
    async add(batch) {
      const key = keyOf(batch.id);
      const fields = fieldsOf(batch);
      await ask((redis) =>
        redis
          .multi()
          .hset(key, ...fields)
          .pexpire(key, ttlMs)
          .sadd(allKey, batch.id)
          .exec(),
      );
    },
    async change(id, changes) {
      await ask((redis) => redis.eval(setScript, 1, keyOf(id), ...fieldsOf(changes)));
    },
    async find(id) {
      const [others, answers]: [string[], string[]] = [[], []];
      for (const [name, text] of Object.entries(await ask((redis) => redis.hgetall(keyOf(id)))))
        if (name.startsWith(answerField)) answers.push(`"${name.slice(answerField.length)}":${text}`);
        else others.push(`"${name}":${text}`);
      return parseJson(`{${[...others, `"answers":{${answers}}`].join()}}`, Batch);
    },
    async all() {
      const ids = await ask((redis) => redis.smembers(allKey));
      const found = await ask((redis) => Promise.all(ids.map((id) => redis.hmget(keyOf(id), ...headFields))));
      const heads = found.map((values) => {
        const fields = headFields.flatMap((name, at) => (values[at] ? `"${name}":${values[at]}` : []));
        return parseJson(`{${fields.join()}}`, Head);
      });
      const gone = ids.filter((_id, at) => heads[at] === undefined);
      if (gone.length > 0) await ask((redis) => redis.srem(allKey, ...gone));
      return inOrder(heads.flatMap((head) => head ?? []));
    },
    async remove(id) {
      await ask((redis) => redis.multi().del(keyOf(id)).srem(allKey, id).exec());
    },
  };
}

function fieldsOf({ answers = {}, ...others }: Partial<Batch>): string[] {
  const fields = Object.entries(answers).map(([place, answer]) => [`${answerField}${place}`, answer] as const);
  return [...Object.entries(others), ...fields].flatMap(([name, value]) =>
    value === undefined ? [] : [name, JSON.stringify(value)],
  );
}

function inOrder(batches: readonly Head[]): Head[] {
  const atMs = ({ begunAtMs = Number.POSITIVE_INFINITY }: Head) => begunAtMs;
  return [...batches].sort((a, b) => atMs(a) - atMs(b) || a.offeredAtMs - b.offeredAtMs);
}
