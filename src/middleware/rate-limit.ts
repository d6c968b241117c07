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
      let why = 'You have asked very often in the last minute.';
      try {
        await perPerson.consume(userId);
        why = 'txnbot has been asked very often in the last minute.';
        await total.consume('all');
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AccessError('rate_limit', `${why} Try again in ${seconds} s.`);
      }
    }
    await next();
  };
}
