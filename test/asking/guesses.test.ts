import { describe, expect, it } from 'vitest';
import { noReference } from '../../src/asking/guesses.ts';
import { commandNames } from '../../src/command-names.ts';
import type { ReferencesIntent } from '../../src/reading/question.ts';
import { shownLines } from '../support/shown.ts';

const { slash: syntax } = commandNames('-staging');
const none: ReferencesIntent = {
  kind: 'transactions',
  text: 'x y',
  references: [],
  identifiers: [],
  requeries: [],
  leftOut: [],
  unclear: [],
  looksLikeBank: false,
};
const nothing = (text: string) =>
  `Nothing in \`${text}\` is surely a reference, such as \`GARO-8f3k2j1\`, so nothing was looked up.`;

describe('a text without a reference', () => {
  it('is told what was looked for', () => {
    expect(shownLines(noReference(none, syntax))).toEqual([
      `${nothing('x y')} A reference of another shape is asked for when it stands alone.`,
    ]);
  });

  it('is told what else it looks like, and how to ask for that', () => {
    const session = '100004240926153311119822107551';
    const shown = noReference(
      {
        ...none,
        text: 'zenith\nbank',
        identifiers: ['12345698690885579'],
        leftOut: ['12345698690885579', session, '0123456789', '08012345678', 'ABC12345'],
        looksLikeBank: true,
      },
      syntax,
    );
    expect(shownLines(shown)).toEqual([
      [
        nothing('zenith bank'),
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

  it('that can be read in two ways is asked about', () => {
    const unclear = [{ said: 'GARO-8f3k2 j1', readings: ['GARO-8f3k2j1', 'GARO-8f3k2'] }];
    const said = '`GARO-8f3k2 j1` can be read in more than one way, and was not looked up. Which one is it?';
    const shown = noReference({ ...none, unclear }, syntax);
    expect(shown.text).toBe(said);
    expect(shownLines(shown)).toEqual([
      said,
      '[Look Up GARO-8f3k2j1] txn:run:20 GARO-8f3k2j1',
      '[Look Up GARO-8f3k2] txn:run:21 GARO-8f3k2',
    ]);
  });

  it('is named by its beginning', () => {
    expect(noReference({ ...none, text: 'word '.repeat(100) }, syntax).text).toMatch(
      /^Nothing in `(?:word ){5,12}\S*…` is surely/,
    );
  });

  it('offers no more than five of a kind', () => {
    const many = Array.from({ length: 9 }, (_, index) => `ABC1234${index}`);
    expect(
      shownLines(noReference({ ...none, leftOut: many }, syntax)).filter((line) => line.startsWith('[')),
    ).toHaveLength(5);
  });
});
