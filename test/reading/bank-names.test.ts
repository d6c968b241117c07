import { expect, it } from 'vitest';
import {
  bankQuestionMax,
  isClearBankQuestion,
  looksLikeBank,
  mayNameBank,
  readBankQuestion,
} from '../../src/reading/bank-names.ts';

const sorts = (text: string) =>
  readBankQuestion(text).parts.map((part) =>
    part.map(({ text: word, sort }) => `${word}:${sort}`).join(' '),
  );

it.each([
  ['5,000 ₦25,000.00 25k NGN500', '5,000:number ₦25,000.00:number 25k:number NGN500:number'],
  [
    'jane@example.com N25,058 $1,250,044',
    'jane@example.com:number N25,058:number 1,250,044:number',
  ],
  ['dropped 0803 123 4567', 'dropped:little 08031234567:number'],
  ['1st 50211 058152036 GTBINGLA', '1st:name 50211:code 058152036:code GTBINGLA:code'],
  [
    'sbicnglx TRIANGLE access this morning',
    'sbicnglx:code TRIANGLE:name access:name this:little morning:little',
  ],
  ["can't access the portal", "can't:little access:little the:polite portal:little"],
  ...[
    '1. gtb 2. uba',
    '1) gtb 2) uba',
    'a) gtb b) uba',
    '• gtb • uba',
    'gtb - uba',
    'gtb; uba',
  ].map((text) => [text, 'gtb:name | uba:name']),
])('a bank question %j is split into its kinds of words', (text = '', words = '') => {
  expect(sorts(text).filter(Boolean).join(' | ')).toBe(words);
});

it.each(['0123456789', '2348031234567', '1'.repeat(17), '1'.repeat(30), 'GARO-8f3k2j1'])(
  '%s is recognised by its shape as no bank',
  (text) => {
    expect(readBankQuestion(text).others).toEqual([text]);
    expect(mayNameBank(readBankQuestion(`please, my account is ${text}`))).toBe(false);
    expect(mayNameBank(readBankQuestion(`${text} zenith`))).toBe(true);
  },
);

it('codes, short numbers, amounts and words of a bank question are not set aside', () => {
  for (const text of [
    '000015',
    '058',
    '12345',
    '123456789',
    '1'.repeat(16),
    'AL-BARKAH',
    '25,000',
    'please',
  ])
    expect([text, readBankQuestion(text).others]).toEqual([text, []]);
});

it('a bank question is trimmed, and read up to its limit', () => {
  expect(readBankQuestion('x'.repeat(bankQuestionMax + 1)).text).toHaveLength(bankQuestionMax);
  expect(readBankQuestion('  gtb ').text).toBe('gtb');
});

it('a text may name a bank if it has a word that is no filler', () => {
  for (const text of ['yes', 'Above', 'today', 'code', 'the bank'])
    expect([text, mayNameBank(readBankQuestion(text))]).toEqual([text, false]);
  for (const text of ['zenith', 'gtb', 'Nomba', '000015', 'kuda bank', 'yes mfb'])
    expect([text, mayNameBank(readBankQuestion(text))]).toEqual([text, true]);
});

it.each([
  ['zenith and UBA please', 'zenith uba', true],
  ['what about fcmb?', 'fcmb', true],
  ['unity transfer was late', 'unity', true],
  ['find access', 'access', true],
  ['0123456789 access', 'access', true],
  ['which institution is access', 'access', true],
  ['we need access', 'access', false],
  ['25,000 access', 'access', false],
  ['access was denied', 'access', false],
])(
  'a text clearly asks for a bank if it has nothing else, or speaks of banks: %j',
  (text, query, isSo) => {
    expect(isClearBankQuestion(readBankQuestion(text), [{ query }])).toBe(isSo);
  },
);

it('a text looks like a bank by a word or a code that is no part of a reference', () => {
  const banks = [
    'zenith bank',
    'UBA sort code',
    'which one is 000014',
    'Lapo MFB',
    'kuda-090267',
    'uba/gtb',
  ];
  banks.push('zenith-0123456789', 'OPAY_20251103_7c41d9 zenith');
  for (const text of banks) expect([text, looksLikeBank(text)]).toEqual([text, true]);
  const others = [
    'good morning',
    '100014',
    'embankment',
    `bank ${'x'.repeat(60)}`,
    'a b c d e f g h bank',
  ];
  others.push('see OPAY_20251103_7c41d9 abeg', 'NIP/000016/031125/77QRT', 'WEMA-44k7z');
  for (const text of others) expect([text, looksLikeBank(text)]).toEqual([text, false]);
});
