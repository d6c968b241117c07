import { RedisConnection as BullConnection } from 'bullmq';
import { errorCode } from '../../errors.ts';
import type { RedisConnections } from '../../state/redis/connections.ts';
import type { Timetable } from '../engine.ts';
import { createDueJobs } from './due-jobs.ts';
import { createDueTimes } from './due-times.ts';
import { createDueWorker, type DueWorker } from './due-worker.ts';
import { mendJobs } from './mend-jobs.ts';
import { createWatchKeys, referenceId } from './watch-keys.ts';

export interface RedisTimetableOptions {
  connections: RedisConnections;
  /** Begins the name of every key. */
  namespace: string;
  /** Everything that is watched. */
  references: () => Promise<readonly string[]>;
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

const mendEveryMs = 30_000;

/** Wakes for each reference in one of the processes that share this namespace. The jobs are BullMQ's. */
export function createRedisTimetable({ connections, namespace, references, logger }: RedisTimetableOptions): Timetable {
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
