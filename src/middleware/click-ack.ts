import type { Logger } from '@slack/bolt';
import type { Middleware } from './exchange.ts';

/** Without its ack Slack shows a warning sign beside what was clicked; the answer has ways of its own. */
export function clickAck(logger: Logger): Middleware {
  return async ({ incoming }, next) => {
    if (incoming.kind === 'action' || incoming.kind === 'view' || incoming.kind === 'shortcut')
      await incoming.ack().catch((error: unknown) => logger.warn('A click was not acknowledged:', error));
    await next();
  };
}
