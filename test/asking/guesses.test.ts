import { describe, expect, it } from 'vitest';
import { misspelt, noReference } from '../../src/asking/guesses.ts';
import { bareWord, commandNames } from '../../src/reading/command-names.ts';
import type { ReferencesIntent } from '../../src/reading/question.ts';
import { shownLines } from '../support/shown.ts';

const { slash: syntax } = commandNames('-staging');
const none: ReferencesIntent = {
  kind: 'transactions',
  text: 'x y',
  references: [],
  requeries: [],
};
const nothing = 'I found no reference in that, so I looked nothing up.';

describe('a text without a reference', () => {
  it('is told what else it looks like, and how to ask for that', () => {
    const session = '100004240926153311119822107551';
    const shown = noReference(
      {
        ...none,
        text: 'zenith\nbank',
      },
      ['12345698690885579', session, '0123456789', '08012345678', 'ABC12345'],
      syntax,
    );
    expect(shownLines(shown)).toEqual([
      [
        nothing,
        '`12345698690885579` looks like a transaction identifier: `/tsq-staging 12345698690885579`',
        `\`${session}\` looks like a session id, which no command takes.`,
        '`0123456789` looks like an account or a phone number.',
        '`08012345678` looks like an account or a phone number.',
        '`ABC12345` may be a reference.',
        '`zenith bank` looks like a bank: `/bank-staging zenith bank`',
      ].join('\n'),
      '[Requery 12345698690885579] tsq:run:0 12345698690885579',
      '[Look Up ABC12345] txn:run:1 ABC12345',
      '[Run bank] bank:run:2 zenith bank',
    ]);
    expect(shown.text).toContain('`zenith bank` looks like a bank');
  });

  it('offers no more than five of a kind', () => {
    const many = Array.from({ length: 9 }, (_, index) => `ABC1234${index}`);
    expect(shownLines(noReference(none, many, syntax)).filter((line) => line.startsWith('['))).toHaveLength(5);
    expect(noReference(none, many, syntax).text).toContain('4 more were not asked for.');
  });
});

it.each([
  ['txm X1', 'txn X1'],
  ['/bnk zenith', 'bank zenith'],
  ['tx', 'txn'],
  ...['good X1', 'a', 'txmm', 'bakns zenith', ''].map((words) => [words, undefined]),
])('of %j the nearest command is %j', (words = '', nearest) => {
  const { command, text } = misspelt(words) ?? {};
  expect(command && `${command} ${text}`.trim()).toBe(nearest);
});

it.each([
  ['*Txn*,', 'txn'],
  ['“help”', 'help'],
  ['TXN-20260131001', 'txn-20260131001'],
  ['???', ''],
])('%j is the word %j', (said, word) => {
  expect(bareWord(said)).toBe(word);
});
