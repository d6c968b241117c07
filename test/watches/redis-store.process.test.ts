import { describe, expect, it, type TestContext } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { createRedisEngine } from '../../src/watches/redis-schedule.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import { createSchedule } from '../../src/watches/schedule.ts';
import { newWatchId } from '../../src/watches/watch.ts';
import { createWatches } from '../../src/watches/watches.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { someWatch, watchLimits } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';
async function storeOn(redis: TestRedis, test: TestContext, name = namespace) {
  const { connections, log } = connectionsTo(redis.url, test);
  const store = createRedisStore({ connection: connections.open('watches'), namespace: name, logger: log.logger });
  const whenReady = () => waitFor(() => expect(connections.isReady()).toBe(true));
  await whenReady();
  return { ...store, log, whenReady };
}

describe.skipIf(isRedisMissing)('watches in Redis', () => {
  it('leave no key when the last one is removed', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(someWatch, watchLimits);
    await store.note({ ...someWatch, seen: {} }, 0);
    await store.remove(someWatch);
    expect(await redis.keys()).toEqual([]);
  });

  it('are one installation’s: another one on the same Redis has its own', async (test) => {
    const redis = await startRedis(test);
    const [one, other] = [await storeOn(redis, test), await storeOn(redis, test, 'txnbot:{A1:T0}')];
    await one.put(someWatch, watchLimits);
    expect(await other.references()).toEqual([]);
    expect((await redis.keys()).every((key) => key.startsWith(`${namespace}:watch:`))).toBe(true);
  });

  it('are gone some days after the last one was kept, should no process be left to end them', async (test) => {
    const redis = await startRedis(test);
    await (await storeOn(redis, test)).put(someWatch, watchLimits);
    const dayMs = 24 * 60 * 60_000;
    for (const key of await redis.keys()) expect(await redis.client.pttl(key)).toBeGreaterThan(8 * dayMs);
    for (const key of await redis.keys()) expect(await redis.client.pttl(key)).toBeLessThanOrEqual(9 * dayMs);
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

/** What commands do with watches in one process of those that share this Redis. */
async function watchesOn({ url }: TestRedis, test: TestContext, totalMax = 3) {
  const { connections, log } = connectionsTo(url, test);
  const { logger } = log;
  const schedule = createSchedule({ waitsMs: [60_000], lastsMs: 24 * 60 * 60_000 });
  const engine = createRedisEngine({ connections, namespace, schedule, logger });
  const watches = createWatches({ engine, totalMax, logger });
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return {
    log,
    begin: (reference: string, personId = 'U0ANN', status = 'pending') =>
      watches.begin(
        { reference, status },
        { personId, teamId: 'T0', channelId: 'C0', threadTs: undefined, audited: async () => {} },
      ),
    of: async (personId = 'U0ANN') =>
      (await watches.of(personId)).map(({ reference, seen }) => `${reference} ${seen.status}`),
  };
}

describe.skipIf(isRedisMissing)('watches that are begun in Redis', { concurrent: true }, () => {
  it('leave the older one of the same reference alone while Redis is full, and take its place later', async (test) => {
    const redis = await startRedis(test);
    const { begin, of } = await watchesOn(redis, test);
    await begin('GARO-1');
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(begin('GARO-1', 'U0ANN', 'processing')).rejects.toThrow(UserError);
    expect(await of()).toEqual(['GARO-1 pending']);
    await redis.client.config('SET', 'maxmemory', '0');
    await begin('GARO-1', 'U0ANN', 'processing');
    expect(await of()).toEqual(['GARO-1 processing']);
  });

  it('are no more than the limits, whichever processes they are begun in', async (test) => {
    const redis = await startRedis(test);
    const [one, other] = [await watchesOn(redis, test), await watchesOn(redis, test)];
    const people = Array.from({ length: 10 }, (_, place) => `U0P${place}`);
    const begun = people.map((person, place) => (place % 2 === 0 ? one : other).begin(`GARO-${place}`, person));
    const outcomes = await Promise.allSettled(begun);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(`${outcome.reason}`).toMatch(/^UserError: 3 transactions are watched/);
    expect(await redis.client.hlen(`${namespace}:watch:all`)).toBe(3);
    const place = outcomes.findIndex(({ status }) => status === 'fulfilled');
    await other.begin(`GARO-${place}`, people[place], 'processing'); // takes the place of one
    expect(await one.of(people[place])).toEqual([`GARO-${place} processing`]);
  });

  it('have begun when they are kept, though nothing says yet when they are due', async (test) => {
    const redis = await startRedis(test);
    const { begin, of, log } = await watchesOn(redis, test);
    const kept = ['all', 'references', 'reference:*', 'person:*'].map((key) => `~*:watch:${key}`);
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetkeys', ...kept);
    expect(await begin('GARO-1')).toMatchObject({ reference: 'GARO-1', isDurable: true });
    expect(await of()).toEqual(['GARO-1 pending']);
    expect(log.entries()).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'NOPERM', msg: 'a watch is kept, and gets its time later' }),
    );
  });
});

describe.skipIf(isRedisMissing)('watches that Redis has evicted in part', () => {
  const watch = { ...someWatch, id: newWatchId(someWatch.personId) };

  it.for(['references', 'reference:*', 'person:*'])('are found again without %s', async (pattern, test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(watch, watchLimits);
    const [key = ''] = await redis.client.keys(`*:watch:${pattern}`);
    await redis.client.del(key);
    expect(await store.references()).toEqual(['GARO-1']);
    expect([await store.ofReference('GARO-1'), await store.ofPerson('U0ANN')]).toEqual([[watch], [watch]]);
    expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  it('say whose they were when no more is left, are nobody’s to stop or to count, and can be taken away', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(watch, watchLimits);
    await store.put({ ...watch, id: 'of an older version' }, watchLimits);
    await store.put(watch, watchLimits);
    await redis.client.del(`${namespace}:watch:all`);
    const [lost, ...others] = await store.ofReference('GARO-1');
    expect([lost, others]).toMatchObject([{ id: watch.id, reference: 'GARO-1', personId: 'U0ANN', isLost: true }, []]);
    expect([await store.ofPerson('U0ANN'), await store.count()]).toEqual([[], 0]);
    expect(await store.put({ ...watch, id: 'w2', reference: 'GARO-2' }, { perPerson: 1, total: 1 })).toBeUndefined();
    if (lost) await store.remove(lost);
    expect(await store.references()).toEqual(['GARO-2']);
  });

  it('are forgotten when nothing says whose they were', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(watch, watchLimits);
    await redis.client.del(`${namespace}:watch:all`, ...(await redis.client.keys('*:watch:reference:*')));
    expect(await store.ofReference('GARO-1')).toEqual([]);
    expect(await store.references()).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('watches, while Redis is away,', () => {
  it.for(['gone', 'silent'] as const)(
    '(%s) can be neither kept nor read, and are there when it is back',
    async (how, test) => {
      const redis = await startRedis(test, { isKept: true });
      const store = await storeOn(redis, test);
      await store.put(someWatch, watchLimits);
      if (how === 'gone') await redis.stop();
      else redis.pause();
      const all = [
        () => store.put({ ...someWatch, id: 'w2', personId: 'U0BEN' }, watchLimits),
        () => store.note(someWatch, 0),
        () => store.remove(someWatch),
        () => store.ofReference('GARO-1'),
        () => store.ofPerson('U0ANN'),
        () => store.count(),
        () => store.references(),
      ];
      for (const call of all) await expect(call()).rejects.toMatchObject({ name: 'StoreError' });
      if (how === 'gone') await redis.start();
      else redis.resume();
      await store.whenReady();
      expect(await store.ofReference('GARO-1')).toContainEqual(someWatch);
    },
  );
});
