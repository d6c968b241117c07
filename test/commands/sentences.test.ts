import { expect, it } from 'vitest';
import { noReference } from '../../src/commands/talk.ts';
import { shownLines } from '../support/shown.ts';

const nothing = 'I found no reference in that, so I looked nothing up.';
const session = '1'.repeat(30);
const accounts = ['0123456789', '08012345678', '1123456789', '2123456789', '3123456789'];

it.each<[text: string, leftOut: string[], lines: string[]]>([
  [
    'x y',
    [session, ...accounts, 'ABC12345'],
    [
      [
        nothing,
        `\`${session}\` looks like a session id, which no command takes.`,
        ...accounts.slice(0, 4).map((account) => `\`${account}\` looks like an account or a phone number.`),
      ].join('\n'),
      `~ Not asked for: ${session}, ${accounts.join(', ')}, ABC12345`,
      '[Look Up ABC12345] txn:run:20 ABC12345',
    ],
  ],
  ['zenith\nbank', [], [nothing, '~ Not asked for: zenith bank', '[Run bank] bank:run:20 zenith bank']],
  [
    'BVN-22212345678',
    [],
    [nothing, '~ Not asked for: "BVN-22212345678"', '[Look Up "BVN-22212345678"] txn:run:20 "BVN-22212345678"'],
  ],
])(
  'a text without a reference is told what else it looks like, and how to ask for that: %j',
  (text, leftOut, lines) => {
    const intent = { kind: 'transactions', text, references: [], wantsAction: false } as const;
    expect(shownLines(noReference(intent, leftOut))).toEqual(lines);
  },
);
