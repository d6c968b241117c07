import { describe, expect, it } from 'vitest';
import { createReferenceFinder } from '../../src/reading/find-references.ts';
import { nearestCommand } from '../../src/reading/nearest-command.ts';

const guess = (words: string) => {
  const [, name = '', text = ''] = /^(\S*)\s*(.*)$/.exec(words) ?? [];
  const { said, meant } = nearestCommand({ name, text, words }, ['txn', 'tsq', 'bank'], createReferenceFinder());
  return { said, meant: meant && `${meant.command} ${meant.text}`.trim() };
};

describe('what was probably meant', () => {
  it.each([
    ['txm GARO-8f3k2j1', 'txm', 'txn GARO-8f3k2j1'],
    ['tqs 123', 'tqs', 'tsq 123'],
    ['bnak zenith', 'bnak', 'bank zenith'],
    ['BANKS zenith', 'BANKS', 'bank zenith'],
    ['status of GARO-8f3k2j1 please', 'status of GARO-8f3k2j1 please', 'txn GARO-8f3k2j1'],
    ['12345698690885579', '12345698690885579', 'tsq 12345698690885579'],
    ['bnk', 'bnk', 'bank'],
    ['good morning', 'good', undefined],
    ['thank you!', 'thank', undefined],
    ['can you check GARO-8f3k2j1', 'can you check GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
    ['the customer is waiting', 'the', undefined],
    ['a', 'a', undefined],
    ['tx GARO-8f3k2j1', 'tx', 'txn GARO-8f3k2j1'],
    ['tx', 'tx', 'txn'],
    ['tnx 1', 'tnx', 'txn 1'],
    ['t GARO-8f3k2j1', 't GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
    ['txmm 1', 'txmm', undefined],
    ['tsn 1', 'tsn', 'txn 1'],
    ['bakns zenith', 'bakns', undefined],
    ['GARO-8f3k2j1 TXN-20260131001', 'GARO-8f3k2j1 TXN-20260131001', 'txn GARO-8f3k2j1 TXN-20260131001'],
    ['see 12345698690885579 GARO-8f3k2j1', 'see 12345698690885579 GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
    ['12345698690885579 12345698690885580', '12345698690885579 12345698690885580', 'tsq 12345698690885579'],
  ])('by %j', (words, said, meant) => {
    expect(guess(words)).toEqual({ said, meant });
  });
});
