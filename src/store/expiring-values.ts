import type * as z from 'zod';
import type { Component } from '../async.ts';
import { onError, StoreError } from '../errors.ts';
import { digest, parseJson } from '../text.ts';
import type { RedisConnection } from './redis-connection.ts';

/** A value to store under a key for `ttlMs`. */
export interface ExpiringValue<T> {
  key: string;
  value: T;
  ttlMs: number;
}

/**
 * Values that expire, for facts that an answer can do without. Neither method rejects: while Redis
 * is away, a process has the values that it has written or read itself.
 */
export interface ExpiringValues<T> {
  /** Reads values in the order of `keys`; `undefined` for a key that has none, or has expired. */
  read(keys: readonly string[]): Promise<readonly (T | undefined)[]>;
  /** @param isBulk whether these are some of very many, which must not displace the others */
  write(values: readonly ExpiringValue<T>[], isBulk?: boolean): Promise<void>;
}

/** The most values of one process; beyond it, those that were used longest ago are dropped. */
const valuesMax = 50_000;
/** Purge interval: a value stays in memory at most this long after its time. */
const purgeEveryMs = 60_000;

/** A value in memory, and its end in milliseconds since 1970. */
interface Held<T> {
  value: T;
  untilMs: number;
}

/**
 * Creates a cache in two generations: when the recent one has half of `max`, the older one is
 * dropped. Nothing is moved or searched, so that looking through all of it takes milliseconds.
 */
function createGenerations<T>(max: number) {
  let recent = new Map<string, Held<T>>();
  let older = new Map<string, Held<T>>();

  function set(key: string, held: Held<T>): void {
    recent.set(key, held);
    if (recent.size < max / 2) return;

    older = recent;
    recent = new Map();
  }

  return {
    set,
    find(key: string): Held<T> | undefined {
      const held = recent.get(key) ?? older.get(key);
      if (held && !recent.has(key)) set(key, held); // used, so kept for another generation
      return held;
    },
    purge(nowMs: number): void {
      for (const generation of [recent, older])
        for (const [key, { untilMs }] of generation) if (untilMs <= nowMs) generation.delete(key);
    },
  };
}

interface MemoryValues<T> extends ExpiringValues<T>, Component {
  /** Deletes what has expired. */
  purge(): void;
}

/**
 * Stores values in the memory of one process, and those of bulk writes in a cache of their own. The
 * component deletes what has expired.
 */
export function createMemoryValues<T extends object>(max = valuesMax): MemoryValues<T> {
  const single = createGenerations<T>(max);
  const bulk = createGenerations<T>(max);

  const purge = () => {
    for (const cache of [single, bulk]) cache.purge(Date.now());
  };

  let timer: NodeJS.Timeout | undefined;

  return {
    purge,
    async start() {
      timer = setInterval(purge, purgeEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
    },
    async read(keys) {
      const nowMs = Date.now();
      return keys.map((key) => {
        const held = single.find(key) ?? bulk.find(key);
        return held && held.untilMs > nowMs ? held.value : undefined;
      });
    },
    async write(entries, isBulk) {
      const nowMs = Date.now();
      for (const { key, value, ttlMs } of entries) {
        const cache = isBulk && single.find(key) === undefined ? bulk : single;
        cache.set(key, { value, untilMs: nowMs + ttlMs });
      }
    },
  };
}

/** A value in the memory of a process that also uses Redis. */
interface LocalValue<T> {
  value: T;
  /** When this process wrote it, as long as Redis does not have it. */
  unsharedSinceMs: number | undefined;
}

/**
 * Stores values in Redis, and in memory while Redis is away; of the two, the newer value counts.
 * Each value has a key, since a field of a hash has no TTL and would outlive its time.
 * @param form checks a value that another process, perhaps of another version, has written
 */
export function createRedisValues<T extends object>(
  { ask, readEach }: RedisConnection,
  namespace: string,
  form: z.ZodType<T>,
  max?: number,
): MemoryValues<T> {
  const memory = createMemoryValues<LocalValue<T>>(max);
  /** Hashes the key, since it may contain what a person asked for. */
  const nameOf = (key: string) => `${namespace}:known:${digest(key)}`;

  /** Reads what Redis has; `undefined` while Redis is away. */
  const readShared = (keys: readonly string[]) =>
    readEach(keys.map(nameOf), (text) => parseStored(text, form)).catch(
      onError(StoreError, () => undefined),
    );

  return {
    ...memory,
    async read(keys) {
      const local = await memory.read(keys);
      const shared = await readShared(keys);
      if (shared === undefined) return local.map((each) => each?.value);

      const nowMs = Date.now();
      const copies: ExpiringValue<LocalValue<T>>[] = [];
      const values = keys.map((key, index) => {
        const localValue = local[index];
        const sharedValue = shared[index];
        const writtenAtMs = localValue?.unsharedSinceMs;
        const isNewer = writtenAtMs !== undefined && writtenAtMs > (sharedValue?.atMs ?? 0);
        if (isNewer) return localValue?.value;
        if (sharedValue === undefined) return undefined;

        // For the time when Redis is away.
        const { value, untilMs } = sharedValue;
        const copy = { value, unsharedSinceMs: undefined };
        if (untilMs > nowMs) copies.push({ key, value: copy, ttlMs: untilMs - nowMs });

        return value;
      });

      const isBulk = true;
      await memory.write(copies, isBulk);
      return values;
    },
    async write(entries, isBulk) {
      const nowMs = Date.now();
      const local = entries.map(
        (entry): ExpiringValue<LocalValue<T>> => ({
          ...entry,
          value: { value: entry.value, unsharedSinceMs: nowMs },
        }),
      );

      await memory.write(local, isBulk);
      const isWritten = await ask(async (redis) => {
        const batch = redis.pipeline();
        for (const { key, value, ttlMs } of entries) {
          const text = `${nowMs} ${nowMs + ttlMs} ${JSON.stringify(value)}`;
          batch.set(nameOf(key), text, 'PX', ttlMs);
        }

        const results = await batch.exec();
        return results?.every(([error]) => error === null) === true;
      }).catch(onError(StoreError, () => false));

      if (isWritten) for (const { value } of local) value.unsharedSinceMs = undefined;
    },
  };
}

/** A value as Redis has it, behind the time at which it was written and that of its end. */
interface StoredValue<T> {
  value: T;
  atMs: number;
  untilMs: number;
}

function parseStored<T>(text: string | null, form: z.ZodType<T>): StoredValue<T> | undefined {
  const match = /^(\d+) (\d+) (.*)$/s.exec(text ?? '');
  if (match === null) return undefined;

  const [, atMs, untilMs, rest = ''] = match;
  const value = parseJson(rest, form);
  if (value === undefined) return undefined;

  return { value, atMs: Number(atMs), untilMs: Number(untilMs) };
}
