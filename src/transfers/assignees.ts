import * as z from 'zod';
import type { Component } from '../async.ts';
import { recentDate, safeText } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { onError, StoreError } from '../errors.ts';
import type { RedisConnection } from '../store/redis-connection.ts';
import { createStoredMap, type Folder } from '../store/state-folder.ts';
import { dayMs, digest, isDefined, parseJson } from '../text.ts';
import type { Assignee } from './known.ts';

/** The most that one process stores: beyond that the oldest are dropped. */
const assigneesMax = 10_000;
const purgeEveryMs = 60 * 60_000;

const StoredAssignee: z.ZodType<Assignee> = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  atMs: z.number().transform((atMs) => Math.min(atMs, Date.now())), // another clock may be ahead
});

/**
 * Who looks after which transaction. An assignment ends after a day, like a shift, if forgotten.
 * Each method rejects with a StoreError while nothing can be stored or read.
 */
export interface Assignees {
  /** Finds the assignees of these references; unassigned ones are left out. */
  of(references: readonly string[]): Promise<readonly Assignee[]>;
  /**
   * Assigns a transaction, unless it belongs to another person by now.
   * @param from the person whom the new assignee takes it over from
   * @returns the assignee it has afterwards
   */
  take(assignee: Assignee, from: string | undefined): Promise<Assignee>;
  /** Lists all assignees, for what the team has open. */
  all(): Promise<readonly Assignee[]>;
  /** Unassigns a transaction, if it is this person's. */
  release(reference: string, personId: string): Promise<void>;
}

/** Stores the assignees of one process: in memory and, if the folder is held, in a small file. */
export function createEmbeddedAssignees(folder: Folder): Assignees & Component {
  const stored = createStoredMap(folder, 'assignees', StoredAssignee);
  // Either sign counts: a clock may be set back.
  const isOver = ({ atMs }: Assignee) => Math.abs(Date.now() - atMs) >= dayMs;
  const current = (all: readonly (Assignee | undefined)[]) =>
    all.filter(isDefined).filter((each) => !isOver(each));

  const dropExpired = (all: Map<string, Assignee>) => {
    for (const each of all.values()) if (isOver(each)) all.delete(each.id);
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    async start() {
      await stored.start();

      const purge = () => {
        void stored.change(dropExpired).catch(onError(StoreError, () => {}));
      };

      purge();
      timer = setInterval(purge, purgeEveryMs).unref();
    },
    stop() {
      clearInterval(timer);
      return stored.stop();
    },
    of: async (references) =>
      current(references.map((reference) => stored.values().get(reference))),
    all: async () => current([...stored.values().values()]),
    take: (assignee, from) =>
      stored.change((all) => {
        const held = all.get(assignee.id);
        const isFree =
          held === undefined || isOver(held) || [assignee.personId, from].includes(held.personId);
        if (!isFree) return held;

        all.delete(assignee.id); // so that the order of the entries is that of their age
        const [oldest = ''] = all.keys();
        if (all.size >= assigneesMax) all.delete(oldest);
        all.set(assignee.id, assignee);

        return assignee;
      }),
    release: (reference, personId) =>
      stored.change((all) => {
        if (all.get(reference)?.personId === personId) all.delete(reference);
      }),
  };
}

/**
 * Arguments: JSON of the new assignee, their id, the id of the person whom they take over from, TTL
 * in milliseconds. The second key lists the keys of all assignees by the time of Redis, so that
 * those whose TTL is over can be dropped from it.
 */
const takeScript = `
local held = redis.call('get', KEYS[1])
if held then
  local person = cjson.decode(held).personId
  if person ~= ARGV[2] and person ~= ARGV[3] then return held end
end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[4])
local time = redis.call('time')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zadd', KEYS[2], nowMs, KEYS[1])
redis.call('zremrangebyscore', KEYS[2], '-inf', nowMs - ARGV[4])
redis.call('pexpire', KEYS[2], ARGV[4])
return ARGV[1]`;

/** Argument: the id of the person who is no longer assigned. */
const releaseScript = `
local held = redis.call('get', KEYS[1])
if held and cjson.decode(held).personId == ARGV[1] then
  redis.call('del', KEYS[1])
  redis.call('zrem', KEYS[2], KEYS[1])
end`;

/**
 * Stores the assignees of all processes that share a Redis: a key for each transaction, which
 * expires.
 */
export function createRedisAssignees(
  { ask, readEach }: RedisConnection,
  namespace: string,
): Assignees {
  const allKey = `${namespace}:assignees`;
  const keyOf = (reference: string) => `${namespace}:assignee:${digest(reference, 'hex')}`;

  async function read(keys: readonly string[]): Promise<Assignee[]> {
    const found = await readEach(keys, (text) => parseJson(text ?? '', StoredAssignee));
    return found.filter(isDefined);
  }

  return {
    of: (references) => read(references.map(keyOf)),
    all: async () => read(await ask((redis) => redis.zrange(allKey, '0', `${assigneesMax - 1}`))),
    async take(assignee, from = '') {
      const args = [JSON.stringify(assignee), assignee.personId, from, dayMs];
      const held = await ask((redis) =>
        redis.eval(takeScript, 2, keyOf(assignee.id), allKey, ...args),
      );
      const now = parseJson(String(held), StoredAssignee);
      if (now === undefined) throw new StoreError('NEWER_VERSION');

      return now;
    },
    release: async (reference, personId) => {
      await ask((redis) => redis.eval(releaseScript, 2, keyOf(reference), allKey, personId));
    },
  };
}

/** Words "amara is on it", or "you are on it". @param format cuts or escapes the name */
export function describeAssignee(
  { name, isOwn }: Assignee,
  format: (name: string) => string,
): string {
  return isOwn ? 'you are on it' : `${format(name)} is on it`;
}

/** Formats "amara is on it (2:02 PM)" in Slack's mrkdwn. */
export function assigneeLine(assignee: Assignee): string {
  const who = describeAssignee(assignee, (name) => safeText(name, sharedByMax));
  return `${who} (${recentDate(assignee.atMs, Date.now())})`;
}

/**
 * Stands for a name that did not arrive, and for every name in a channel, which may have guests.
 */
export const unnamedAssignee = 'somebody';

/** Masks an assignee for a channel. */
export function maskAssignee({ id, atMs }: Assignee): Assignee {
  return { id, personId: '', name: unnamedAssignee, atMs };
}
