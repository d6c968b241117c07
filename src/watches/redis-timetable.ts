import { setTimeout as sleep } from 'node:timers/promises';
import { RedisConnection as BullConnection, DelayedError, ErrorCode, type Job, Queue, Worker } from 'bullmq';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import type { RedisConnection, RedisConnections } from '../store/redis-connection.ts';
import { createRedisStore, referenceId } from './redis-store.ts';
import {
  concurrency,
  createNextTime,
  type NextTime,
  type OnDue,
  retryAfterMs,
  type Schedule,
  spreadMs,
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
  const timetable = new RedisTimetable({ ...options, references, nextAtMs: createNextTime(store, schedule) });
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
  /** Failures in a row. */
  failures: z.number().int().nonnegative().default(0),
  /** When its watches plan to look it up, in milliseconds since 1970; absent where that is not known. */
  plannedAtMs: z.number().optional(),
  /** When the job will run, which is later after a failure; absent in jobs of older versions. */
  runsAtMs: z.number().optional(),
});
type DueJob = z.output<typeof DueJob>;
type DueData = z.input<typeof DueJob>;

const queueName = 'due';
/** Cap of BullMQ's stream of events, which has no reader. */
const eventsMax = 100;
/** A killed process loses its jobs after `lockDuration`; the others look for such jobs every `stalledInterval`. */
const takeOver = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: Number.MAX_SAFE_INTEGER };
/** Time for Redis at a stop. */
const closeMs = 2_000;
const mendEveryMs = 30_000;
/** Jobs sent to Redis at once. */
const mendAtOnce = 200;

/**
 * Wakes for each reference in one of the processes that share this namespace. A reference has one job of BullMQ, which
 * moves itself to its next time. A watch is stored before its reference is set, and a job reads the watches again once
 * it has moved or ended, so that `set` need not wait for a job that is under way.
 */
export class RedisTimetable implements Timetable {
  readonly #options: RedisTimetableOptions;
  readonly #connection: RedisConnection;
  readonly #queue: Queue<DueData>;
  readonly #running = new Set<Promise<unknown>>();
  #worker: Worker<DueData> | undefined;
  #mending: NodeJS.Timeout | undefined;

  constructor(options: RedisTimetableOptions) {
    this.#options = options;
    // Otherwise it asks the server on each connection, and writes to stdout what it thinks of its settings.
    BullConnection.minimumVersion = '7.0.0';
    this.#connection = options.connections.open('timetable');
    this.#queue = new Queue<DueData>(queueName, {
      ...this.#bull,
      connection: this.#connection.redis,
      streams: { events: { maxLen: eventsMax } },
      // A job that has ended and stays would keep its reference from ever being due again.
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    this.#queue.on('error', () => {}); // callers get it as well
  }

  set(reference: string): Promise<void> {
    return this.#follow(reference);
  }

  async start(onDue: OnDue): Promise<void> {
    const { connections, logger } = this.#options;
    const redis = connections.openBackground('due');
    this.#worker = new Worker<DueData>(queueName, (job, token) => this.#run(job, token, onDue), {
      ...this.#bull,
      ...takeOver,
      connection: redis,
      concurrency,
      runRetryDelay: 1_000,
    });
    this.#worker
      .on('error', () => {}) // the connections log when Redis is away, and a job without its lock is another's
      .on('stalled', () => logger.info({}, 'took over what a process that has ended was asking about'))
      .on('completed', ({ data }) => void this.#follow(data.reference).catch(() => {})); // mended later
    this.#mending = setInterval(() => this.#mend(), mendEveryMs);
    redis.once('ready', () => this.#mend());
  }

  async stop(): Promise<void> {
    clearInterval(this.#mending);
    const closed = this.#worker?.close(!this.#options.connections.isReady());
    await Promise.allSettled(this.#running);
    await Promise.race([closed, sleep(closeMs)]);
  }

  get #bull() {
    return { prefix: this.#options.namespace, skipVersionCheck: true };
  }

  async #run(job: Job<DueData>, token: string | undefined, onDue: OnDue): Promise<void> {
    const waking = this.#wake(DueJob.parse(job.data), onDue);
    this.#running.add(waking);
    const next = await waking.finally(() => this.#running.delete(waking));
    if (next === undefined) return;
    await job.updateData(next);
    await job.moveToDelayed(next.runsAtMs, token);
    if (next.failures === undefined) await this.#follow(next.reference, next.runsAtMs).catch(() => {}); // mended later
    throw new DelayedError();
  }

  /** @returns what the job is next; `undefined` when the reference is not watched any more */
  async #wake({ reference, failures, plannedAtMs }: DueJob, onDue: OnDue) {
    try {
      await onDue(reference, plannedAtMs);
      const atMs = await this.#options.nextAtMs(reference);
      return atMs === undefined ? undefined : { reference, plannedAtMs: atMs, runsAtMs: atMs, failures: undefined };
    } catch {
      return { reference, plannedAtMs, runsAtMs: Date.now() + retryAfterMs(failures), failures: failures + 1 };
    }
  }

  /** Makes the reference due as its watches say, if that is before `knownAtMs`. @throws StoreError */
  async #follow(reference: string, knownAtMs = Number.POSITIVE_INFINITY): Promise<void> {
    const atMs = await this.#options.nextAtMs(reference);
    if (atMs === undefined || atMs >= knownAtMs) return;
    const data = { reference, plannedAtMs: atMs, runsAtMs: atMs };
    await this.#connection.ask(async () => {
      const job: Job<DueData> | undefined = await this.#queue.getJob(referenceId(reference));
      if (job === undefined) await this.#queue.addBulk([jobOf(data)]);
      else if (atMs < (job.data.runsAtMs ?? Number.POSITIVE_INFINITY)) await moveTo(job, data);
    });
  }

  /** Gives a job to every reference that has none, as a process may end after it stored a watch; others stay as they are. */
  async #mend(): Promise<void> {
    try {
      const all = await this.#options.references();
      const nowMs = Date.now();
      const jobs = all.map((reference, place) =>
        jobOf({ reference, runsAtMs: nowMs + (spreadMs * (place + 1)) / all.length }),
      );
      for (let from = 0; from < jobs.length; from += mendAtOnce)
        await this.#connection.ask(() => this.#queue.addBulk(jobs.slice(from, from + mendAtOnce)));
    } catch (error) {
      this.#options.logger.warn({ code: errorCode(error) }, 'what is watched could not be looked through');
    }
  }
}

function jobOf(data: DueData & { runsAtMs: number }) {
  const delay = Math.max(0, data.runsAtMs - Date.now());
  return { name: 'due', data, opts: { jobId: referenceId(data.reference), delay } };
}

/** Leaves a job alone that is under way, or was: it reads the watches itself when it is due next. */
async function moveTo(job: Job<DueData>, data: DueData & { runsAtMs: number }): Promise<void> {
  try {
    await job.changeDelay(Math.max(0, data.runsAtMs - Date.now()));
    await job.updateData(data);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== ErrorCode.JobNotInState && code !== ErrorCode.JobNotExist) throw error;
  }
}
