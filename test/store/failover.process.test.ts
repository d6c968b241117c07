import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, type TestContext, vi } from 'vitest';
import { createRedisEngine } from '../../src/watches/redis-timetable.ts';
import { createSchedule } from '../../src/watches/watch.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
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
    const { connections, log } = connectionsTo(address.url, test);
    const schedule = createSchedule({ waitsMs: [1_000], lastsMs: 3_600_000 });
    const engine = createRedisEngine({ connections, namespace: 'txnbot:{A0:T0}', schedule, logger: log.logger });
    test.onTestFinished(() => engine.timetable.stop());
    await connections.start('txnbot:{A0:T0}:written');
    await waitFor(() => expect(connections.isReady()).toBe(true));
    const due: string[] = [];
    await engine.timetable.start(async (reference) => void due.push(reference));
    const watch = (reference: string) => ({ ...watchOf(reference), begunAtMs: Date.now() });
    await engine.store.put(watch('GARO-1'), watchLimits);
    await engine.timetable.set('GARO-1');
    await waitFor(() => expect(due).toContain('GARO-1'));

    const { port } = new URL(old.url);
    await next.client.replicaof('127.0.0.1', Number(port));
    await waitFor(async () => expect(await next.client.info('replication')).toContain('master_link_status:up'));
    await next.client.replicaof('NO', 'ONE');
    address.leadTo(next);
    await old.client.replicaof('127.0.0.1', Number(new URL(next.url).port)); // it lives on, and only reads
    due.length = 0;

    // Nobody wrote but the bot itself. What was in hand is taken over when its lock ends, after up to 15 seconds.
    await vi.waitFor(() => expect(due).toContain('GARO-1'), { timeout: 40_000 });
    await waitFor(() => expect(connections.isReady()).toBe(true));
    await engine.store.put(watch('GARO-2'), watchLimits);
    await engine.timetable.set('GARO-2');
    await waitFor(() => expect(due).toContain('GARO-2'));
    expect(log.entries().map(({ msg, code }) => [msg, code])).toContainEqual([
      'Redis is away: until it is back, this process counts and remembers alone',
      'READONLY',
    ]);
    const clients = String(await old.client.client('LIST'));
    expect(clients).not.toContain('name=txnbot');
  },
);

it.skipIf(isRedisMissing)('a server that takes no write counts as away, until it takes one', async (test) => {
  const redis = await startRedis(test);
  const { connections } = connectionsTo(redis.url, test);
  await connections.start('written');
  await waitFor(() => expect(connections.isReady()).toBe(true));
  await redis.client.replicaof('127.0.0.1', 1);
  await waitFor(() => expect(connections.isReady()).toBe(false));
  await redis.client.replicaof('NO', 'ONE');
  await waitFor(() => expect(connections.isReady()).toBe(true));
});
