import { expect, it, type TestContext, vi } from 'vitest';
import { createEvents } from '../../src/ops/events.ts';
import { createRedisLead } from '../../src/store/lead.ts';
import type { RedisConnection } from '../../src/store/redis-connection.ts';
import { holdClock } from '../support/hold-clock.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';

/** One process, as far as the lead goes. */
async function processOn(redis: TestRedis, test: TestContext) {
  const { connection, whenReady } = connectionTo(redis.url, test);
  await whenReady();
  return leadOn(connection, test);
}

async function leadOn(connection: RedisConnection, test: TestContext) {
  const events = createEvents();
  const changes: boolean[] = [];
  events.on('lead', (isMine) => changes.push(isMine));
  const lead = createRedisLead(connection, namespace, events);
  test.onTestFinished(() => lead.stop());
  await lead.start();
  return { lead, events, changes };
}

const on = it.skipIf(isRedisMissing).concurrent;

on(
  'one of two processes leads, and the other one as soon as the first has stopped',
  async (test) => {
    const redis = await startRedis(test);
    const one = await processOn(redis, test);
    await waitFor(() => expect(one.changes).toEqual([true]));
    const other = await processOn(redis, test);
    expect(await redis.client.pttl(`${namespace}:lead`)).toBeGreaterThan(10_000);
    await one.lead.stop();
    await waitFor(() => expect(other.changes).toEqual([true]));
    expect(other.lead.isMine()).toBe(true);
  },
);

on('a process whose lead another one has by now finds out when it renews', async (test) => {
  const redis = await startRedis(test);
  const one = await processOn(redis, test);
  await waitFor(() => expect(one.lead.isMine()).toBe(true));
  await redis.client.set(`${namespace}:lead`, 'of another', 'PX', 8_000); // as after a failover
  await waitFor(() => expect(one.changes).toEqual([true, false]));
  expect(one.lead.isMine()).toBe(false);
  await one.lead.stop();
  expect(await redis.client.get(`${namespace}:lead`)).toBe('of another');
});

/** A process on a clock that stands still but for `pass`, which waits for Redis each second. */
async function heldProcess(test: TestContext) {
  const redis = await startRedis(test);
  const { connection, whenReady } = connectionTo(redis.url, test);
  await whenReady();
  holdClock();
  const one = await leadOn(connection, test);
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await connection.ask((client) => client.ping()); // what was asked before is answered
    }
  };
  await pass(1);
  expect(one.changes).toEqual([true]);
  return { ...one, redis, pass };
}

it.skipIf(isRedisMissing)(
  'a leader that Slack has not answered for a minute resigns',
  async (test) => {
    const { redis, events, changes, pass } = await heldProcess(test);
    const call = (failure: string | undefined) =>
      events.emit('slackCall', { name: 'chat.postMessage', failure, durationMs: 1 });
    call('timeout');
    await pass(50);
    call(undefined); // it has answered
    await pass(30);
    call('unreachable');
    await pass(50);
    call('timeout');
    expect(changes).toEqual([true]);
    await pass(10);
    call('timeout');
    await pass(1);
    expect(changes).toEqual([true, false]);
    expect(await redis.client.exists(`${namespace}:lead`)).toBe(0);
    await pass(17);
    expect(changes).toEqual([true, false, true]);
  },
);

it.skipIf(isRedisMissing)(
  'a leader that was suspended beyond its TTL loses the lead, and takes it again',
  async (test) => {
    const { lead, changes, pass } = await heldProcess(test);
    const afterwards = performance.now() + 20_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(afterwards);
    test.onTestFinished(() => clock.mockRestore());
    expect(lead.isMine()).toBe(false);
    await pass(6);
    expect(changes).toEqual([true, false, true]);
  },
);
