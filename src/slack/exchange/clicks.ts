import type { Logger } from '@slack/bolt';
import type { Middleware } from '../../middleware/middleware.ts';
import type { State } from '../../state/state.ts';
import type { Exchange } from './exchange.ts';

/** Without an ack Slack shows a warning sign beside what was clicked; the answer takes another route. */
export function clickAck(logger: Logger): Middleware<Exchange> {
  return (exchange, next) =>
    exchange
      .ackClick()
      .catch((error: unknown) => logger.warn('A click was not acknowledged:', error))
      .then(next);
}

/**
 * Opens the modal that a door declares before access is checked with Slack: a trigger expires after three seconds, and
 * that check may take longer. The empty modal holds nothing secret, and a refusal replaces it.
 */
export const openWindow: Middleware<Exchange> = async (exchange, next) => {
  const { window } = exchange.door;
  if (window) await exchange.openWindow(window);
  await next();
};

/**
 * Ignores a second click on the same message or view while the first is in flight, so that an older answer cannot
 * arrive after a newer one. A click of somebody else counts as the second only where everybody reads its answer. Only
 * for doors that declare `isOneAtATime`.
 * @param when a door that declares a window is asked before that is opened, as the second click would open another;
 *   the others once access is granted, so that nobody who is refused keeps a click from others
 */
export function ignoreDoubleClick(
  state: Pick<State, 'hold'>,
  when: 'before its window' | 'once admitted',
): Middleware<Exchange> {
  return async (exchange, next) => {
    const { door, origin } = exchange;
    const isBeforeWindow = when === 'before its window';
    if (!door.isOneAtATime || (door.window !== undefined) !== isBeforeWindow) return next();
    const { channelId, messageTs, viewId, userId } = origin;
    const reader = viewId !== undefined || door.posts === undefined ? userId : undefined;
    const key = ['click', channelId, messageTs, viewId, reader, door.name, door.text].join(' ');
    const hold = await state.hold(key, 'give up');
    if (!hold) {
      exchange.end('ignored');
      return exchange.show(undefined);
    }
    try {
      await next();
    } finally {
      await hold.release().catch(() => {}); // it ends by itself
    }
  };
}
