import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cleanText } from '../../src/reading/clean.ts';
import { CleanedText } from '../../src/reading/cleaned-text.ts';
import { readCommand } from '../../src/reading/command-text.ts';
import {
  createReferences,
  emptyReading,
  joinRead,
  type Reading,
} from '../../src/reading/references.ts';
import {
  inUsualCase,
  isNonReference,
  isOrdinary,
  mayBeWhole,
  readingsOf,
} from '../../src/reading/shapes.ts';
import type { Label } from '../../src/reading/words.ts';
import { jsonLines, type Paste, pastes } from '../fixtures/json-lines.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectLinear } from '../support/growth.ts';

const references = createReferences();
const find = (text: string) => new CleanedText(text, references).inTalk;
const findTyped = (text: string) => new CleanedText(text, references).asTyped;
const long = `LONG-${'1234567890'.repeat(6)}`;
const heldBy = ({ references: asked, identifiers, named }: Reading) => [
  ...asked,
  ...identifiers,
  ...named,
];

/** What is asked for by a text behind `/txn`. */
const askedBy = (text: string): string[] => {
  const { intent } = readCommand('txn', text, references);
  return 'references' in intent ? [...intent.references] : [];
};

it('a paste behind /txn asks for its references alone, and its identifiers are recognised', () => {
  const isAsked = ({ text, references: asked, miss }: Paste) =>
    miss || askedBy(text).join(' ') === asked.join(' ');
  const isSeen = ({ text, references: { length }, identifiers }: Paste) =>
    length === 1 || find(text).identifiers.join(' ') === identifiers.join(' ');
  expect(pastes.filter((paste) => !isAsked(paste) || !isSeen(paste))).toEqual([]);
});

it("the buttons of a paste's answer ask for the same references again", () => {
  for (const reference of pastes.flatMap((paste) => paste.references))
    if (/^[\w-]*-[\w-]*$/.test(reference))
      expect(findTyped(reference).references).toContain(reference);
});

it('every text of pastes.jsonl is read as recorded', () => {
  const words = z.array(z.string()).default([]);
  const Row = z.object({
    why: z.string(),
    as: z.enum(['talk', 'typed']),
    text: z.string(),
    references: words,
    identifiers: words,
    named: words,
  });
  const kept = jsonLines('readings.jsonl', Row);
  const read = kept.map(({ why, as, text }) => ({
    why,
    as,
    text,
    ...(as === 'talk' ? find(text) : findTyped(text)),
  }));
  expect(read).toEqual(kept);
});

it('a word that one part of a message asks for is not named because of the other', () => {
  const part = (found: Partial<Reading>) => ({ words: [], found: { ...emptyReading, ...found } });
  const first = part({ references: ['PAY-77'], named: ['RTX88'] });
  const { found } = joinRead(first, part({ identifiers: ['19261'], named: ['PAY-77', '19261'] }));
  expect(found).toEqual({ references: ['PAY-77'], identifiers: ['19261'], named: ['RTX88'] });
});

describe('the account', () => {
  /**
   * Letters and digits that no sentence of the account calls plain; an address is told by what is
   * in it.
   */
  const tokensOf = (text: string) =>
    (
      cleanText(text).match(
        /(?<![\w@./%=&?#-])[A-Za-z\d]+(?:[-_]+[A-Za-z\d]+)*(?![\w@/%=&?#-]|\.\w)/g,
      ) ?? []
    ).filter(
      (word) =>
        /\d/.test(word) && /[a-z]/i.test(word) && !isOrdinary(word) && !isNonReference(word),
    );
  const isHeld = (held: readonly string[], word: string) =>
    held.some((each) => each.includes(word) || word.includes(each));

  it('every word of letters and digits in pastes.jsonl is looked up or named', () => {
    const lost = pastes.flatMap(({ text }) => {
      const held = [...heldBy(find(text)), ...heldBy(findTyped(text))];
      return tokensOf(text).filter(
        (word) => !isHeld(held, word) && !/^\d+-/.test(word) && word.length > 4,
      );
    });
    expect(new Set(lost)).toEqual(new Set(plainInTheirPlace));
  });

  /** An underscore that is read as the hyphen; what a log names so, beside a reference. */
  const plainInTheirPlace = [
    'GARO_h7s2k9p',
    'a1b2c3d4e5f60718',
    'eu-west-1',
    'evt_1a2b3c4d5e',
    'evt_9f8e7d',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '7e48e5f8-a61e-39e7-a46a-8ff359ca1d0d',
    'bc0f4e96-d5cb-646d-8fc5-aabdbde15fce',
  ];

  const kept = pastes
    .flatMap((paste) => paste.references)
    .filter((word) => /^[\w-]{4,40}$/.test(word) && /\d/.test(word) && !/^\d+-/.test(word));
  const one = fc.constantFrom(...kept);
  const beside = fc.constantFrom(' ', ', ', '\n', ' and ', '; ', ' / ', ' is late but not ', '\t');

  it('a reference that is looked up alone is looked up or named beside others', () => {
    fc.assert(
      fc.property(one, one, beside, (first, second, between) => {
        fc.pre(first !== second);
        const alone = [first, second].filter((word) => findTyped(word).references.includes(word));
        const held = heldBy(findTyped(`please ${first}${between}${second} thanks`));
        for (const word of alone)
          if (!isPlainDigits(word)) expect(isHeld(held, word), word).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  /** Few digits are a count, a year or an amount. */
  const isPlainDigits = (word: string) =>
    /^(?:\d{1,3}|(?:19|20)\d\d|\d{1,6}0)$/.test(word) || isOrdinary(word);

  it('no account, phone, card, BVN or session is looked up, whatever precedes it', () => {
    const kinds =
      'tel phone mobile gsm whatsapp acct acc account nuban bvn nin tin rc card pan session sessionId trace request inv invoice order rrn stan terminal pos ticket batch otp amount ngn meter policy customer userId screenshot';
    for (const prefix of kinds.split(' '))
      for (const name of [
        prefix,
        prefix.toUpperCase(),
        prefix.charAt(0).toUpperCase() + prefix.slice(1),
      ])
        for (const by of ['-', '_', ':', ': ', ' '])
          expect(
            findTyped(`please check GARO-8f3k2j1, ${name}${by}001240926163`).references,
          ).toEqual(['GARO-8f3k2j1']);
    const numbers = [
      '0123456789',
      '08012345678',
      '22212345678',
      '1'.repeat(30),
      'DOE8160000000',
      '0123456789GTB',
    ];
    for (const number of [...numbers, 'Ada_Obi_2123456789', 'ADA-OBI-0123456789'])
      for (const before of ['JOHN', 'reference', 'Ref No:'])
        expect([number, before, find(`${before} ${number} is waiting`).references]).toEqual([
          number,
          before,
          [],
        ]);
  });

  it('only what stands in the text is looked up, each once', () => {
    /** Of wrappers, breaks and characters that look alike nothing is left. */
    const bare = (text: string) =>
      cleanText(text)
        .replace(/[^\p{L}\d]/gu, '')
        .replace(/gar0/gi, 'garo')
        .toLowerCase();
    const pieces = [
      'GARO-8f3k2j1',
      'GARO-',
      '8f3k2j1',
      'TXN-2026',
      '0131001',
      'FT26021ABC',
      '99XYZ7',
      'ref',
    ];
    const between = [
      ' ',
      '\n',
      ', ',
      ' - ',
      '-',
      '|',
      '/',
      '25,000',
      ' please ',
      '<https://a.example/',
      '>',
      '\n> ',
    ];
    const any = fc.string({ unit: anyCharacter, maxLength: 300 });
    const made = fc
      .array(fc.constantFrom(...pieces, ...between), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(any, made), (text) => {
        for (const found of [find(text), findTyped(text)]) {
          for (const each of [...found.references, ...found.identifiers])
            expect(bare(text).includes(bare(each)) || typedOnly(text, each)).toBe(true);
          expect(new Set(heldBy(found)).size).toBe(heldBy(found).length);
        }
      }),
      { numRuns: 200 },
    );
  });

  const typedOnly = (text: string, each: string) => cleanText(text).includes(each);
});

it('a reference that a blank breaks before a digit is never looked up in part alone', () => {
  const own = fc
    .stringMatching(/^(?:R-)?GARO-[a-z\d]{7}$/)
    .filter((whole) => /\d/.test(whole.slice(-7)));
  fc.assert(
    fc.property(
      own,
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(' ', '\n', '\u00a0'),
      (whole, length, gap) => {
        const [first, second] = [whole.slice(0, -length), whole.slice(-length)];
        fc.pre(/\d/.test(second));
        for (const text of [`${first}${gap}${second}`, `is ${first}${gap}${second} done?`])
          expect(findTyped(text).references[0]).toBe(whole);
      },
    ),
  );
});

it.each([
  ['R-GARO-8f3k2j1', 'GARO-8f3k2j1'],
  ['GARO-8f3k2j1Amount', 'GARO-8f3k2j1'],
  ['isGARO-8f3k2j1and', 'GARO-8f3k2j1'],
  ['NIPGARO-8f3k2j1', 'GARO-8f3k2j1'],
  ['garo8f3k2j1', 'GARO-8f3k2j1'],
  ['GARO_8f3k2j1', 'GARO-8f3k2j1'],
  ['GAR0-8f3k2j1', 'GARO-8f3k2j1'],
  ['GARO-8f3k2jl', 'GARO-8f3k2j1'],
  ['GARO-8fO2jIk', 'GARO-8f02j1k'],
  ['GARO-8f3k2j1-REV', 'GARO-8f3k2j1'],
  ['PSTK_9k3m5n7p1q/2', 'PSTK_9k3m5n7p1q'],
  ['_GARO_1_', 'GARO_1'],
  ['2x9f4t7', 'GARO-2x9f4t7'],
])('%s is looked up as it stands, then as %s', (word, reading) => {
  const readings = [...readingsOf(word)];
  expect(readings.slice(0, 2)).toContain(word);
  expect(readings.slice(1)).toContain(reading);
});

it.each(['GARO-8f3k2j12', 'GARO-8f3k2', 'CIGARO-1234567890', 'PAY-8f3k2j1', 'paymen1', 'abc1234'])(
  '%s is looked up as nothing else',
  (word) => {
    expect(new Set([...readingsOf(word)].map((each) => each.toLowerCase()))).toEqual(
      new Set([word.toLowerCase()]),
    );
  },
);

it.each([
  ['garo-8f3k2j1', 'GARO-8f3k2j1'],
  ['r-garo-8F3k2j1', 'R-GARO-8f3k2j1'],
  ['ft26021abc99xyz7', 'FT26021ABC99XYZ7'],
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ...['GARO-8f3k2j1', 'PAY-9F8E7D6C', '19261', 'kuda', 'order 5'].map((text) => [text, text]),
])('the usual letter case of the reference %s is %s', (asked = '', usual) => {
  expect(inUsualCase(asked)).toBe(usual);
});

it.each<[string, Label, Partial<Reading>]>([
  ['4521', 'reference', { references: ['4521'] }],
  ['4521', 'other', { references: [] }],
  ['GARO-8f3k2jO', 'reference', { references: ['GARO-8f3k2jO'], named: [] }],
  ['Prepared by: Bisi (08034441122)', 'reference', { references: [] }],
  ['paid GARO-8f3k2j1 late', 'other', { references: ['GARO-8f3k2j1'] }],
  ['0123456789', 'reference', { references: [], named: ['0123456789'] }],
  ['2026/000123', 'reference', { references: ['2026/000123'] }],
  [' REF/77/12 ', 'reference', { references: ['REF/77/12'] }],
  ['31/01/2026', 'reference', { references: [] }],
  ['n/a', 'reference', { references: [] }],
  ['GARO-8f3k2j1/failed', 'reference', { references: ['GARO-8f3k2j1'] }],
  ['_ABC_77_', 'reference', { references: ['_ABC_77_'] }],
  ['_GARO-8f3k2j1_', 'reference', { references: ['GARO-8f3k2j1'] }],
  ['_PAY-77_', 'reference', { references: ['_PAY-77_'] }],
  ['GARO/8f3?k=2#j1%50', 'reference', { references: ['GARO/8f3?k=2#j1%50'] }],
  ['12.50', 'reference', { references: [] }],
  ['*AB7*', 'reference', { references: ['*AB7*'] }],
  ['"port": 9404, commit=83db48ff', 'id', { references: [], identifiers: [], named: [] }],
  ['tsq?transactionId=19260 dur_ms=41000', 'id', { identifiers: ['19260'], named: [] }],
])(
  'a reference in a cell is told by the heading of its column: %j below %s',
  (cell, heading, found) => {
    expect(references.inCell(cell, heading)).toMatchObject(found);
  },
);

it.each<[pattern: string, as: 'inTalk' | 'asTyped', text: string, found: Partial<Reading>]>([
  [
    'PAY\\d{4}',
    'inTalk',
    'PAY1234, GARO-8f3k2j1, xPAY5678',
    { references: ['PAY1234', 'PAY5678'] },
  ],
  ['PAY\\d{4}', 'inTalk', 'PAY1234, GARO-8f3k2j1', { named: ['GARO-8f3k2j1'] }],
  ['PAY\\d{4}', 'asTyped', 'GARO-8f3k2j1', { references: ['GARO-8f3k2j1'] }],
  ['PAY\\d{4}', 'asTyped', 'PAY1234 GARO-8f3k2j1', { references: ['PAY1234'] }],
  ['PAY\\d{4}', 'asTyped', 'ABC123 XYZ456', { references: [] }],
  ['(PAY\\d{4})?', 'inTalk', 'a PAY1234', { references: ['PAY1234'] }],
  ['ref-[A-Z]+-\\d+', 'inTalk', 'see ref-PAY-1234', { references: ['ref-PAY-1234'] }],
  ['LONG-\\d+', 'inTalk', `see ${long}, please`, { references: [long] }],
  [
    '\\d{17}',
    'inTalk',
    '12345698690885579 123456986908855790',
    { identifiers: ['123456986908855790'] },
  ],
])(
  'REFERENCE_PATTERN %s decides alone %s, and names what else looks like one: %j',
  (pattern, as, text, found) => {
    expect(new CleanedText(text, createReferences(pattern))[as]).toMatchObject(found);
  },
);

it('any text is searched by REFERENCE_PATTERN in linear time', async () => {
  const own = createReferences('(a+)+$');
  await expectLinear(5_000, (size) => new CleanedText(`${'a'.repeat(size)}!`, own).inTalk);
});

it.each([
  ['[Kustomer #48213] says GARO-8f3k2j1 failed', ['#48213']],
  ['[Zendesk #48213] says GARO-8f3k2j1 failed', []],
  ['RITM0012345, PR #4411 and MR 44112 are about GARO-8f3k2j1', []],
  ['EPIC-12345 and SOP-00123 are about GARO-8f3k2j1', []],
])("another system's number has no button: %s", (text, named) => {
  const { inTalk } = new CleanedText(text, createReferences());
  expect(inTalk).toEqual({ references: ['GARO-8f3k2j1'], identifiers: [], named });
  expect(inTalk.named.some(mayBeWhole)).toBe(false);
});
