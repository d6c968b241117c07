import { expect, it } from 'vitest';
import { createRedisWatches } from '../../src/watches/store.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

/** Makes a server one that only reads, with what the other one has. */
async function follow({ client }: TestRedis, other: TestRedis): Promise<void> {
  await client.replicaof('127.0.0.1', Number(new URL(other.url).port));
  await waitFor(async () => expect(await client.info('replication')).toContain('master_link_status:up'));
}

it.skipIf(isRedisMissing)(
  'a connection that a failover left at a server that only reads is made anew, and what is due wakes there again',
  async (test) => {
    const [redis, other] = [await startRedis(test), await startRedis(test)];
    const { connection, log, whenReady } = connectionTo(redis.url, test);
    const store = createRedisWatches(connection, 'txnbot:{A0:T0}', log.logger);
    await connection.start('txnbot:{A0:T0}:written');
    await whenReady();
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
    expect(log.entries().map(({ msg, code }) => [msg, code])).toContainEqual([
      'Redis is away: until it is back, this process counts and remembers alone',
      'READONLY',
    ]);
  },
);
