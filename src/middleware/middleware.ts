import type { Question } from './question.ts';

/** What stands between a question and its listener; all of them stand before every door. */
export type Middleware<Q extends Question = Question> = (question: Q, next: () => Promise<void>) => Promise<void>;

type Listen<Q> = (question: Q) => Promise<void>;

/** All that stands before the doors, outermost first, and the doors, as one: Bolt copies its arguments for each of its own middleware. */
export function chain<Q extends Question>(middleware: readonly Middleware<Q>[], listen: Listen<Q>): Listen<Q> {
  return middleware.reduceRight<Listen<Q>>(
    (inner, outer) => (question) => outer(question, () => inner(question)),
    listen,
  );
}
