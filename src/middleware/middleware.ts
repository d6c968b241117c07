import type { Exchange, Middleware } from '../slack/exchange/exchange.ts';

type Listen = (exchange: Exchange) => Promise<void>;

/** All that stands before the doors, outermost first, and the doors, as one: Bolt copies its arguments for each of its own middleware. */
export function chain(middleware: readonly Middleware[], listen: Listen): Listen {
  return middleware.reduceRight<Listen>((inner, outer) => (exchange) => outer(exchange, () => inner(exchange)), listen);
}
