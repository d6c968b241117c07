import { describe, expect, it, type TestContext } from 'vitest';
import { createRedisWatches } from '../../src/watches/store.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { dueAtMs, someWatch, watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';

/** The watches of one process of those that share this Redis, and what it noted. */
async function storeOn({ url }: TestRedis, test: TestContext) {
  const { connection, log, whenReady } = connectionTo(url, test);
  const store = createRedisWatches(connection, namespace, log.logger);
  await whenReady();
  return { ...store, log, connection, whenReady };
}

/** Makes a server one that only reads, with what the other one has. */
async function follow({ client }: TestRedis, other: TestRedis): Promise<void> {
  await client.replicaof('127.0.0.1', Number(new URL(other.url).port));
  await waitFor(async () => expect(await client.info('replication')).toContain('master_link_status:up'));
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

  it('are due again where a failover left the connection at a server that only reads, which is left', async (test) => {
    const [redis, other] = [await startRedis(test), await startRedis(test)];
    const store = await storeOn(redis, test);
    const { connection, whenReady, log } = store;
    await connection.start(`${namespace}:written`);
    const fetched = async () =>
      (await store.fetch({ nowMs: Date.now(), running: [], max: 1 })).due.map(({ reference }) => reference);
    const connected = async () => /id=\d+(?= .*name=txnbot)/.exec(String(await redis.client.client('LIST')))?.[0];
    await store.put(watchOf('GARO-1'), watchLimits, Date.now());
    await waitFor(async () => expect(await fetched()).toEqual(['GARO-1']));
    const before = await connected();
    await follow(other, redis);
    await other.client.replicaof('NO', 'ONE');
    await follow(redis, other);
    // Nobody writes but the bot itself. What was in hand is due again when its lease ends.
    await waitFor(() => expect(connection.isReady()).toBe(false));
    await redis.client.replicaof('NO', 'ONE'); // in place of an address that leads to another server now
    await whenReady();
    await waitFor(async () => expect(await fetched()).toEqual(['GARO-1']));
    expect(await connected()).not.toBe(before);
    const msg = 'Redis is away: until it is back, this process counts and remembers alone';
    expect(log.entries()).toContainEqual(expect.objectContaining({ msg, code: 'READONLY' }));
  });
});
