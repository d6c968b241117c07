import type { BotListener, BotMiddleware } from './exchange.ts';

/**
 * All that stands before the doors, and the doors, as one middleware for Bolt: each of Bolt's own copies all arguments
 * anew, which for eight of them costs as much as the rest of Bolt.
 */
export function chain(middleware: readonly BotMiddleware[], listener: BotListener): BotListener {
  return middleware.reduceRight<BotListener>((inner, outer) => (args) => outer(args, () => inner(args)), listener);
}
