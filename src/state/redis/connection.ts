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
   * Resolves with what the command does, which gets some 200 ms for each of its answers.
   * @throws KeepError at once while Redis is away, and when it refuses
   */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Settles as `answer` does. When that takes longer than 200 ms, the connection ends, and with it whatever waits. */
  inTime<T>(answer: Promise<T>): Promise<T>;
}

/** People wait no longer for one answer of Redis. */
const patienceMs = 200;

export function connect(use: string, options: ConnectionOptions, outage: Outage): RedisConnection {
  const redis = new Redis({ ...options, connectionName: `txnbot ${use}` });
  let code = 'closed';
  redis.on('error', (error) => {
    code = redisErrorCode(error);
    outage.note(use, code);
  });
  redis.on('close', () => outage.note(use, code));
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
        if (error instanceof Error && error.name === 'ReplyError') outage.refused(use, redisErrorCode(error));
        throw new KeepError(redisErrorCode(error));
      }
    },
  };
}
