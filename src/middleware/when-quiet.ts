import type { Middleware } from './middleware.ts';

/**
 * Calls `onQuiet` once no question has been under way for `quietMs`; also after a start that nobody asks after. Watches do
 * not count as questions.
 */
export function whenQuiet(onQuiet: () => void, quietMs: number): Middleware {
  let underWay = 0;
  const quiet = setTimeout(() => {
    if (underWay === 0) onQuiet();
  }, quietMs).unref();
  return async (_question, next) => {
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
      quiet.refresh();
    }
  };
}
