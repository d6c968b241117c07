import type { Middleware } from './middleware.ts';

/** Calls `rest` when nobody has asked for `quietMs`; also after a start that nobody asks after. */
export function whenQuiet(rest: () => void, quietMs: number): Middleware {
  const quiet = setTimeout(rest, quietMs).unref();
  return (_question, next) => {
    quiet.refresh();
    return next();
  };
}
