import type { Middleware } from './middleware.ts';

/**
 * Sends waiting lines while the answer is pending.
 * @param afterMs when to send each, in milliseconds after the question. Slack gives up on an ack after three seconds;
 *   until the first of these times the answer itself may be the ack.
 */
export function waitingLine(afterMs: readonly number[]): Middleware {
  return async (question, next) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = ([ms, ...later]: readonly number[]) => {
      if (ms === undefined) return;
      const inMs = question.startedAtMs + ms - performance.now();
      timer = setTimeout(() => {
        question.sayWaiting();
        wait(later);
      }, inMs);
    };
    wait(afterMs);
    try {
      await next();
    } finally {
      clearTimeout(timer);
    }
  };
}
