import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AccessError } from '../errors.ts';
import type { Middleware } from './exchange.ts';

export interface RateLimits {
  perPersonPerMinute: number;
  totalPerMinute: number;
}

const windowSeconds = 60;

/** So many questions a minute, of one person and of all together; typing into the picker is none. */
export function rateLimit({ perPersonPerMinute, totalPerMinute }: RateLimits): Middleware {
  const perPerson = new RateLimiterMemory({ points: perPersonPerMinute, duration: windowSeconds });
  const total = new RateLimiterMemory({ points: totalPerMinute, duration: windowSeconds });
  return async ({ incoming, place: { userId = 'nobody' } }, next) => {
    if (incoming.kind !== 'options') {
      await take(perPerson, userId, 'You have asked very often in the last minute.');
      await take(total, 'all', 'txnbot has been asked very often in the last minute.');
    }
    await next();
  };
}

async function take(limiter: RateLimiterMemory, key: string, why: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AccessError(
      'rate_limit',
      `${why} Try again in ${Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))} s.`,
    );
  }
}
