import type { Logger } from 'pino';
import type { RedisConnections } from '../../state/redis/connections.ts';
import type { WatchEngine } from '../engine.ts';
import { createRedisStore } from './redis-store.ts';
import { createRedisTimetable } from './redis-timetable.ts';

export interface RedisEngineOptions {
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
