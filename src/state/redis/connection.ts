import { Redis } from 'ioredis';
import { KeepError } from '../../errors.ts';
import { redisErrorCode } from './error-code.ts';
import type { ConnectionOptions } from './options.ts';
import type { Outage } from './outage.ts';

/** A connection of its own for one use. */
export interface RedisConnection {
  /** For libraries; `ask` is for everything else. */
  readonly redis: Redis;
  /**
   * Resolves with what the command does.
   * @throws KeepError at once while Redis is away, and when it refuses
   */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Settles as `answer` does. When that takes too long, the connection ends, and with it whatever waits for it. */
  inTime<T>(answer: Promise<T>): Promise<T>;
}

export interface ConnectOptions {
  use: string;
  client: ConnectionOptions;
  /** How long an answer may take. */
  patienceMs: number;
  outage: Outage;
}

export function connect({ use, client, patienceMs, outage }: ConnectOptions): RedisConnection {
  const redis = new Redis({ ...client, connectionName: `txnbot-${use}` });
  let code = 'closed';
  redis.on('error', (error) => {
    code = redisErrorCode(error);
    outage.note(use, code);
  });
  redis.on('reconnecting', () => outage.note(use, code)); // not when this process closes it
  redis.on('ready', () => {
    code = 'closed';
    outage.note(use, undefined);
  });
  const inTime: RedisConnection['inTime'] = async (answer) => {
    let isOver = false;
    // An answer may have come while this process was busy: let it be read before it counts as late.
    const late = setTimeout(() => setImmediate(() => isOver || drop()), patienceMs);
    try {
      return await answer;
    } finally {
      isOver = true;
      clearTimeout(late);
    }
  };
  const drop = () => {
    if (redis.status !== 'ready') return; // it is gone already, and would not try again
    code = 'silent';
    redis.disconnect(true);
  };
  return {
    redis,
    inTime,
    async ask(command) {
      if (redis.status !== 'ready') throw new KeepError('away');
      try {
        return await inTime(command(redis));
      } catch (error) {
        if (error instanceof KeepError) throw error;
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw new KeepError(code);
        outage.refused(use, redisErrorCode(error));
        throw new KeepError(redisErrorCode(error));
      }
    },
  };
}
