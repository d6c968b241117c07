import type { Middleware } from '../../middleware/middleware.ts';
import type { Exchange } from './exchange.ts';

/**
 * Opens the modal that a door declares before access is checked with Slack: a trigger expires after three seconds, and
 * that check may take longer. The empty modal holds nothing secret, and a refusal replaces it.
 */
export const openWindow: Middleware<Exchange> = async (exchange, next) => {
  const { window } = exchange.door;
  if (window) await exchange.openWindow(window);
  await next();
};
