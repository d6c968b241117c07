import type { Middleware } from '../../middleware/middleware.ts';
import type { Exchange } from './exchange.ts';

/**
 * Opens the window of a door that declares one before Slack is asked who may ask: a trigger opens a window within three
 * seconds, and that answer may take longer. The empty window holds nothing secret, and a refusal takes its place.
 */
export const openWindow: Middleware<Exchange> = async (exchange, next) => {
  const { window } = exchange.door;
  if (window) await exchange.openWindow(window);
  await next();
};
