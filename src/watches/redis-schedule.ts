import { setTimeout as sleep } from 'node:timers/promises';
import { RedisConnection as BullConnection, DelayedError, ErrorCode, type Job, Queue, Worker } from 'bullmq';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import type { RedisConnections } from '../store/redis-connection.ts';
import { createRedisStore, referenceId } from './redis-store.ts';
import type { Schedule } from './schedule.ts';
import {
  createNextTime,
  type NextTime,
  type OnDue,
  retryAfterMs,
  type Timetable,
  type WatchEngine,
  type WatchStore,
} from './watch.ts';

interface RedisEngineOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Keeps watches going in all processes that share this namespace: each reference is due in one of them. */
export function createRedisEngine(options: RedisEngineOptions & { schedule: Schedule }): WatchEngine {
  const { connections, namespace, logger, schedule } = options;
  const store = createRedisStore({ connection: connections.open('watches'), namespace, logger });
  const { references } = store;
  const timetable = createRedisTimetable({ ...options, references, nextAtMs: createNextTime(store, schedule) });
  return { store, timetable, schedule };
}

interface RedisTimetableOptions extends RedisEngineOptions {
  /** Everything that is watched. */
  references: WatchStore['references'];
  nextAtMs: NextTime;
}

/** The data of a job. */
const DueJob = z.object({
  reference: z.string(),
  /** How often in a row it has failed. */
  failures: z.number().int().nonnegative().default(0),
  /** When its watches plan to ask, in milliseconds since 1970; absent where that was lost. */
  plannedAtMs: z.number().optional(),
  /** When the job will run, which is later after a failure; absent in jobs of older versions. */
  runsAtMs: z.number().optional(),
});
type DueData = z.input<typeof DueJob>;

const queueName = 'due';
/** BullMQ tells of every job in a stream, which nobody reads. */
const eventsMax = 100;
/** How many references one process has under way; they wait for their turn to ask the service. */
const concurrency = 50;
/** A process that is killed loses its jobs after `lockDuration`, and the others look for such jobs every `stalledInterval`. */
const takeOver = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: Number.MAX_SAFE_INTEGER };
/** Whoever stops the process does not wait longer for Redis. */
const closeMs = 2_000;
const mendEveryMs = 30_000;
/** What has no job becomes due over so many milliseconds. */
const spreadMs = 5_000;
/** Jobs sent to Redis at once. */
const mendAtOnce = 200;

/**
 * Wakes for each reference in one of the processes that share this namespace. A reference has one job of BullMQ, which
 * moves itself to its next time. A watch is stored before its reference is set, and a job looks at the watches again
 * once it has moved or ended: so whoever finds it under way need not wait.
 */
export function createRedisTimetable(options: RedisTimetableOptions): Timetable {
  const { connections, namespace, references, nextAtMs, logger } = options;
  // Otherwise it asks the server on each connection, and writes to stdout what it thinks of its settings.
  BullConnection.minimumVersion = '7.0.0';
  const bull = { prefix: namespace, skipVersionCheck: true };
  const connection = connections.open('timetable');
  const queue = new Queue<DueData>(queueName, {
    ...bull,
    connection: connection.redis,
    streams: { events: { maxLen: eventsMax } },
    // A job that has ended and stays would keep its reference from ever being due again.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', () => {}); // whoever calls hears of it
  const asking = new Set<Promise<void>>();
  let stop = async () => {};

  const jobOf = (data: DueData, atMs: number) => ({
    name: 'due',
    data: { ...data, runsAtMs: atMs },
    opts: { jobId: referenceId(data.reference), delay: Math.max(0, atMs - Date.now()) },
  });

  /** Makes the reference due as its watches say, if that is before `knownAtMs`. @throws StoreError */
  async function follow(reference: string, knownAtMs = Number.POSITIVE_INFINITY): Promise<void> {
    const atMs = await nextAtMs(reference);
    if (atMs === undefined || atMs >= knownAtMs) return;
    const data = { reference, plannedAtMs: atMs };
    await connection.ask(async () => {
      const job: Job<DueData> | undefined = await queue.getJob(referenceId(reference));
      if (job === undefined) await queue.addBulk([jobOf(data, atMs)]);
      else if (atMs < (job.data.runsAtMs ?? Number.POSITIVE_INFINITY)) await moveTo(job, data, atMs);
    });
  }

  /** Gives a job to every reference that has none, as a process may end after it stored a watch; others stay as they are. */
  async function mend(): Promise<void> {
    try {
      const all = await references();
      const jobs = all.map((reference, place) =>
        jobOf({ reference }, Date.now() + (spreadMs * (place + 1)) / all.length),
      );
      for (let from = 0; from < jobs.length; from += mendAtOnce)
        await connection.ask(() => queue.addBulk(jobs.slice(from, from + mendAtOnce)));
    } catch (error) {
      logger.warn({ code: errorCode(error) }, 'what is watched could not be looked through');
    }
  }

  async function run(job: Job<DueData>, token: string | undefined, onDue: OnDue): Promise<void> {
    const { reference, failures, plannedAtMs } = DueJob.parse(job.data);
    const asked = onDue(reference, plannedAtMs);
    asking.add(asked);
    let atMs: number | undefined;
    let data: DueData;
    try {
      await asked;
      atMs = await nextAtMs(reference);
      data = { reference, plannedAtMs: atMs };
    } catch {
      atMs = Date.now() + retryAfterMs(failures);
      data = { reference, plannedAtMs, failures: failures + 1 };
    } finally {
      asking.delete(asked);
    }
    if (atMs === undefined) return;
    await job.updateData({ ...data, runsAtMs: atMs });
    await job.moveToDelayed(atMs, token);
    if (data.failures === undefined) await follow(reference, atMs).catch(() => {}); // it comes later
    throw new DelayedError();
  }

  return {
    set: (reference) => follow(reference),
    async start(onDue) {
      const redis = connections.openBackground('due');
      const worker = new Worker<DueData>(queueName, (job, token) => run(job, token, onDue), {
        ...bull,
        ...takeOver,
        connection: redis,
        concurrency,
        runRetryDelay: 1_000,
      });
      worker.on('error', () => {}); // the connections say when Redis is away, and a job without its lock is another's
      worker.on('stalled', () => logger.info({}, 'took over what a process that has ended was asking about'));
      worker.on('completed', ({ data }) => {
        follow(data.reference).catch(() => {}); // mended later
      });
      const mending = setInterval(mend, mendEveryMs);
      redis.once('ready', mend);
      stop = async () => {
        clearInterval(mending);
        const closed = worker.close(redis.status !== 'ready');
        await Promise.allSettled(asking);
        await Promise.race([closed, sleep(closeMs)]);
      };
    },
    stop: () => stop(),
  };
}

/** Unless it is under way, or was: then it looks itself when it is due next. */
async function moveTo(job: Job<DueData>, data: DueData, atMs: number): Promise<void> {
  try {
    await job.changeDelay(Math.max(0, atMs - Date.now()));
    await job.updateData({ ...data, runsAtMs: atMs });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== ErrorCode.JobNotInState && code !== ErrorCode.JobNotExist) throw error;
  }
}
