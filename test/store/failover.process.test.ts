import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, type TestContext } from 'vitest';
import { createRedisWatches } from '../../src/watches/store.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

/** One address for several servers, as a proxy or a DNS name: connections that are open stay where they lead. */
async function addressOf(first: TestRedis, { onTestFinished }: TestContext) {
  let target = first;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(target.url).port), '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other).on('error', () => other.destroy());
      one.on('close', () => other.destroy()).on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    leadTo(next: TestRedis) {
      target = next;
    },
  };
}

it.skipIf(isRedisMissing)(
  'a failover behind one address is noticed within seconds, and what is due wakes from the new primary',
  async (test) => {
    const [old, next] = [await startRedis(test), await startRedis(test)];
    const address = await addressOf(old, test);
    const { connection, log, whenReady } = connectionTo(address.url, test);
    const store = createRedisWatches(connection, 'txnbot:{A0:T0}', log.logger);
    await connection.start('txnbot:{A0:T0}:written');
    await whenReady();
    const fetched = async () =>
      (await store.fetch({ nowMs: Date.now(), running: [], max: 1 })).due.map(({ reference }) => reference);
    await store.put(watchOf('GARO-1'), watchLimits, Date.now());
    await waitFor(async () => expect(await fetched()).toEqual(['GARO-1']));

    const { port } = new URL(old.url);
    await next.client.replicaof('127.0.0.1', Number(port));
    await waitFor(async () => expect(await next.client.info('replication')).toContain('master_link_status:up'));
    await next.client.replicaof('NO', 'ONE');
    address.leadTo(next);
    await old.client.replicaof('127.0.0.1', Number(new URL(next.url).port)); // it lives on, and only reads

    // Nobody wrote but the bot itself. What was in hand is due again when its lease ends.
    await waitFor(() => expect(connection.isReady()).toBe(false));
    await whenReady();
    await waitFor(async () => expect(await fetched()).toEqual(['GARO-1']));
    expect(log.entries().map(({ msg, code }) => [msg, code])).toContainEqual([
      'Redis is away: until it is back, this process counts and remembers alone',
      'READONLY',
    ]);
    const clients = String(await old.client.client('LIST'));
    expect(clients).not.toContain('name=txnbot');
  },
);
