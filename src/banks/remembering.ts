import { LRUCache } from 'lru-cache';
import type { BankQuestion } from '../reading/bank-question.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import type { BankAnswer, BankAnswers } from './asked.ts';
import type { BankIndex, BankMatches } from './search.ts';

/** Letters and banks in one cache. With the replies that are laid out of them they take some seven megabytes at most. */
const rememberedMax = 50_000;

/** Caches the searches of one list: one question may search a name three times, and many questions hold the same name. */
export function remembering(index: BankIndex<Bank>): BankIndex<Bank> {
  const recent = new LRUCache<string, BankMatches<Bank>>({
    maxSize: rememberedMax,
    sizeCalculation: (matches, query) => 1 + query.length + countOf(matches),
    memoMethod: index,
  });
  return Object.assign((query: string) => recent.memo(query), { called: index.called });
}

/** Caches what one list answers: in an incident everybody asks the same, and everybody types the same first letters. */
export function rememberingAsked<A extends BankAnswers<Bank>>(
  ask: (question: BankQuestion) => A,
): (question: BankQuestion) => A {
  const recent = new LRUCache<string, A, BankQuestion>({
    maxSize: rememberedMax,
    sizeCalculation: ({ answers, leftOut }, text) =>
      answers.reduce((size, answer) => size + sizeOf(answer), 1 + text.length + leftOut.join('').length),
    memoMethod: (_text, _stale, { context: question }) => ask(question),
  });
  // Whatever a question holds is read from its text.
  return (question) => recent.memo(question.text, { context: question });
}

function sizeOf(answer: BankAnswer<Bank>): number {
  return answer.said.length + countOf(answer);
}

function countOf({ hits, suggestions }: BankMatches<Bank>): number {
  return hits.length + suggestions.length;
}
