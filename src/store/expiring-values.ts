import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Component } from '../async.ts';
import { onError, StoreError } from '../errors.ts';
import type { RedisConnection } from './redis-connection.ts';

/** A text to store under a key for `ttlMs`. */
export interface ExpiringValue {
  key: string;
  value: string;
  ttlMs: number;
}

/**
 * Texts that expire, for facts that an answer can do without. Neither method rejects: while Redis is
 * away, a process has the values that it has written itself.
 */
export interface ExpiringValues {
  /** Reads texts in the order of `keys`; `undefined` for a key that has none, or has expired. */
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  write(values: readonly ExpiringValue[]): Promise<void>;
}

/** The most values of one process; beyond it, those that were used longest ago are dropped. */
const valuesMax = 50_000;
/** How long a value may stay in memory after its time, as `lru-cache` deletes it when it is read. */
const purgeEveryMs = 60_000;

/** Stores values in the memory of one process. The component deletes what has expired. */
export function createMemoryValues(): ExpiringValues & Component & { purge(): void } {
  const values = new LRUCache<string, string>({
    max: valuesMax,
    perf: Date, // the wall clock, as people read the times that are stored
    ttlResolution: 0,
  });
  const purge = () => void values.purgeStale();
  let timer: NodeJS.Timeout | undefined;

  return {
    purge,
    async start() {
      timer = setInterval(purge, purgeEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
    },
    read: async (keys) => keys.map((key) => values.get(key)),
    async write(entries) {
      for (const { key, value, ttlMs } of entries) values.set(key, value, { ttl: ttlMs });
    },
  };
}

/**
 * Stores values in Redis, one key each, behind the time at which they were written, and in memory
 * for as long as Redis is away. The newer value counts.
 */
export function createRedisValues(
  { ask }: RedisConnection,
  namespace: string,
): ReturnType<typeof createMemoryValues> {
  /** Values behind the time at which this process wrote them; behind 0 once Redis has taken them. */
  const memory = createMemoryValues();
  /** Hashes the key, since it may contain what a person asked for. */
  const nameOf = (key: string) =>
    `${namespace}:known:${createHash('sha256').update(key).digest('base64url')}`;

  return {
    ...memory,
    async read(keys) {
      if (keys.length === 0) return [];

      const own = (await memory.read(keys)).map(parseDated);
      const texts = await ask((redis) => redis.mget(...keys.map(nameOf))).catch(
        onError(StoreError, () => undefined),
      );
      if (texts === undefined) return own.map(({ value }) => value);

      const shared = texts.map(parseDated);
      return own.map(({ atMs, value }, index) => {
        const theirs = shared[index];
        return atMs > (theirs?.atMs ?? 0) ? value : theirs?.value;
      });
    },
    async write(entries) {
      if (entries.length === 0) return;

      const dated = (atMs: number) =>
        entries.map((entry) => ({ ...entry, value: `${atMs} ${entry.value}` }));
      const now = dated(Date.now());
      await memory.write(now);
      const isWritten = await ask(async (redis) => {
        const batch = redis.pipeline();
        for (const { key, value, ttlMs } of now) batch.set(nameOf(key), value, 'PX', ttlMs);
        const results = await batch.exec();
        return results?.every(([error]) => error === null) === true;
      }).catch(onError(StoreError, () => false));

      await memory.write(isWritten ? dated(0) : now);
    },
  };
}

function parseDated(text: string | null | undefined) {
  const [, atMs = '0', value] = /^(\d+) (.*)$/s.exec(text ?? '') ?? [];
  return { atMs: Number(atMs), value };
}
