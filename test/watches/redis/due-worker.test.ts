import { RedisConnection as BullConnection } from 'bullmq';
import { expect, it, vi } from 'vitest';
import type { OnDue } from '../../../src/watches/engine.ts';
import { createDueJobs, createDueTimes, createDueWorker, mendJobs } from '../../../src/watches/redis-jobs.ts';
import { referenceId } from '../../../src/watches/redis-store.ts';
import { isRedisMissing, startRedis } from '../../support/redis.ts';
import { connectionsTo } from '../../support/redis-connections.ts';
import { waitFor } from '../../support/wait-for.ts';

it.skipIf(isRedisMissing)(
  'does not miss an earlier time that is named between its last look and its sleep',
  async (test) => {
    BullConnection.minimumVersion = '7.0.0';
    const redis = await startRedis(test);
    const { connections, log } = connectionsTo(redis.url, test);
    const bull = { prefix: 'txnbot:{A0:T0}', skipVersionCheck: true };
    const connection = connections.open('timetable');
    const patient = connections.openPatient('due');
    const jobs = createDueJobs(connection, bull);
    const times = createDueTimes('txnbot:{A0:T0}:watch:due');
    await waitFor(() => expect(connections.isReady()).toBe(true));

    let looks = 0;
    const onDue = vi.fn<OnDue>(async () => undefined).mockImplementationOnce(async () => Date.now() + 3_600_000);
    const worker = createDueWorker({
      bull,
      redis: patient,
      jobs,
      times: {
        ...times,
        async of(...args) {
          const seen = await times.of(...args);
          looks += 1;
          if (looks > 1) return seen;
          // Another process finds the job under way, and can only name the time.
          const soonMs = Date.now() + 50;
          await times.name(patient, referenceId('GARO-1'), soonMs);
          await jobs.follow('GARO-1', soonMs);
          return seen;
        },
      },
      onDue,
      logger: log.logger,
    });
    test.onTestFinished(worker.close);
    await jobs.follow('GARO-1', Date.now());
    await waitFor(() => expect(onDue).toHaveBeenCalledTimes(2));
  },
);

it.skipIf(isRedisMissing)('goes on with a job that Redis evicted before it was taken', async (test) => {
  BullConnection.minimumVersion = '7.0.0';
  const redis = await startRedis(test);
  const { connections, log } = connectionsTo(redis.url, test);
  const bull = { prefix: 'txnbot:{A0:T0}', skipVersionCheck: true };
  const patient = connections.openPatient('due');
  const jobs = createDueJobs(connections.open('timetable'), bull);
  const times = createDueTimes('txnbot:{A0:T0}:watch:due');
  await waitFor(() => expect(connections.isReady()).toBe(true));
  const onDue = vi.fn<OnDue>(async () => undefined);
  await jobs.follow('GARO-1', Date.now());
  await redis.client.del(`txnbot:{A0:T0}:due:${referenceId('GARO-1')}`);
  const worker = createDueWorker({ bull, redis: patient, jobs, times, onDue, logger: log.logger });
  test.onTestFinished(worker.close);
  await waitFor(async () => expect(await redis.client.exists('txnbot:{A0:T0}:due:wait')).toBe(0));
  await waitFor(async () => {
    await mendJobs(['GARO-1'], { redis: patient, jobs, times });
    expect(onDue).toHaveBeenCalled();
  });
});

it.skipIf(isRedisMissing)(
  'asks about nothing for some seconds when Redis is back: who told something meanwhile notes it first',
  async (test) => {
    BullConnection.minimumVersion = '7.0.0';
    const redis = await startRedis(test, { isKept: true });
    const { connections, log } = connectionsTo(redis.url, test);
    const bull = { prefix: 'txnbot:{A0:T0}', skipVersionCheck: true };
    const patient = connections.openPatient('due');
    const jobs = createDueJobs(connections.open('timetable'), bull);
    const times = createDueTimes('txnbot:{A0:T0}:watch:due');
    await waitFor(() => expect(connections.isReady()).toBe(true));
    const askedAtMs: number[] = [];
    const onDue = async () => void askedAtMs.push(performance.now());
    const worker = createDueWorker({ bull, redis: patient, jobs, times, onDue, logger: log.logger });
    test.onTestFinished(worker.close);
    await jobs.follow('GARO-before', Date.now());
    await waitFor(() => expect(askedAtMs).toHaveLength(1)); // at once
    await jobs.follow('GARO-meanwhile', Date.now() + 500);
    await redis.stop();
    let backAtMs = Number.POSITIVE_INFINITY;
    patient.once('ready', () => {
      backAtMs = performance.now();
    });
    await redis.start();
    await waitFor(() => expect(askedAtMs).toHaveLength(2));
    expect((askedAtMs[1] ?? 0) - backAtMs).toBeGreaterThan(2_900);
  },
);
