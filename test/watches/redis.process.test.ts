import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createRedisState } from '../../src/store/redis.ts';
import { createDeliveryLog } from '../../src/watches/delivery-log.ts';
import { createNotifier, type NotifierOptions } from '../../src/watches/notifier.ts';
import { createRedisEngine } from '../../src/watches/redis-schedule.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import { createRunner } from '../../src/watches/runner.ts';
import { createSchedule } from '../../src/watches/schedule.ts';
import type { Watch } from '../../src/watches/watch.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { someWatch, watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

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
  it('leave the older one of the same reference alone while Redis is full, and take its place later', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    const newer = { ...someWatch, id: 'w2' };
    await store.put(someWatch, watchLimits);
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(store.put(newer, watchLimits)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await store.ofPerson('U0ANN')).toEqual([someWatch]);
    await redis.client.config('SET', 'maxmemory', '0');
    await store.put(newer, watchLimits);
    expect(await store.ofPerson('U0ANN')).toEqual([newer]);
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
    expect(await redis.keys()).toEqual([]);
  });
});

/** A process on this Redis: everything has changed, and `send` is how it is told. */
async function processOn({ url }: TestRedis, test: TestContext, send: NotifierOptions['deliver']) {
  const { connections, log } = connectionsTo(url, test);
  const { logger } = log;
  const schedule = createSchedule({ waitsMs: [1_000, 60 * 60_000], lastsMs: 24 * 60 * 60_000 });
  const { store, timetable } = createRedisEngine({ connections, namespace, schedule, logger });
  const { lease } = createRedisState({ connections, namespace, onFallback() {} });
  const notes = createDeliveryLog(store, () => {});
  const events = createEvents();
  const run = createRunner({
    notes,
    schedule,
    ask: async (reference) => ({ transaction: { reference, status: 'processing' }, record: {}, withheld: [] }),
    tell: createNotifier({
      notes,
      lease,
      deliver: send,
      audit: async () => {},
      admit: async () => ({ aloneBecause: undefined, mayAskInWindows: true, mayAskMany: async () => false }),
      onSeen() {},
      events,
      logger,
    }),
    events,
  });
  test.onTestFinished(timetable.stop);
  const asked: string[] = [];
  await timetable.start((reference, ...due) => run(reference, ...due).finally(() => asked.push(reference)));
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return { store, timetable, asked };
}

describe.skipIf(isRedisMissing)('what is told', () => {
  it('is held for as long as its process lives, and for some minutes once it is noted', async (test) => {
    const redis = await startRedis(test);
    const sent = withResolvers();
    const sending = withResolvers();
    const { store, timetable, asked } = await processOn(redis, test, async ({ taken }) => {
      sending.resolve();
      await sent.promise;
      await taken();
    });
    await store.put({ ...watchOf('GARO-1'), begunAtMs: Date.now() }, watchLimits);
    await timetable.set('GARO-1');
    await sending.promise;
    const heldForMs = async () => redis.client.pttl((await redis.client.keys('*:claim:*')).join());
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetkeys', '~*:claim:*');
    sent.resolve();
    await waitFor(() => expect(asked).toEqual(['GARO-1']));
    expect(await heldForMs()).toBeLessThanOrEqual(5_000);
    await redis.client.call('ACL', 'SETUSER', 'default', 'allkeys');
    await waitFor(async () => expect(await heldForMs()).toBeGreaterThan(60_000));
    expect(await store.ofReference('GARO-1')).toMatchObject([{ tellings: 1 }]);
  });
});
