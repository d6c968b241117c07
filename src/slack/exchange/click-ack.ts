import type { Logger } from '@slack/bolt';
import type { Middleware } from '../../middleware/middleware.ts';
import type { Exchange } from './exchange.ts';

/** Without an ack Slack shows a warning sign beside what was clicked; the answer takes another route. */
export function clickAck(logger: Logger): Middleware<Exchange> {
  return (exchange, next) =>
    exchange
      .ackClick()
      .catch((error: unknown) => logger.warn('A click was not acknowledged:', error))
      .then(next);
}
