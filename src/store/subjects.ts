import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { onError, StoreError } from '../errors.ts';
import type { Subject } from '../reading/question.ts';
import { parseJson } from './json.ts';
import type { RedisConnection } from './redis-connection.ts';

/** A thread, or a direct message outside threads. */
export interface Conversation {
  channelId: string;
  threadTs?: string | undefined;
  /** The only person who reads the bot's answers there; absent if everybody does. */
  readerId?: string | undefined;
}

/**
 * The transactions that the bot last answered about, for each thread and direct message: what `it`
 * means there. Neither method rejects, as no answer may fail for that.
 */
export interface Subjects {
  /** Replaces the conversation's subject. */
  set(conversation: Conversation, subject: Subject): Promise<void>;
  /** Finds the conversation's subject; empty if there is none, or none of the last day. */
  of(conversation: Conversation): Promise<Subject>;
}

const dayMs = 24 * 60 * 60_000;
/** The most conversations that one process remembers: beyond that the oldest are dropped. */
const conversationsMax = 5_000;
/** The most transactions of one conversation: as many as a table shows. */
const transactionsMax = 25;

/** `atMs`: milliseconds since 1970. */
const Stored = z.object({
  subject: z.array(z.object({ asked: z.string(), isRequery: z.boolean() })),
  atMs: z.number(),
});

/**
 * Remembers subjects in memory, where a timer deletes each after a day, and shares them with all
 * processes of a Redis, as keys that expire. While Redis is away, each process has its own.
 */
export function createSubjects(shared?: Shared): Subjects {
  const own = new LRUCache<string, z.infer<typeof Stored>>({
    max: conversationsMax,
    ttl: dayMs,
    ttlAutopurge: true,
    perf: Date, // the wall clock, so that entries expire while the machine sleeps
  });
  const ask = async (command: (redis: Redis, key: string) => Promise<string | null>, key: string) =>
    shared?.connection
      .ask((redis) => command(redis, `${shared.namespace}:subject:${key}`))
      .catch(onError(StoreError, () => null));

  return {
    async set(conversation, subject) {
      const key = keyOf(conversation);
      const last = subject
        .slice(0, transactionsMax)
        .map(({ asked, isRequery }) => ({ asked, isRequery }));
      const stored = { subject: last, atMs: Date.now() };
      own.set(key, stored);
      await ask((redis, name) => redis.set(name, JSON.stringify(stored), 'PX', dayMs), key);
    },
    async of(conversation) {
      const key = keyOf(conversation);
      const text = await ask((redis, name) => redis.get(name), key);
      const theirs = text ? parseJson(text, Stored) : undefined;
      const mine = own.get(key);
      // This process has the newer one if Redis was away when it answered.
      const isMine = mine && mine.atMs >= (theirs?.atMs ?? 0);
      return (isMine ? mine : theirs)?.subject ?? [];
    },
  };
}

interface Shared {
  connection: Pick<RedisConnection, 'ask'>;
  /** Prefix of every key. */
  namespace: string;
}

/** A digest, as ids of people and channels have no use in Redis. */
function keyOf({ channelId, threadTs = '', readerId = '' }: Conversation): string {
  return createHash('sha256').update(`${channelId} ${threadTs} ${readerId}`).digest('hex');
}
