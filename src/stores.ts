import type { Logger } from 'pino';
import type { Component } from './async.ts';
import type { Config } from './config/config.ts';
import type { Secret } from './config/secret.ts';
import { createEmbeddedLists, createRedisLists, type ListStore } from './lists/store.ts';
import type { Events } from './ops/events.ts';
import type { Metrics } from './ops/metrics.ts';
import { createBoltLogger, SlackClient, slackAddress } from './slack/client.ts';
import { askNamespace } from './slack/people.ts';
import type { RedisConnection } from './store/redis-connection.ts';
import { createMemoryState, type State } from './store/state.ts';
import { createStateFolder } from './store/state-folder.ts';
import { createEmbeddedWatches, createRedisWatches, storedMs } from './watches/store.ts';
import type { WatchStore } from './watches/watch.ts';

/** What outlives a question: of one process, in its folder or in memory, or of all that share a Redis. */
export interface Stores {
  state: State;
  watches: WatchStore;
  lists: ListStore;
  /** They start before questions are taken. */
  parts: readonly Component[];
}

/** What one process keeps in its folder, or in memory where it cannot have one. */
export function createStores(config: Config, logger: Logger): Stores {
  const folder = createStateFolder({ ...config.state, logger });
  const watches = createEmbeddedWatches(folder);
  const lists = createEmbeddedLists(folder);
  return {
    state: createMemoryState(),
    watches,
    lists,
    parts: [folder, watches, lists],
  };
}

/** A person waits for what is asked of Redis; after a silence, nothing is asked until it answers again. */
const timeoutMs = 1_000;

/**
 * Loads what speaks to Redis, and connects. Keys begin with the ids of app and workspace, which Slack is asked for.
 * @throws Error when Slack refuses the token or cannot be reached
 */
export async function createSharedStores(
  address: Secret,
  config: Config,
  logger: Logger,
  events: Events,
  metrics: Metrics,
): Promise<Stores> {
  const [{ createRedisState }, { RedisConnection }] = await Promise.all([
    import('./store/redis.ts'),
    import('./store/redis-connection.ts'),
  ]);
  const slack = slackAddress(config, events);
  const namespace = await askNamespace(new SlackClient(config.slackBotToken, slack, createBoltLogger(logger)));
  const connection = new RedisConnection({ address, timeoutMs, logger });
  metrics.watchRedis(() => connection.isReady());
  const connected: Component = {
    async start() {
      await connection.start(`${namespace}:written`);
      void expireJobs(connection, namespace).catch(() => {}); // the next start tries again
    },
    stop: async () => connection.close(),
  };
  return {
    state: createRedisState({ connection, namespace, onFallback: (use) => events.emit('fallback', use) }),
    watches: createRedisWatches(connection, namespace, logger),
    lists: createRedisLists(connection, namespace),
    parts: [connected],
  };
}

/** 0.2.0 had a job of BullMQ for each reference. They go when nothing can need them, also after a step back to it. */
async function expireJobs({ redis, ask }: RedisConnection, namespace: string): Promise<void> {
  const found: AsyncIterable<string[]> = redis.scanStream({ match: `${namespace}:due:*`, count: 1_000 });
  for await (const keys of found) for (const key of keys) await ask(() => redis.pexpire(key, storedMs, 'NX'));
}
