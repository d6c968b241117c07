import { describe, expect, it, type TestContext } from 'vitest';
import { createRedisWatches } from '../../src/watches/store.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { dueAtMs, someWatch, watchLimits } from '../support/stored-watch.ts';

const namespace = 'txnbot:{A0:T0}';

/** The watches of one process of those that share this Redis, and what it noted. */
async function storeOn({ url }: TestRedis, test: TestContext) {
  const { connection, log, whenReady } = connectionTo(url, test);
  const store = createRedisWatches(connection, namespace, log.logger);
  await whenReady();
  return { ...store, log };
}

describe.skipIf(isRedisMissing)('watches in Redis', { concurrent: true }, () => {
  it('leave the older one of the same reference alone while Redis is full, and take its place later', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    const newer = { ...someWatch, id: 'w2' };
    await store.put(someWatch, watchLimits, dueAtMs);
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(store.put(newer, watchLimits, dueAtMs)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await store.ofPerson('U0ANN')).toEqual([someWatch]);
    await redis.client.config('SET', 'maxmemory', '0');
    await store.put(newer, watchLimits, dueAtMs);
    expect(await store.ofPerson('U0ANN')).toEqual([newer]);
  });

  it('that are no watches are left alone, and said; what a newer txnbot adds stays', async (test) => {
    const redis = await startRedis(test);
    const store = await storeOn(redis, test);
    await store.put(someWatch, watchLimits, dueAtMs);
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
