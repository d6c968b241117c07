import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AccessError } from '../errors.ts';
import type { Middleware } from '../slack/exchange/exchange.ts';

const windowSeconds = 60;

/**
 * So many questions a minute of one person, whoever it is: stands before all that costs more than counting, so that
 * nobody who is refused anyway can keep the process busy. Typing into the picker is no question.
 */
export function limitEach(perMinute: number): Middleware {
  return limit(perMinute, ({ place }) => place.userId ?? 'nobody', 'You have asked very often in the last minute.');
}

/** So many of all together; stands behind the policy, so that whoever is refused takes nothing from the others. */
export function limitAll(perMinute: number): Middleware {
  return limit(perMinute, () => 'all', 'txnbot has been asked very often in the last minute.');
}

function limit(points: number, keyOf: (exchange: Parameters<Middleware>[0]) => string, why: string): Middleware {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds });
  return async (exchange, next) => {
    if (exchange.incoming.kind !== 'options')
      await limiter.consume(keyOf(exchange)).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AccessError('rate_limit', `${why} Try again in ${seconds} s.`);
      });
    await next();
  };
}
