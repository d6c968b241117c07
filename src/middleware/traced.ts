import type { Middleware } from '../slack/exchange/exchange.ts';
import { tracedQuestion } from '../tracing.ts';

/** A span for every question. Only a command that we know names it: what else was typed may hold anything. */
export const traced: Middleware = (exchange, next) =>
  tracedQuestion(next, () => ({ command: exchange.asking?.command.name, outcome: exchange.outcome }));
