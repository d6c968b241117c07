import { AccessError } from '../errors.ts';
import type { State } from '../state/state.ts';
import type { Middleware } from './middleware.ts';
import type { Question } from './question.ts';

const windowSeconds = 60;

/**
 * So many questions a minute of one person, whoever it is: stands before all that costs more than counting, so that
 * nobody who is refused anyway can keep the process busy. Typing into the picker is no question.
 */
export function limitEach(state: State, perMinute: number): Middleware {
  const limiter = state.createLimiter({ name: 'questions of one person', points: perMinute, windowSeconds });
  return limit(limiter, ({ origin }) => origin.userId ?? 'nobody', 'You have asked very often in the last minute.');
}

/** So many of all together; stands behind the policy, so that whoever is refused takes nothing from the others. */
export function limitAll(state: State, perMinute: number): Middleware {
  const limiter = state.createLimiter({ name: 'questions of all', points: perMinute, windowSeconds });
  return limit(limiter, () => 'all', 'txnbot has been asked very often in the last minute.');
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
