import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Secret } from '../../secret.ts';
import { connect, type RedisConnection } from './connection.ts';
import { impatient, redisOptions } from './options.ts';
import { createOutage } from './outage.ts';

/** The connections of this process to Redis, one for each use, so that none waits behind another. */
export interface RedisConnections {
  /** One for questions on whose answer a person waits. */
  open(use: string): RedisConnection;
  /** One for work in the background: its commands wait until Redis is back. */
  openPatient(use: string): Redis;
  isReady(): boolean;
  /** Resolves when all are ready, or after so long. */
  settled(waitMs: number): Promise<void>;
  close(): void;
}

export interface ConnectionsOptions {
  address: Secret;
  /** How long an answer may take on which a person waits. */
  patienceMs: number;
  logger: Logger;
}

export function createConnections({ address, patienceMs, logger }: ConnectionsOptions): RedisConnections {
  const options = redisOptions(address.reveal());
  const outage = createOutage(logger);
  const opened: Redis[] = [];
  const open = (use: string, more: typeof options) => {
    const connection = connect({ use, client: { ...options, ...more }, patienceMs, outage });
    opened.push(connection.redis);
    return connection;
  };
  const isReady = () => opened.every(({ status }) => status === 'ready');
  return {
    open: (use) => open(use, impatient),
    openPatient: (use) => open(use, { maxRetriesPerRequest: null }).redis,
    isReady,
    async settled(waitMs) {
      const endsAtMs = performance.now() + waitMs;
      while (!isReady() && performance.now() < endsAtMs) await sleep(10);
    },
    close() {
      for (const redis of opened) redis.disconnect();
    },
  };
}
