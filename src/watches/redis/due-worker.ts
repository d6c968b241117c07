import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OnDue } from '../engine.ts';
import { type BullOptions, DueJob, type DueJobs, queueName } from './due-jobs.ts';
import type { DueTimes } from './due-times.ts';
import { referenceId } from './watch-keys.ts';

export interface DueWorkerOptions {
  bull: BullOptions;
  /** Its commands wait until Redis is back. */
  redis: Redis;
  jobs: DueJobs;
  times: DueTimes;
  onDue: OnDue;
  logger: { info(details: object, message: string): void };
}

export interface DueWorker {
  /** Takes no more jobs, and resolves when what `onDue` does has ended. */
  close(): Promise<void>;
}

/** How many references one process has under way; they wait for their turn to ask the service. */
const concurrency = 50;
/** A process that is killed loses its jobs after `lockDuration`, and the others look for such jobs every `stalledInterval`. */
const takeOver = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: Number.MAX_SAFE_INTEGER };
const firstRetryMs = 5_000;
const retryMaxMs = 120_000;
/** What processes could not note of a telling they note as soon as Redis is back, the last one after so long. */
const othersNoteMs = 3_000;
/** Whoever stops the process does not wait longer for Redis. */
const closeMs = 2_000;

/** Runs the jobs that are due, and makes each due again when `onDue` says so. */
export function createDueWorker({ bull, redis, jobs, times, onDue, logger }: DueWorkerOptions): DueWorker {
  const asking = new Set<Promise<unknown>>();
  let wasAway = false;
  let asksFromMs = 0;
  redis.on('reconnecting', () => {
    wasAway = true;
  });
  redis.on('ready', () => {
    if (wasAway) asksFromMs = performance.now() + othersNoteMs;
  });

  async function run(job: Job, token: string | undefined): Promise<void> {
    const { reference, failures, plannedAtMs } = DueJob.parse(job.data);
    const id = referenceId(reference);
    await sleep(Math.max(0, asksFromMs - performance.now()));
    const namedAtMs = await times.take(redis, id);
    const askedAtMs = plannedAtMs ?? namedAtMs;
    try {
      const nextAtMs = await ask(reference, askedAtMs);
      if (failures > 0) await job.updateData({ reference });
      if (nextAtMs !== undefined) await times.name(redis, id, nextAtMs);
    } catch {
      await job.updateData({ reference, failures: failures + 1, plannedAtMs: askedAtMs });
      await times.name(redis, id, Date.now() + Math.min(firstRetryMs * 2 ** failures, retryMaxMs));
    }
    const nextAtMs = await times.of(redis, id);
    if (nextAtMs === undefined) return;
    await job.moveToDelayed(nextAtMs, token);
    await followWhatWasNamed(reference, nextAtMs);
    throw new DelayedError();
  }

  async function ask(...due: Parameters<OnDue>): Promise<number | undefined> {
    const asked = onDue(...due);
    asking.add(asked);
    try {
      return await asked;
    } finally {
      asking.delete(asked);
    }
  }

  /** An earlier time that was named while the job was under way did not reach the job. */
  async function followWhatWasNamed(reference: string, knownAtMs = Number.POSITIVE_INFINITY): Promise<void> {
    const atMs = await times.of(redis, referenceId(reference));
    if (atMs !== undefined && atMs < knownAtMs) await jobs.follow(reference, atMs).catch(() => {}); // it comes later
  }

  const worker = new Worker(queueName, run, {
    ...bull,
    ...takeOver,
    connection: redis,
    concurrency,
    runRetryDelay: 1_000,
  });
  worker.on('error', () => {}); // the connections say when Redis is away, and a job without its lock is another's
  worker.on('stalled', () => logger.info({}, 'took over what a process that has ended was asking about'));
  worker.on('completed', (job) => {
    followWhatWasNamed(DueJob.parse(job.data).reference).catch(() => {}); // the process stops
  });
  return {
    async close() {
      const closed = worker.close(redis.status !== 'ready');
      await Promise.allSettled(asking);
      await Promise.race([closed, sleep(closeMs)]);
    },
  };
}
