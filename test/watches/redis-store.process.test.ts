import { describe, expect, it, type TestContext, vi } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { createDeliveryLog } from '../../src/watches/delivery-log.ts';
import { createRedisEngine } from '../../src/watches/redis-schedule.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import { createSchedule } from '../../src/watches/schedule.ts';
import { newWatchId, type Watch } from '../../src/watches/watch.ts';
import { createWatches } from '../../src/watches/watches.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { someWatch, watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';

/** The watches of one process of those that share this Redis, and what it noted. */
async function storeOn({ url }: TestRedis, test: TestContext) {
  const { connections, log } = connectionsTo(url, test);
  const connection = connections.open('watches');
  const store = createRedisStore({ connection, namespace, logger: log.logger });
  await waitFor(() => expect(connections.isReady()).toBe(true));
  const onUnkept = vi.fn();
  return {
    ...store,
    log,
    notes: createDeliveryLog(store, onUnkept),
    onUnkept,
    /** Only this process cannot reach Redis. */
    async leave() {
      connection.redis.disconnect();
      await waitFor(() => expect(connection.redis.status).toBe('end'));
    },
    comeBack: () => connection.redis.connect(),
  };
}

describe.skipIf(isRedisMissing)('watches in Redis', { concurrent: true }, () => {
  it('are gone some days after the last one was kept, should no process be left to end them', async (test) => {
    const redis = await startRedis(test);
    await (await storeOn(redis, test)).put(someWatch, watchLimits);
    const dayMs = 24 * 60 * 60_000;
    const leftMs = await Promise.all((await redis.keys()).map((key) => redis.client.pttl(key)));
    expect(Math.min(...leftMs)).toBeGreaterThan(8 * dayMs);
    expect(Math.max(...leftMs)).toBeLessThanOrEqual(9 * dayMs);
  });

  it('that are no watches are left alone, and said; what a newer txnbot adds stays', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(someWatch, watchLimits);
    const newer = { ...someWatch, seen: { ...someWatch.seen, hue: 'new' }, mood: 'new' };
    await redis.client.hset(`${namespace}:watch:all`, {
      w1: JSON.stringify(newer),
      w2: JSON.stringify({ ...someWatch, id: '' }),
      w3: '{',
    });
    await redis.client.sadd(`${namespace}:watch:person:U0ANN`, 'w2', 'w3', 'w4');
    expect(await store.ofPerson('U0ANN')).toEqual([newer]);
    expect(store.log.entries()).toContainEqual(expect.objectContaining({ level: 'warn', count: 2 }));
  });
});

describe.skipIf(isRedisMissing)('watches that are begun in Redis', { concurrent: true }, () => {
  /** What commands do with watches. */
  async function watchesOn({ url }: TestRedis, test: TestContext) {
    const { connections, log } = connectionsTo(url, test);
    const { logger } = log;
    const schedule = createSchedule({ waitsMs: [60_000], lastsMs: 24 * 60 * 60_000 });
    const engine = createRedisEngine({ connections, namespace, schedule, logger });
    const { begin, of } = createWatches({ engine, totalMax: 3, logger });
    await waitFor(() => expect(connections.isReady()).toBe(true));
    const watcher = { personId: 'U0ANN', teamId: 'T0', channelId: 'C0', threadTs: undefined, audited: async () => {} };
    return {
      log,
      begin: (status: string) => begin({ reference: 'GARO-1', status }, watcher),
      statuses: async () => (await of('U0ANN')).map(({ seen }) => seen.status),
    };
  }

  it('leave the older one of the same reference alone while Redis is full, and take its place later', async (test) => {
    const redis = await startRedis(test);
    const { begin, statuses } = await watchesOn(redis, test);
    await begin('pending');
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(begin('processing')).rejects.toThrow(UserError);
    expect(await statuses()).toEqual(['pending']);
    await redis.client.config('SET', 'maxmemory', '0');
    await begin('processing');
    expect(await statuses()).toEqual(['processing']);
  });

  it('have begun when they are kept, though nothing says yet when they are due', async (test) => {
    const redis = await startRedis(test);
    const { begin, statuses, log } = await watchesOn(redis, test);
    const kept = ['all', 'references', 'reference:*', 'person:*'].map((key) => `~*:watch:${key}`);
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetkeys', ...kept);
    expect(await begin('pending')).toMatchObject({ reference: 'GARO-1', isDurable: true });
    expect(await statuses()).toEqual(['pending']);
    expect(log.entries()).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'NOPERM', msg: 'a watch is kept, and gets its time later' }),
    );
  });
});

describe.skipIf(isRedisMissing)('watches that Redis has evicted in part', { concurrent: true }, () => {
  const watch = { ...someWatch, id: newWatchId(someWatch.personId) };

  async function evicted(test: TestContext, ...patterns: string[]) {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put({ ...watch, id: 'of an older version' }, watchLimits);
    await store.put(watch, watchLimits);
    const keys = await Promise.all(patterns.map((pattern) => redis.client.keys(`*:watch:${pattern}`)));
    expect(await redis.client.del(...keys.flat())).toBe(patterns.length);
    return { ...store, redis };
  }

  it.for(['references', 'reference:*', 'person:*'])('are found again without %s', async (pattern, test) => {
    const { redis, ...store } = await evicted(test, pattern);
    expect(await store.references()).toEqual(['GARO-1']);
    expect([await store.ofReference('GARO-1'), await store.ofPerson('U0ANN')]).toEqual([[watch], [watch]]);
    for (const key of await redis.keys()) expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  it('say whose they were when no more is left, are nobody’s to stop or to count, and can be taken away', async (test) => {
    const store = await evicted(test, 'all');
    const [lost, ...others] = await store.ofReference('GARO-1');
    expect([lost, others]).toMatchObject([{ id: watch.id, reference: 'GARO-1', personId: 'U0ANN', isLost: true }, []]);
    expect([await store.ofPerson('U0ANN'), await store.count()]).toEqual([[], 0]);
    expect(await store.put({ ...watch, id: 'w2', reference: 'GARO-2' }, { perPerson: 1, total: 1 })).toBeUndefined();
    if (lost) await store.remove(lost);
    expect(await store.references()).toEqual(['GARO-2']);
  });

  it('are forgotten when nothing says whose they were', async (test) => {
    const store = await evicted(test, 'all', 'reference:*');
    expect(await store.ofReference('GARO-1')).toEqual([]);
    expect(await store.references()).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('what was told, noted in Redis', { concurrent: true }, () => {
  const watch = watchOf('GARO-1');
  const told = (before: Watch, status: string) => ({
    ...before,
    seen: { status },
    tellings: (before.tellings ?? 0) + 1,
  });

  /** Two processes, of which the first has told something that it cannot note yet. */
  async function two(test: TestContext) {
    const redis = await startRedis(test);
    const [late, other] = [await storeOn(redis, test), await storeOn(redis, test)];
    await late.put(watch, watchLimits);
    await late.leave();
    await late.notes.note(told(watch, 'processing'), watch);
    expect(late.notes.isBehind('GARO-1')).toBe(true);
    return { redis, late, other };
  }

  it('late, is not written over what another process has noted since', async (test) => {
    const { late, other } = await two(test);
    const newer = told(watch, 'on hold');
    await other.notes.note(newer, watch);
    await late.comeBack();
    expect(await late.notes.ofReference('GARO-1')).toEqual([newer]);
    expect(await other.ofReference('GARO-1')).toEqual([newer]);
    expect(late.notes.isBehind('GARO-1')).toBe(false);
  });

  it('late, is kept when nobody has noted anything since, with all that was told meanwhile', async (test) => {
    const { late, other } = await two(test);
    const second = told(told(watch, 'processing'), 'on hold');
    await late.notes.note(second, told(watch, 'processing'));
    expect(late.onUnkept).toHaveBeenCalledTimes(2);
    await late.comeBack();
    expect(await late.notes.ofReference('GARO-1')).toEqual([second]);
    expect(await other.ofReference('GARO-1')).toEqual([second]);
    expect(late.notes.isBehind('GARO-1')).toBe(false);
  });

  it('brings no watch back that was stopped meanwhile, and leaves no key', async (test) => {
    const { redis, late, other } = await two(test);
    await other.remove(watch);
    await late.comeBack();
    expect(await late.notes.ofReference('GARO-1')).toEqual([]);
    expect(late.notes.isBehind('GARO-1')).toBe(false);
    expect(await redis.keys()).toEqual([]);
  });
});
