import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Component } from '../components.ts';
import type { PersonalData } from '../forget.ts';
import type { RedisConnection, RedisConnections } from '../store/redis-connection.ts';
import { createMemoryStore, type HistoryStore } from './counts.ts';
import { createFingerprint, type Entry, isAnswered } from './entry.ts';
import { createDegradedState, createHistory, type History, noHistory, within } from './history.ts';
import { StoredEntry } from './stored.ts';

interface SharedHistoryOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** 0 remembers nothing, and empties what was kept. */
  rememberMs: number;
  logger: Logger;
  /** Called each time that something is remembered by this process alone. */
  onFallback: () => void;
}

export interface SharedHistory {
  history: History;
  part: Component & PersonalData;
}

/** So often what is too old is dropped, and the key of all is asked for. */
const everyMs = 60_000;
/** A start does not hang on a Redis that does. */
const patienceMs = 1_000;
const what = 'answers to them';

/** A history of all processes with this namespace. The part, which starts after the connections, fills and keeps it. */
export function createSharedHistory(options: SharedHistoryOptions): SharedHistory {
  const { connections, namespace, rememberMs, logger, onFallback } = options;
  const connection = connections.open('history');
  const stream = createHistoryStream({ connection, namespace, rememberMs });
  if (rememberMs === 0) {
    const start = () => stream.clear().catch(() => {}); // the connection says why, and Redis forgets it by itself
    const forget = async () => {
      await stream.clear();
      return 0;
    };
    return { history: noHistory, part: { start, stop: async () => {}, what, forget } };
  }
  const store = createSharedStore({ stream, rememberMs, onFallback });
  const handOver = () => store.handOver().catch(() => {}); // tried again when Redis is back, and every minute
  let follower: StreamFollower | undefined;
  let timer: NodeJS.Timeout | undefined;
  const trouble = createDegradedState({ logger, what: 'what was asked cannot be remembered', onTrouble: onFallback });
  return {
    history: createHistory(store, trouble),
    part: {
      async start() {
        await handOver();
        connection.redis.on('ready', handOver);
        timer = setInterval(handOver, everyMs).unref();
        const redis = connections.openPatient('history-news');
        follower = followStream({ redis, name: stream.name, lastId: store.lastId, onItems: store.take });
        await within(patienceMs, follower.caughtUp).catch(() => {});
      },
      async stop() {
        clearInterval(timer);
        await handOver();
        follower?.stop();
      },
      what,
      async forget(personId) {
        await store.handOver();
        return stream.forget(personId, store.markOf(personId));
      },
    },
  };
}

interface SharedStoreOptions {
  stream: Pick<HistoryStream, 'append'>;
  rememberMs: number;
  /** Called each time that something is remembered by this process alone. */
  onFallback: () => void;
}

interface SharedStore extends HistoryStore {
  /** The id of the last item of the stream that it knows. */
  lastId(): string;
  /** Takes what comes after `lastId`. */
  take(items: readonly { id: string; text: string }[], lastId: string): void;
  /** Gives the stream what it does not have yet, and learns the key of all. @throws KeepError */
  handOver(): Promise<void>;
  /** What stands for a person in the stream when they are forgotten. */
  markOf(personId: string): string;
}

const keyBytes = 32;
const unsentMax = 10_000;
const sentAtOnce = 500;

/**
 * What all processes remember, in the memory of each: it reads what the others append to the stream, and appends its
 * own. So nobody who asks waits for Redis, and without it the process goes on with all that it knew.
 */
export function createSharedStore({ stream, rememberMs, onFallback }: SharedStoreOptions): SharedStore {
  const begin = (key: Uint8Array) => ({
    key,
    memory: createMemoryStore(rememberMs, async () => key),
    /** Names what this process appended, which it knows already. */
    own: randomBytes(9).toString('base64url'),
    lastId: '0-0',
    unsent: new Set<Entry>(),
  });
  // Under a key of its own, which becomes that of all where there is none; else all begins anew.
  let now = begin(randomBytes(keyBytes));
  let handingOver: Promise<void> | undefined;

  async function handOverAll(): Promise<void> {
    try {
      do {
        const { key, own, unsent } = now;
        const some = [...unsent].slice(0, sentAtOnce);
        const mine = Buffer.from(key).toString('base64');
        const shared = await stream.append(mine, own, some);
        if (shared !== mine) now = begin(Buffer.from(shared, 'base64'));
        for (const entry of some) unsent.delete(entry);
      } while (now.unsent.size > 0);
    } finally {
      handingOver = undefined; // in the same turn in which it found no more
    }
  }

  const handOver = () => {
    handingOver ??= handOverAll();
    return handingOver;
  };

  const markOf = (personId: string) => createFingerprint(now.key)(`person ${personId}`);

  function forget(mark: string): void {
    const people = new Set(now.memory.entries().flatMap((entry) => (isAnswered(entry) ? entry.personId : [])));
    for (const personId of people) if (markOf(personId) === mark) now.memory.forgetPerson(personId);
  }

  return {
    key: async () => now.key,
    async add(entries) {
      await now.memory.add(entries);
      for (const entry of entries) now.unsent.add(entry);
      for (const entry of now.unsent) {
        if (now.unsent.size <= unsentMax) break;
        now.unsent.delete(entry);
      }
      handOver().catch(onFallback);
    },
    of: (fingerprint) => now.memory.of(fingerprint),
    counts: (minutes) => now.memory.counts(minutes),
    lastId: () => now.lastId,
    take(items, lastId) {
      if (lastId !== now.lastId) return; // it has begun anew since they were asked for
      for (const { id, text } of items) {
        now.lastId = id;
        const item = parseItem(text);
        if (item === undefined) continue;
        if ('forgotten' in item) forget(item.forgotten);
        else if (item.by !== now.own) {
          // By another clock it may be yet to come, and what is yet to come is not remembered.
          void now.memory.add([{ ...item.entry, atMs: Math.min(item.entry.atMs, Date.now()) }]);
        }
      }
    },
    handOver,
    markOf,
  };
}

/** What all processes remember: a stream in Redis, and the key of its fingerprints. Every method throws a KeepError. */
interface HistoryStream {
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

interface HistoryStreamOptions {
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

function createHistoryStream({ connection, namespace, rememberMs }: HistoryStreamOptions): HistoryStream {
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

interface StreamFollowerOptions {
  /** One for this alone, as it waits; its commands wait until Redis is back. */
  redis: Redis;
  /** The name of the stream. */
  name: string;
  /** The id of the last item that was read. */
  lastId: () => string;
  /** Gets what was appended since, the oldest first; `lastId` is what `lastId()` said. */
  onItems: (items: readonly { id: string; text: string }[], lastId: string) => void;
}

interface StreamFollower {
  /** Resolves when all that is there has been read. */
  caughtUp: Promise<void>;
  /** Ends the connection, too. */
  stop(): void;
}

const readAtOnce = 1_000;
/** Then it looks whether it is to read from another place. */
const waitMs = 2_000;
const tryAgainMs = 1_000;

/** Reads what anybody appends to a stream, as it comes. */
function followStream({ redis, name, lastId, onItems }: StreamFollowerOptions): StreamFollower {
  let isStopped = false;
  let isCaughtUp = false;
  let onCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    onCaughtUp = () => {
      isCaughtUp = true;
      resolve();
    };
  });

  async function readSome(): Promise<void> {
    const from = lastId();
    const found = await redis.xread('COUNT', readAtOnce, 'BLOCK', isCaughtUp ? waitMs : 1, 'STREAMS', name, from);
    const items = found?.[0]?.[1] ?? [];
    onItems(
      items.map(([id, [, text = '']]) => ({ id, text })),
      from,
    );
    if (items.length < readAtOnce) onCaughtUp();
  }

  /** The connection says what is wrong with it. */
  async function rest(): Promise<void> {
    if (!isStopped) await sleep(tryAgainMs);
  }

  async function follow(): Promise<void> {
    while (!isStopped) await readSome().catch(rest);
  }

  void follow();
  return {
    caughtUp,
    stop() {
      isStopped = true;
      redis.disconnect(); // while Redis is away, what waits for it then waits for ever
    },
  };
}

const Item = z.union([
  /** What was remembered, and by which process. */
  z.object({ by: z.string(), entry: StoredEntry }),
  /** The mark of somebody whose entries before this one are to be forgotten. */
  z.object({ forgotten: z.string() }),
]);

/** What processes tell each other about the history. */
type SharedItem = z.infer<typeof Item>;

/** @returns `undefined` when it is none, or one of a newer txnbot */
function parseItem(text: string): SharedItem | undefined {
  try {
    return Item.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
