import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/command-names.ts';
import { noReference } from '../../src/commands/talk.ts';
import type { ReferencesIntent } from '../../src/reading/question.ts';
import { shownLines } from '../support/shown.ts';

const { slash: syntax } = commandNames('-staging');
const none: ReferencesIntent = {
  kind: 'transactions',
  text: 'x y',
  references: [],
  wantsAction: false,
};
const nothing = 'I found no reference in that, so I looked nothing up.';

describe('a text without a reference', () => {
  it('is told what else it looks like, and how to ask for that', () => {
    const session = '100004240926153311119822107551';
    const shown = noReference(none, ['12345698690885579', session, '0123456789', '08012345678', 'ABC12345'], syntax);
    expect(shownLines(shown)).toEqual([
      [
        nothing,
        '`12345698690885579` may be a transaction identifier: `/tsq-staging 12345698690885579`',
        `\`${session}\` looks like a session id, which no command takes.`,
        '`0123456789` looks like an account or a phone number.',
        '`08012345678` looks like an account or a phone number.',
      ].join('\n'),
      `~ Not asked for: 12345698690885579, ${session}, 0123456789, 08012345678, ABC12345`,
      '[Requery 12345698690885579] tsq:run:20 12345698690885579',
      '[Look Up ABC12345] txn:run:21 ABC12345',
    ]);
  });

  it.each([
    ['zenith\nbank', ['~ Not asked for: zenith bank', '[Run bank] bank:run:20 zenith bank']],
    [
      'BVN-22212345678',
      ['~ Not asked for: "BVN-22212345678"', '[Look Up "BVN-22212345678"] txn:run:20 "BVN-22212345678"'],
    ],
  ])('%j is offered as it is', (text, lines) => {
    expect(shownLines(noReference({ ...none, text }, [], syntax))).toEqual([nothing, ...lines]);
  });
});
