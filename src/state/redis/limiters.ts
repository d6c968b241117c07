import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { State } from '../state.ts';
import { takePoint } from '../take-point.ts';
import type { RedisConnection } from './connection.ts';

export interface RedisLimitersOptions {
  connection: RedisConnection;
  /** Begins the name of every key. */
  namespace: string;
  onFallback: () => void;
}

/** Limits that processes share. While Redis is away, each process has the whole limit for itself. */
export function createRedisLimiters(options: RedisLimitersOptions): State['createLimiter'] {
  const { connection, namespace, onFallback } = options;

  class Insurance extends RateLimiterMemory {
    override consume(...args: Parameters<RateLimiterMemory['consume']>) {
      onFallback();
      return super.consume(...args);
    }
  }

  return ({ name, points, windowSeconds }) => {
    const limit = { keyPrefix: `${namespace}:limit:${name}`, points, duration: windowSeconds };
    const limiter = new RateLimiterRedis({
      ...limit,
      storeClient: connection.redis,
      insuranceLimiter: new Insurance(limit),
    });
    return (key) => connection.inTime(takePoint(limiter, key));
  };
}
