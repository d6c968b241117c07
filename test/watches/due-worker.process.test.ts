import { expect, it, type TestContext, vi } from 'vitest';
import type { NextTime, OnDue } from '../../src/watches/engine.ts';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { referenceId } from '../../src/watches/redis-store.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';

/** One process of those that share this Redis, where somebody watches GARO-1. */
async function timetableOn({ url }: TestRedis, test: TestContext, nextAtMs: NextTime) {
  const { connections, log } = connectionsTo(url, test);
  const references = async () => ['GARO-1'];
  const timetable = createRedisTimetable({ connections, namespace, references, nextAtMs, logger: log.logger });
  test.onTestFinished(timetable.stop);
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return timetable;
}

it.skipIf(isRedisMissing)('looks at the watches again once a job has moved', async (test) => {
  const nextAtMs = vi
    .fn<NextTime>(async () => undefined)
    .mockImplementationOnce(async () => Date.now())
    .mockImplementationOnce(async () => Date.now() + 3_600_000)
    .mockImplementationOnce(async () => Date.now() + 50); // another process found the job under way
  const timetable = await timetableOn(await startRedis(test), test, nextAtMs);
  await timetable.set('GARO-1');
  const onDue = vi.fn<OnDue>(async () => {});
  await timetable.start(onDue);
  await waitFor(() => expect(onDue).toHaveBeenCalledTimes(2));
});

it.skipIf(isRedisMissing)('goes on with a job that Redis evicted before it was taken', async (test) => {
  const redis = await startRedis(test);
  const onDue = vi.fn<OnDue>(async () => {});
  const timetable = await timetableOn(redis, test, async () => (onDue.mock.calls.length > 0 ? undefined : Date.now()));
  await timetable.set('GARO-1');
  await redis.client.del(`${namespace}:due:${referenceId('GARO-1')}`);
  await timetable.start(onDue);
  await waitFor(async () => expect(await redis.client.exists(`${namespace}:due:wait`)).toBe(0));
  const other = await timetableOn(redis, test, async () => undefined);
  await other.start(onDue); // it looks through all that is watched, as each does twice a minute
  await waitFor(() => expect(onDue).toHaveBeenCalled());
});

it.skipIf(isRedisMissing)(
  'asks about nothing for some seconds when Redis is back: who told something meanwhile notes it first',
  async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const askedAtMs: number[] = [];
    const nextAtMs = vi
      .fn<NextTime>(async () => undefined)
      .mockImplementationOnce(async () => Date.now())
      .mockImplementationOnce(async () => Date.now() + 500);
    const timetable = await timetableOn(redis, test, nextAtMs);
    await timetable.set('GARO-1');
    await timetable.start(async () => void askedAtMs.push(performance.now()));
    await waitFor(() => expect(nextAtMs).toHaveBeenCalledTimes(3)); // at once
    await redis.stop();
    const backAtMs = performance.now();
    await redis.start();
    await waitFor(() => expect(askedAtMs).toHaveLength(2));
    expect((askedAtMs[1] ?? 0) - backAtMs).toBeGreaterThan(2_900);
  },
);
