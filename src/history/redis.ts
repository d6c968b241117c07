import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { within } from '../concurrency.ts';
import { parseJson } from '../store/json.ts';
import type { RedisConnections } from '../store/redis-connection.ts';
import {
  createFingerprint,
  createHistory,
  type Entry,
  RecentEntries,
  StoredEntry,
  type StoredHistory,
} from './history.ts';

interface SharedHistoryOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** 0 remembers nothing, and empties what Redis has. */
  rememberMs: number;
  /** Called each time that something is remembered by this process alone. */
  onFallback: () => void;
}

/** Cap for entries that wait for Redis; the oldest are given up. */
const unsentMax = 10_000;
const sentAtOnce = 500;
const readAtOnce = 1_000;
const itemsMax = 10_000;
/** Without a question, news are read so often, and items that are too old are dropped. */
const exchangeEveryMs = 60_000;
/** An answer waits no longer for what other processes know. */
const answerTimeoutMs = 200;

/**
 * Appends items whose fingerprints were made with this process's key, and reads what anybody appended since. Where
 * there is another key it does neither. What is kept for no time is gone at once.
 * Arguments: key, oldest time, how long all is kept, last id known, items.
 */
const exchangeScript = `
redis.call('set', KEYS[1], ARGV[1], 'nx')
local key = redis.call('get', KEYS[1])
local news = {}
if key == ARGV[1] then
  for place = 5, #ARGV do redis.call('xadd', KEYS[2], 'maxlen', ${itemsMax}, '*', 'item', ARGV[place]) end
  news = redis.call('xrange', KEYS[2], '(' .. ARGV[4], '+', 'count', ${readAtOnce})
end
redis.call('xtrim', KEYS[2], 'minid', ARGV[2])
for _, name in ipairs(KEYS) do redis.call('pexpire', name, ARGV[3]) end
return { key, news }`;

const StreamItem = z.tuple([z.string(), z.tuple([z.string(), z.string()])]);
const Exchanged = z.tuple([z.string(), z.array(StreamItem)]);

/** One of another form is a newer txnbot's. */
const Item = z.union([
  /** What was remembered, and by which process. */
  z.object({ by: z.string(), entry: StoredEntry }),
  /** The mark of somebody whose entries before this one are to be forgotten. */
  z.object({ forgotten: z.string() }),
]);

/**
 * A history of all processes with this namespace: a stream in Redis, which each process reads into its memory whenever
 * it is asked something, and to which it appends its own. While Redis is away, a process goes on with all that it knew.
 */
export function createSharedHistory(options: SharedHistoryOptions): StoredHistory {
  const { connections, namespace, rememberMs, onFallback } = options;
  const connection = connections.open('history');
  const [keyName, itemsName] = [`${namespace}:history:key`, `${namespace}:history:items`];
  // It begins under a key of its own, which becomes that of all where there is none.
  const recent = new RecentEntries(rememberMs);
  /** Names what this process appended, which it knows already. */
  const own = randomBytes(9).toString('base64url');
  const unsent = new Set<Entry>();
  let lastId = '0-0';
  let timer: NodeJS.Timeout | undefined;
  let exchanging: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const markOf = (personId: string) => createFingerprint(recent.key)(`person ${personId}`);

  function take(news: readonly z.infer<typeof StreamItem>[]): void {
    let entries: Entry[] = [];
    for (const [id, [, text]] of news) {
      lastId = id;
      const item = parseJson(text, Item);
      if (item === undefined) continue;
      if ('forgotten' in item) {
        recent.add(entries);
        entries = [];
        recent.forget((personId) => markOf(personId) === item.forgotten);
      }
      // By another clock it may be yet to come, and what is yet to come is not remembered.
      else if (item.by !== own) entries.push({ ...item.entry, atMs: Math.min(item.entry.atMs, Date.now()) });
    }
    recent.add(entries);
  }

  /** @throws StoreError */
  async function exchangeAll(): Promise<void> {
    for (let isBehind = true; isBehind; ) {
      const sent = [...unsent].slice(0, sentAtOnce);
      const key = Buffer.from(recent.key).toString('base64');
      const items = sent.map((entry) => JSON.stringify({ by: own, entry }));
      const known = [key, Math.max(0, Date.now() - rememberMs), rememberMs, lastId, ...items];
      const answer = await connection.ask((redis) => redis.eval(exchangeScript, 2, keyName, itemsName, ...known));
      const [sharedKey, news] = Exchanged.parse(answer);
      if (sharedKey === key) {
        for (const entry of sent) unsent.delete(entry);
        take(news);
        isBehind = sent.length === sentAtOnce || news.length === readAtOnce;
      } else {
        recent.beginAnew(Buffer.from(sharedKey, 'base64'));
        unsent.clear();
        lastId = '0-0';
      }
    }
  }

  /** One at a time: whoever comes meanwhile shares the next. @throws StoreError */
  function exchange(): Promise<void> {
    next ??= exchanging
      .catch(() => {})
      .then(() => {
        next = undefined;
        exchanging = exchangeAll();
        return exchanging;
      });
    return next;
  }

  const exchangeQuietly = () => exchange().catch(() => {}); // tried again when Redis is back, and every minute

  const share = async (added: readonly Entry[]) => {
    for (const entry of added) unsent.add(entry);
    for (const entry of unsent) {
      if (unsent.size <= unsentMax) break;
      unsent.delete(entry);
    }
    await within(answerTimeoutMs, exchange()).catch(added.length > 0 ? onFallback : () => {});
  };

  return {
    history: createHistory(recent, rememberMs > 0 ? share : undefined),
    part: {
      async start() {
        await exchangeQuietly();
        connection.redis.on('ready', exchangeQuietly);
        timer = setInterval(exchangeQuietly, exchangeEveryMs).unref();
      },
      async stop() {
        clearInterval(timer);
        await exchangeQuietly();
      },
      what: 'answers to them',
      async forget(personId) {
        await exchange();
        const ids: string[] = [];
        for (let from = '-', isMore = true; isMore; ) {
          const page = await connection.ask((redis) => redis.xrange(itemsName, from, '+', 'COUNT', readAtOnce));
          for (const [id, [, text = '']] of page) {
            from = `(${id}`;
            const item = parseJson(text, Item);
            if (item && 'entry' in item && 'personId' in item.entry && item.entry.personId === personId) ids.push(id);
          }
          isMore = page.length === readAtOnce;
        }
        if (ids.length > 0) await connection.ask((redis) => redis.xdel(itemsName, ...ids));
        const text = JSON.stringify({ forgotten: markOf(personId) });
        await connection.ask((redis) => redis.xadd(itemsName, '*', 'item', text));
        await exchange();
        return ids.length;
      },
    },
  };
}
