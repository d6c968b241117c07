import type { Logger } from 'pino';
import type { Component } from './async.ts';
import type { Secret } from './config/secret.ts';
import type { Config } from './config/settings.ts';
import { createEmbeddedLists, createRedisLists, type ListStore } from './lists/store.ts';
import type { Events } from './ops/events.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Subject } from './reading/question.ts';
import { createBoltLogger, createSlackTransport, SlackClient } from './slack/client.ts';
import { readKeyPrefix } from './slack/people.ts';
import {
  createMemoryValues,
  createRedisValues,
  type ExpiringValues,
} from './store/expiring-values.ts';
import { createRedisLead } from './store/lead.ts';
import { createRedisState } from './store/redis.ts';
import type { RedisConnection } from './store/redis-connection.ts';
import { createMemoryState, type Lead, type State } from './store/state.ts';
import { createStateFolder } from './store/state-folder.ts';
import { conversationsMax, StoredSubject } from './store/subjects.ts';
import {
  type Assignees,
  createEmbeddedAssignees,
  createRedisAssignees,
} from './transfers/assignees.ts';
import { Sighting } from './transfers/known.ts';
import { createEmbeddedWatches, createRedisWatches, watchTtlMs } from './watches/store.ts';
import type { WatchStore } from './watches/watch.ts';

/**
 * State that outlives a request. It belongs to one process (in its folder or memory), or to all
 * that share a Redis.
 */
export interface Stores {
  state: State;
  lead: Lead;
  /** Who saw which status of a transaction. */
  sightings: ExpiringValues<Sighting>;
  /** What each conversation was last about. */
  subjects: ExpiringValues<Subject>;
  watches: WatchStore;
  lists: ListStore;
  assignees: Assignees;
  /** The components of the stores, which must be started before requests are accepted. */
  parts: readonly Component[];
}

/**
 * Creates a single process's stores: in its folder or, if that is unusable and STATE_DIR is not
 * set, in memory.
 */
export function createStores(config: Config, logger: Logger): Stores {
  const folder = createStateFolder({ ...config.state, logger });
  const watches = createEmbeddedWatches(folder);
  const lists = createEmbeddedLists(folder);
  const assignees = createEmbeddedAssignees(folder);
  const sightings = createMemoryValues<Sighting>();
  const subjects = createMemoryValues<Subject>(conversationsMax);

  return {
    state: createMemoryState(),
    lead: { isMine: () => true },
    sightings,
    subjects,
    watches,
    lists,
    assignees,
    parts: [folder, sightings, subjects, watches, lists, assignees],
  };
}

/**
 * Timeout of a Redis command, as a person is waiting. After a timeout, no command is sent until
 * Redis is back.
 */
const redisTimeoutMs = 1_000;

/**
 * Loads the Redis client and creates the shared stores. Keys begin with the app's and workspace's
 * ids, read from Slack.
 * @throws Error when Slack refuses the token or cannot be reached
 */
export async function createSharedStores(
  address: Secret,
  config: Config,
  logger: Logger,
  events: Events,
  metrics: Metrics,
): Promise<Stores> {
  const { createRedisConnection } = await import('./store/redis-connection.ts');

  const transport = createSlackTransport(config, events);
  const client = new SlackClient(config.slackBotToken, transport, createBoltLogger(logger));
  const namespace = await readKeyPrefix(client);
  const connection = createRedisConnection({ address, timeoutMs: redisTimeoutMs, logger });
  metrics.watchRedis(() => connection.isReady());

  const lead = createRedisLead(connection, namespace, events);
  events.on('lead', (isMine) => {
    if (isMine || connection.isReady())
      logger.info(`${isMine ? 'this' : 'another'} process follows up watches and lists`);
    else
      logger.warn(
        'this process no longer follows up watches and lists: Redis is away, check REDIS_URL',
      );
  });

  const sightings = createRedisValues(connection, namespace, Sighting);
  const subjects = createRedisValues(connection, namespace, StoredSubject, conversationsMax);
  const watches = createRedisWatches(connection, namespace, logger);
  const connectionAndLead: Component = {
    async start() {
      await connection.start(`${namespace}:written`);
      await lead.start();
      void expireJobs(connection, namespace).catch(() => {}); // the next start tries again
    },
    async stop() {
      // A roll-back to 0.3.0 may follow.
      if (lead.isMine()) await watches.indexForOlder().catch(() => {});
      await lead.stop();
      connection.close();
    },
  };

  return {
    state: createRedisState({
      connection,
      namespace,
      onFallback: (use) => events.emit('fallback', use),
    }),
    lead,
    sightings,
    subjects,
    watches,
    lists: createRedisLists(connection, namespace),
    assignees: createRedisAssignees(connection, namespace),
    parts: [connectionAndLead, sightings, subjects],
  };
}

/**
 * Gives 0.2.0's BullMQ jobs (one per reference) a TTL; until it ends, a rollback to 0.2.0 can still
 * use the jobs.
 */
async function expireJobs({ redis, ask }: RedisConnection, namespace: string): Promise<void> {
  const keyPages: AsyncIterable<string[]> = redis.scanStream({
    match: `${namespace}:due:*`,
    count: 1_000,
  });
  for await (const keys of keyPages)
    for (const key of keys) await ask(() => redis.pexpire(key, watchTtlMs, 'NX'));
}
