import { tracedQuestion } from '../tracing.ts';
import type { Middleware } from './middleware.ts';

/** A span for every question. Only a command that we know names it: what else was typed may hold anything. */
export const traced: Middleware = (question, next) =>
  tracedQuestion(next, () => ({ command: question.asked?.command, outcome: question.outcome }));
