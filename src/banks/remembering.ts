import { LRUCache } from 'lru-cache';
import type { BankQuestion } from '../reading/bank-question.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { askedIn, type BankAnswer, type BankAnswers } from './asked.ts';
import type { BankIndex } from './search.ts';

/** Letters, banks and words in the cache: a few megabytes at most. */
const rememberedMax = 100_000;

/** Caches what one list answers: an incident repeats one bank's name, and everybody types the same first letters. */
export function rememberingAsked(index: BankIndex<Bank>): (question: BankQuestion) => BankAnswers<Bank> {
  const recent = new LRUCache<string, BankAnswers<Bank>, BankQuestion>({
    maxSize: rememberedMax,
    sizeCalculation: ({ answers, leftOut }, text) =>
      answers.reduce((size, answer) => size + sizeOf(answer), 1 + text.length + lengthOf(leftOut)),
    memoMethod: (_text, _stale, { context: question }) => askedIn(question, index),
  });
  // What a question holds is read from its text and from nothing else.
  return (question) => recent.memo(question.text, { context: question });
}

function sizeOf({ said, hits, suggestions }: BankAnswer<Bank>): number {
  return 1 + said.length + hits.length + suggestions.length;
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((length, word) => length + word.length, 0);
}
