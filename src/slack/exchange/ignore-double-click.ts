import type { Middleware } from '../../middleware/middleware.ts';
import type { State } from '../../state/state.ts';
import type { Exchange } from './exchange.ts';

/** Longer than any look-up takes; a process that ends in the middle of one keeps nobody from clicking again. */
const claimMs = 60_000;

/**
 * A second click while the first is under way asks nothing, and an older answer cannot arrive after a newer one: from the
 * same message, for the doors that declare it.
 */
export function ignoreDoubleClick(state: Pick<State, 'claim' | 'release'>): Middleware<Exchange> {
  return async (exchange, next) => {
    const { door, origin } = exchange;
    if (!door.isOneAtATime) return next();
    const { channelId, messageTs, viewId, userId } = origin;
    const key = ['click', channelId, messageTs, viewId, viewId && userId, door.name, door.text].join(' ');
    if (!(await state.claim(key, claimMs))) {
      exchange.end('ignored');
      return exchange.show(undefined);
    }
    try {
      await next();
    } finally {
      await state.release(key);
    }
  };
}
