import { ErrorCode, type Job, Queue, type QueueOptions } from 'bullmq';
import * as z from 'zod';
import type { RedisConnection } from '../../state/redis/connection.ts';
import { referenceId } from './watch-keys.ts';

/** The data of a job: what it asks about, and what became of the last times. */
export const DueJob = z.object({
  reference: z.string(),
  /** How often in a row it has failed. */
  failures: z.number().int().nonnegative().default(0),
  /** When it was to be asked about before it failed, in milliseconds since 1970. */
  plannedAtMs: z.number().optional(),
});

/** One job for each reference: its id is made of the reference, and a job that is there is not added again. */
export interface DueJobs {
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

export const queueName = 'due';
/** The states of a job that will run. One that a worker takes after Redis dropped its data fails, and stays. */
const willRun: ReadonlySet<string> = new Set(['active', 'delayed', 'waiting', 'prioritized']);
/** BullMQ tells of every job in a stream, which nobody reads. */
const eventsMax = 100;

export type BullOptions = Pick<QueueOptions, 'prefix' | 'skipVersionCheck'>;

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
