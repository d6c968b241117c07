import type { Logger } from '@slack/bolt';
import type { Middleware } from '../../middleware/middleware.ts';
import type { Exchange } from './exchange.ts';

/**
 * Acks a click at once: without an ack, Slack shows a warning sign beside the button. The answer takes other routes.
 */
export function clickAck(logger: Logger): Middleware<Exchange> {
  return ({ incoming }, next) => {
    if (incoming.kind === 'command' || incoming.kind === 'options' || incoming.kind === 'event') return next();
    return incoming
      .ack()
      .catch((error: unknown) => logger.warn('A click was not acknowledged:', error))
      .then(next);
  };
}
