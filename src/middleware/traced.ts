import { tracedQuestion } from '../tracing.ts';
import type { BotMiddleware } from './exchange.ts';

/** A span for every question. Only a command that we know names it: what else was typed may hold anything. */
export const traced: BotMiddleware = ({ context: { exchange } }, next) =>
  tracedQuestion(next, () => ({ command: exchange.asking?.command.name, outcome: exchange.outcome }));
