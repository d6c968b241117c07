import type { Question } from './question.ts';

/** A step between a question and its listener; every door goes through all of them. */
export type Middleware<Q extends Question = Question> = (question: Q, next: () => Promise<void>) => Promise<void>;

type Listen<Q> = (question: Q) => Promise<void>;

/**
 * Chains the middleware, outermost first, and the listener into one function. Bolt's own middleware would copy Bolt's
 * arguments at each step.
 */
export function chain<Q extends Question>(middleware: readonly Middleware<Q>[], listen: Listen<Q>): Listen<Q> {
  return middleware.reduceRight<Listen<Q>>(
    (inner, outer) => (question) => outer(question, () => inner(question)),
    listen,
  );
}
