import { expect, it } from 'vitest';
import { bareWord } from '../../src/reading/small-talk.ts';

it.each([
  ['*Txn*,', 'txn'],
  ['“help”', 'help'],
  ['TXN-20260131001', 'txn-20260131001'],
  ['bank-2', 'bank-2'],
  ['???', ''],
])('%j is the word %j', (said, word) => {
  expect(bareWord(said)).toBe(word);
});
