import type { RedisConnection } from '../../state/redis/connection.ts';
import type { Entry } from '../entry.ts';
import { parseItem, type SharedItem } from './shared-item.ts';

/** What all processes remember: a stream in Redis, and the key of its fingerprints. Every method throws a KeepError. */
export interface HistoryStream {
  name: string;
  /**
   * Appends entries whose fingerprints were made with `key`, in base64, and drops those that are too old. Where there is
   * another key it appends nothing.
   * @param by names the process
   * @returns the key of all: the one that was there, or else this one
   */
  append(key: string, by: string, entries: readonly Entry[]): Promise<string>;
  /** @param mark tells those who have read them what to forget. @returns how many entries of the person there were */
  forget(personId: string, mark: string): Promise<number>;
  /** Deletes all of it. */
  clear(): Promise<void>;
}

export interface HistoryStreamOptions {
  connection: Pick<RedisConnection, 'ask'>;
  /** Begins the name of every key. */
  namespace: string;
  rememberMs: number;
}

const itemsMax = 10_000;
const page = 1_000;

const appendScript = `
redis.call('set', KEYS[1], ARGV[1], 'nx')
local key = redis.call('get', KEYS[1])
if key == ARGV[1] then
  for place = 4, #ARGV do redis.call('xadd', KEYS[2], 'maxlen', ${itemsMax}, '*', 'item', ARGV[place]) end
end
redis.call('xtrim', KEYS[2], 'minid', ARGV[2])
for _, name in ipairs(KEYS) do redis.call('pexpire', name, ARGV[3]) end
return key`;

export function createHistoryStream({ connection, namespace, rememberMs }: HistoryStreamOptions): HistoryStream {
  const [keyName, name] = [`${namespace}:history:key`, `${namespace}:history:items`];
  const textOf = (item: SharedItem) => JSON.stringify(item);

  async function idsOf(personId: string): Promise<string[]> {
    const ids: string[] = [];
    let from = '-';
    for (;;) {
      const items = await connection.ask((redis) => redis.xrange(name, from, '+', 'COUNT', page));
      for (const [id, [, text = '']] of items) {
        from = `(${id}`;
        const item = parseItem(text);
        if (item !== undefined && 'entry' in item && 'personId' in item.entry && item.entry.personId === personId)
          ids.push(id);
      }
      if (items.length < page) return ids;
    }
  }

  return {
    name,
    async append(key, by, entries) {
      const times = [Math.max(0, Date.now() - rememberMs), rememberMs];
      const texts = entries.map((entry) => textOf({ by, entry }));
      return String(
        await connection.ask((redis) => redis.eval(appendScript, 2, keyName, name, key, ...times, ...texts)),
      );
    },
    async forget(personId, mark) {
      const ids = await idsOf(personId);
      if (ids.length > 0) await connection.ask((redis) => redis.xdel(name, ...ids));
      await connection.ask((redis) => redis.xadd(name, '*', 'item', textOf({ forgotten: mark })));
      return ids.length;
    },
    async clear() {
      await connection.ask((redis) => redis.del(keyName, name));
    },
  };
}
