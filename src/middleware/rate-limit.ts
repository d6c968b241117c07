import { AccessError } from '../errors.ts';
import type { State } from '../state/state.ts';
import type { Middleware } from './middleware.ts';
import type { Question } from './question.ts';

const windowSeconds = 60;

/**
 * Limits the questions of each person per minute. It runs before everything that costs more than counting, so that
 * people who are refused anyway cannot keep the process busy. Typing into the picker does not count.
 */
export function limitEach(state: State, perMinute: number): Middleware {
  const limiter = state.createLimiter({ name: 'questions of one person', points: perMinute, windowSeconds });
  return limit(limiter, ({ origin }) => origin.userId ?? 'nobody', 'You asked very often in the last minute.');
}

/**
 * Limits the questions of all people together. It runs after the policy, so that refused people use up no one else's
 * share.
 */
export function limitAll(state: State, perMinute: number): Middleware {
  const limiter = state.createLimiter({ name: 'questions of all', points: perMinute, windowSeconds });
  return limit(limiter, () => 'all', 'Everybody together asked very often in the last minute.');
}

function limit(
  take: ReturnType<State['createLimiter']>,
  keyOf: (question: Question) => string,
  why: string,
): Middleware {
  return async (question, next) => {
    const waitMs = question.door.isTyping ? undefined : await take(keyOf(question));
    if (waitMs !== undefined) {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new AccessError('rate_limit', `${why} Try again in ${seconds} s.`);
    }
    await next();
  };
}
