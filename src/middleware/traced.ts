import { tracedQuestion } from '../tracing.ts';
import type { Middleware } from './middleware.ts';

/** Creates a span for every question. Only a known command names it: other typed text may hold anything. */
export const traced: Middleware = (question, next) =>
  tracedQuestion(next, () => ({ command: question.asked?.command, outcome: question.outcome }));
