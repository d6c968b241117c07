import fc from 'fast-check';
import { bankList } from './bank-list.ts';
import { delivery } from './deliveries.ts';
import { type OddRequest, oddRequest } from './odd-requests.ts';
import { type UpstreamAnswer, upstreamAnswer } from './upstream-answers.ts';

/** After so many the transfer service's answers come again. */
export const answerCount = 14_000;

export interface Inputs {
  /** What Slack sends, as many as there is time for. */
  requestAt(index: number): OddRequest;
  /** What the transfer service answers. */
  answerAt(index: number): UpstreamAnswer;
  bankListAt(index: number): string;
  /** Makes a request as small as it can be and still fail; nothing if it does not fail. */
  shrink(index: number, holds: (smaller: OddRequest) => Promise<boolean>): Promise<OddRequest | undefined>;
}

const atOnce = 500;

/** Nine of ten are what people can do. */
const request: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 9, arbitrary: delivery },
  { weight: 1, arbitrary: oddRequest },
);

/** The same seed makes the same inputs, some hundred at a time. */
export function createInputs(seed: number): Inputs {
  const seedOf = (index: number) => seed * 1_000 + Math.floor(index / atOnce);
  const series = <T>(arbitrary: fc.Arbitrary<T>) => {
    const made = new Map<number, T[]>();
    return (index: number): T => {
      const from = seedOf(index);
      const some = made.get(from) ?? fc.sample(arbitrary, { seed: from, numRuns: atOnce });
      made.set(from, some);
      return some[index % atOnce] as T;
    };
  };
  const requestAt = series(request);
  const answerAt = series(upstreamAnswer);
  const lists = fc.sample(bankList, { seed, numRuns: 10 });
  return {
    requestAt,
    answerAt: (index) => answerAt(index % answerCount),
    bankListAt: (index) => lists[index % lists.length] ?? '',
    async shrink(index, holds) {
      const where = { seed: seedOf(index), path: String(index % atOnce), numRuns: 1 };
      const { counterexample } = await fc.check(fc.asyncProperty(request, holds), where);
      return counterexample?.[0];
    },
  };
}
