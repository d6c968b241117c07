import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Takes one point of `key`.
 * @returns `undefined` when there was one, else the milliseconds until the next
 */
export async function takePoint(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refusal.msBeforeNext;
  }
}
