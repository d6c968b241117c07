import { parseJson } from '../store/json.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { Batch, Head, keptMs, lastsMs } from './batch.ts';
import { type BatchStore, inOrder } from './store.ts';

/** Begins the names of the fields that hold answers; the other fields are those of the batch. */
const answerField = 'answer:';
/** Longer than any batch is needed, so that Redis drops those whose processes are all gone. */
const ttlMs = 2 * lastsMs + keptMs;

/** Batches in Redis, each a hash, so that an answer and a stop never write over each other. */
export function createRedisBatches(connection: RedisConnection, namespace: string): BatchStore {
  const allKey = `${namespace}:batches`;
  const keyOf = (id: string) => `${namespace}:batch:${id}`;
  return {
    outlives: () => 'process',
    async add(batch) {
      const fields = fieldsOf(batch);
      await connection.ask((redis) =>
        redis
          .multi()
          .hset(keyOf(batch.id), ...fields)
          .pexpire(keyOf(batch.id), ttlMs)
          .sadd(allKey, batch.id)
          .exec(),
      );
    },
    async change(id, changes) {
      await connection.ask((redis) => redis.eval(setScript, 1, keyOf(id), ...fieldsOf(changes)));
    },
    async find(id) {
      return batchIn(await connection.ask((redis) => redis.hgetall(keyOf(id))));
    },
    async all() {
      const ids = await connection.ask((redis) => redis.smembers(allKey));
      const found = await connection.ask((redis) =>
        Promise.all(ids.map((id) => redis.hmget(keyOf(id), ...headFields))),
      );
      const heads = found.map(headIn);
      const gone = ids.filter((_id, at) => heads[at] === undefined);
      if (gone.length > 0) await connection.ask((redis) => redis.srem(allKey, ...gone));
      return inOrder(heads.flatMap((head) => head ?? []));
    },
    async remove(id) {
      await connection.ask((redis) => redis.multi().del(keyOf(id)).srem(allKey, id).exec());
    },
  };
}

/** Sets fields of a batch that is still there. */
const setScript = `if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], unpack(ARGV)) end`;

function fieldsOf({ answers = {}, ...others }: Partial<Batch>): string[] {
  const fields = Object.entries(answers).map(([place, answer]) => [`${answerField}${place}`, answer] as const);
  return [...Object.entries(others), ...fields].flatMap(([name, value]) =>
    value === undefined ? [] : [name, JSON.stringify(value)],
  );
}

const headFields = Object.keys(Head.shape);

function headIn(values: readonly (string | null)[]): Head | undefined {
  const fields = headFields.flatMap((name, at) => (values[at] ? `"${name}":${values[at]}` : []));
  return parseJson(`{${fields.join()}}`, Head);
}

function batchIn(fields: Record<string, string>): Batch | undefined {
  const entries = Object.entries(fields);
  const answers = entries.flatMap(([name, text]) => {
    return name.startsWith(answerField) ? `"${name.slice(answerField.length)}":${text}` : [];
  });
  const others = entries.filter(([name]) => !name.startsWith(answerField)).map(([name, text]) => `"${name}":${text}`);
  return parseJson(`{${[...others, `"answers":{${answers}}`].join()}}`, Batch);
}
