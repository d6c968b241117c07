import { describe, expect, it } from 'vitest';
import { misspelt } from '../../src/reading/question.ts';

const guess = (words: string) => {
  const [, name = '', text = ''] = /^(\S*)\s*(.*)$/.exec(words) ?? [];
  const { said, meant } = misspelt({ first: name, text });
  return { said, meant: meant && `${meant.command} ${meant.text}`.trim() };
};

describe('what was probably meant', () => {
  it.each([
    ['txm GARO-8f3k2j1', 'txm', 'txn GARO-8f3k2j1'],
    ['tqs 123', 'tqs', 'tsq 123'],
    ['bnak zenith', 'bnak', 'bank zenith'],
    ['BANKS zenith', 'BANKS', 'bank zenith'],
    ['bnk', 'bnk', 'bank'],
    ['good morning', 'good morning', undefined],
    ['thank you!', 'thank you!', undefined],
    ['the customer is waiting', 'the customer is waiting', undefined],
    ['a', 'a', undefined],
    ['tx GARO-8f3k2j1', 'tx', 'txn GARO-8f3k2j1'],
    ['tx', 'tx', 'txn'],
    ['tnx 1', 'tnx', 'txn 1'],
    ['txmm 1', 'txmm 1', undefined],
    ['tsn 1', 'tsn', 'txn 1'],
    ['bakns zenith', 'bakns zenith', undefined],
  ])('by %j', (words, said, meant) => {
    expect(guess(words)).toEqual({ said, meant });
  });
});
