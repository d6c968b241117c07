import { setTimeout as sleep } from 'node:timers/promises';
import {
  RedisConnection as BullConnection,
  DelayedError,
  ErrorCode,
  type Job,
  Queue,
  type QueueOptions,
  Worker,
} from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import type { RedisConnection, RedisConnections } from '../store/redis-connection.ts';
import type { OnDue, Timetable, WatchEngine } from './engine.ts';
import { createRedisStore, createWatchKeys, referenceId, storedMs } from './redis-store.ts';

interface RedisTimetableOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** Everything that is watched. */
  references: () => Promise<readonly string[]>;
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

const mendEveryMs = 30_000;

/** Wakes for each reference in one of the processes that share this namespace. The jobs are BullMQ's. */
function createRedisTimetable({ connections, namespace, references, logger }: RedisTimetableOptions): Timetable {
  // Otherwise it asks the server on each connection, and writes to stdout what it thinks of its settings.
  BullConnection.minimumVersion = '7.0.0';
  const bull = { prefix: namespace, skipVersionCheck: true };
  const connection = connections.open('timetable');
  const jobs = createDueJobs(connection, bull);
  const times = createDueTimes(createWatchKeys(namespace).due);
  let worker: DueWorker | undefined;
  let mending: NodeJS.Timeout | undefined;
  return {
    async set(reference, dueAtMs) {
      const id = referenceId(reference);
      await jobs.follow(reference, await connection.ask((redis) => times.name(redis, id, dueAtMs)));
    },
    async start(onDue) {
      const redis = connections.openPatient('due');
      worker = createDueWorker({ bull, redis, jobs, times, onDue, logger });
      const mend = async () => {
        try {
          await mendJobs(await references(), { redis, jobs, times });
        } catch (error) {
          logger.warn({ code: errorCode(error) }, 'what is watched could not be looked through');
        }
      };
      mending = setInterval(mend, mendEveryMs);
      redis.once('ready', mend);
    },
    async stop() {
      clearInterval(mending);
      await worker?.close();
    },
  };
}

/** The data of a job: what it asks about, and what became of the last times. */
const DueJob = z.object({
  reference: z.string(),
  /** How often in a row it has failed. */
  failures: z.number().int().nonnegative().default(0),
  /** When it was to be asked about before it failed, in milliseconds since 1970. */
  plannedAtMs: z.number().optional(),
});

/** One job for each reference: its id is made of the reference, and a job that is there is not added again. */
interface DueJobs {
  /**
   * Makes the reference due then, or leaves it when its job is waiting already, or under way.
   * @throws KeepError
   */
  follow(reference: string, atMs: number): Promise<void>;
  /** Like `follow`, for a reference that `lost` named. @throws KeepError */
  renew(reference: string, atMs: number): Promise<void>;
  /**
   * The references without a job that will run: a Redis that evicts drops a job, or the set that names it.
   * @throws KeepError
   */
  lost(references: readonly string[]): Promise<readonly string[]>;
}

const queueName = 'due';
/** The states of a job that will run. One that a worker takes after Redis dropped its data fails, and stays. */
const willRun: ReadonlySet<string> = new Set(['active', 'delayed', 'waiting', 'prioritized']);
/** BullMQ tells of every job in a stream, which nobody reads. */
const eventsMax = 100;

type BullOptions = Pick<QueueOptions, 'prefix' | 'skipVersionCheck'>;

export function createDueJobs(connection: RedisConnection, options: BullOptions): DueJobs {
  const queue = new Queue<z.input<typeof DueJob>>(queueName, {
    ...options,
    connection: connection.redis,
    streams: { events: { maxLen: eventsMax } },
    // A job that has ended and stays would keep its reference from ever being due again.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', () => {}); // whoever calls hears of it
  const follow: DueJobs['follow'] = (reference, atMs) =>
    connection.ask(async () => {
      const delay = Math.max(0, atMs - Date.now());
      const job = await queue.add('due', { reference }, { jobId: referenceId(reference), delay });
      await changeDelay(job, delay);
    });
  return {
    follow,
    async renew(reference, atMs) {
      await connection.ask(() => queue.remove(referenceId(reference))); // one that a process works on stays
      await follow(reference, atMs);
    },
    async lost(references) {
      const areWaiting = await connection.ask((redis) =>
        Promise.all(
          references.map(referenceId).map(async (id) => {
            const [isThere, state] = await Promise.all([redis.exists(queue.toKey(id)), queue.getJobState(id)]);
            return isThere === 1 && willRun.has(state);
          }),
        ),
      );
      return references.filter((_reference, place) => !areWaiting[place]);
    },
  };
}

async function changeDelay(job: Job, delay: number): Promise<void> {
  try {
    await job.changeDelay(delay);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== ErrorCode.JobNotInState && code !== ErrorCode.JobNotExist) throw error; // it is under way, or was
  }
}

/** When each reference is to be asked about, whatever its job says: the earliest time that anybody named since. */
interface DueTimes {
  /** Names a time, in milliseconds since 1970. @returns the earliest one */
  name(redis: Redis, id: string, atMs: number): Promise<number>;
  /** Resolves with the earliest time, `undefined` when nobody has named one. */
  of(redis: Redis, id: string): Promise<number | undefined>;
  /** Like `of`, and forgets it: it is being asked about. */
  take(redis: Redis, id: string): Promise<number | undefined>;
}

const nameScript = `
redis.call('zadd', KEYS[1], 'LT', ARGV[2], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return redis.call('zscore', KEYS[1], ARGV[1])`;

const takeScript = `
local at = redis.call('zscore', KEYS[1], ARGV[1])
redis.call('zrem', KEYS[1], ARGV[1])
return at`;

export function createDueTimes(key: string): DueTimes {
  return {
    name: async (redis, id, atMs) => toTime(await redis.eval(nameScript, 1, key, id, atMs, storedMs)) ?? atMs,
    of: async (redis, id) => toTime(await redis.zscore(key, id)),
    take: async (redis, id) => toTime(await redis.eval(takeScript, 1, key, id)),
  };
}

function toTime(score: unknown): number | undefined {
  return typeof score === 'string' ? Number(score) : undefined;
}

interface DueWorkerOptions {
  bull: BullOptions;
  /** Its commands wait until Redis is back. */
  redis: Redis;
  jobs: DueJobs;
  times: DueTimes;
  onDue: OnDue;
  logger: { info(details: object, message: string): void };
}

interface DueWorker {
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

/** What has lost its job becomes due over so many milliseconds. */
const spreadMs = 5_000;
/** So many references are looked at in one turn of the event loop. */
const atOnce = 200;

/** Gives a job to every reference that has none: a process may have died between keeping a watch and adding its job. */
export async function mendJobs(
  references: readonly string[],
  { redis, jobs, times }: { redis: Redis; jobs: DueJobs; times: DueTimes },
): Promise<void> {
  for (let from = 0; from < references.length; from += atOnce) {
    const lost = await jobs.lost(references.slice(from, from + atOnce));
    for (const [place, reference] of lost.entries()) {
      const soonMs = Date.now() + (spreadMs * (place + 1)) / lost.length;
      await jobs.renew(reference, (await times.of(redis, referenceId(reference))) ?? soonMs);
    }
  }
}

interface RedisEngineOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  logger: Logger;
}

/** Keeps watches going in all processes that share this namespace: each reference is due in one of them. */
export function createRedisEngine({ connections, namespace, logger }: RedisEngineOptions): WatchEngine {
  const store = createRedisStore({ connection: connections.open('watches'), namespace, logger });
  const { references } = store;
  return { store, timetable: createRedisTimetable({ connections, namespace, references, logger }) };
}
