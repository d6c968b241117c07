import type { Logger } from 'pino';
import type { Component } from './async.ts';
import { createRedisBatches } from './batches/store.ts';
import type { Config } from './config/config.ts';
import type { Secret } from './config/secret.ts';
import type { Events } from './events.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Stores } from './services.ts';
import { createBoltLogger, SlackClient, slackAddress } from './slack/client.ts';
import { askNamespace } from './slack/people.ts';
import { createRedisState } from './store/redis.ts';
import { RedisConnections } from './store/redis-connection.ts';
import { createRedisEngine } from './watches/redis-timetable.ts';
import { createSchedule } from './watches/watch.ts';

/** Somebody waits for what is asked of Redis, several times for each question. */
const timeoutMs = 200;

/**
 * Connects to Redis, under a name that Slack gives this app in this workspace.
 * @throws Error when Slack refuses the token or cannot be reached
 */
export async function createShared(
  address: Secret,
  config: Config,
  logger: Logger,
  events: Events,
  metrics: Metrics,
): Promise<Stores> {
  const slack = slackAddress(config, events);
  const namespace = await askNamespace(new SlackClient(config.slackBotToken, slack, createBoltLogger(logger)));
  const connections = new RedisConnections({ address, timeoutMs, logger });
  metrics.watchRedis(() => connections.isReady());
  const engine = createRedisEngine({ connections, namespace, schedule: createSchedule(config.watches), logger });
  const batches = createRedisBatches(connections.open('batches'), namespace);
  const connected: Component = {
    start: () => connections.start(`${namespace}:written`),
    stop: async () => connections.close(),
  };
  return {
    state: createRedisState({ connections, namespace, onFallback: (use) => events.emit('fallback', use) }),
    engine,
    batches,
    parts: [connected],
  };
}
