import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/reading/clean.ts';
import { CleanedText } from '../../src/reading/cleaned-text.ts';
import { readCommand } from '../../src/reading/command-text.ts';
import {
  createMention,
  guessQuestion,
  readMention,
  readMessage,
} from '../../src/reading/mention.ts';
import { explainMasks, masksIn, personalKind } from '../../src/reading/personal.ts';
import type { Question } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { keys, labelledKeys, personalNumbers } from '../fixtures/personal.ts';
import { expectLinear } from '../support/growth.ts';

const references = createReferences();
const ownPattern = createReferences('[\\w-]{4,}');
const ways: Record<string, (text: string) => Question | undefined> = {
  '/txn': (text) => readCommand('txn', text, references),
  '/tsq': (text) => readCommand('tsq', text, references),
  '/txn in quotation marks': (text) => readCommand('txn', `"${text}"`, references),
  '/txn with a label': (text) => readCommand('txn', `ref: ${text}`, references),
  '/txn in a sentence': (text) => readCommand('txn', `please check ${text} for me`, references),
  '/txn watch': (text) => readCommand('txn', `watch ${text}`, references),
  'a mention': (words) => {
    const mention = createMention({ words, before: '' }, references);
    return readMention(mention, () => undefined) ?? guessQuestion(mention);
  },
  'the message shortcut': (text) => readMessage(new CleanedText(text, references)),
  "an operator's pattern": (text) => readCommand('txn', text, ownPattern),
};

/** What a question sends to the transfer service. */
function sentBy(question: Question | undefined): string[] {
  const intent = question?.intent;
  const asked = intent && 'references' in intent ? intent.references : [];
  const identifiers = intent && 'identifiers' in intent ? intent.identifiers : [];
  return [...asked, ...identifiers].filter((each) => personalKind(each) === undefined);
}

const own = ['GARO-8f3k2j1', 'R-GARO-8f3k2j1'];
const others = ['PSTK_9k3m5n7p1q', 'FT26021ABC99XYZ7', 'TXN-20260131001'];
const words = ['Ada', 'ADA_OBI', 'TXN', 'PAY', 'TRF-NIP', 'ref', 'CARD', 'zenith'];

describe.each(Object.entries(ways))('personal numbers, read by %s', (_way, read) => {
  it.each(Object.entries(personalNumbers))(
    '%s is never sent, alone or glued to a reference or a name',
    (_kind, number) => {
      const glued = ['-', '_', ''].flatMap((by) =>
        [...own, ...others, ...words].flatMap((beside) => [
          `${beside}${by}${number}`,
          `${number}${by}${beside}`,
        ]),
      );
      const digits = number.replace(/\D/g, '');
      const isSent = (text: string) => sentBy(read(text)).some((each) => each.includes(digits));
      expect([number, ...glued].filter(isSent)).toEqual([]);
    },
  );

  it('secret keys are not sent, quoted, audited or stored for Try Again, and are warned of', () => {
    for (const [label, key] of [...keys.map((each) => ['', each] as const), ...labelledKeys])
      for (const text of [
        `${label}${key}`,
        `GARO-8f3k2j1-${label}${key}`,
        `curl -H "${label}${key}" https://api.example/reference/GARO-8f3k2j1`,
      ]) {
        const question = read(text);
        expect(JSON.stringify(question)).not.toContain(key);
        expect(explainMasks(question?.leftOut ?? [])).toContain(
          'That looks like a secret key: revoke it, and delete the message.',
        );
      }
  });
});

it.each(Object.entries(personalNumbers))(
  'a reference that %s is glued to is asked for without it',
  (_kind, number) => {
    for (const reference of [...own, ...others])
      for (const by of ['-', '_', ''])
        expect(sentBy(readCommand('txn', `${reference}${by}${number}`, references))).toContain(
          reference,
        );
  },
);

it.each([
  '4084084084084082',
  '1234567890123456',
  '5500000000000005',
  '12345698690885579',
  '650000000000000000',
  '19261',
])('the identifier %s is askable: it has no card’s issuer, length or check digit', (identifier) => {
  expect(sentBy(readCommand('tsq', identifier, references))).toEqual([identifier]);
  const labelled = `please requery transaction id ${identifier}`;
  expect(sentBy(readCommand('tsq', labelled, references))).toEqual([identifier]);
});

it.each([
  ['5500 0000 0000 0004', '••card-0004••'],
  ['card 5399 8312 3456 7891 cvv 482', 'card ••card-7891•• cvv 482'], // its check digit is wrong
  ['5060-6666-6666-6666-666', '••card-6666••'],
  ['5500 0000 0000 0004 CVV123', '••card-0004•• ••PIN••'],
  ['3782 822463 10005', '••card-0005••'],
  ['4521 4522 4523 4524', '4521 4522 4523 4524'],
  ['password reset failed', 'password reset failed'],
  ['password: reset the old one', 'password: reset the old one'],
  ['token: 5501 2234 9908 1123', 'token: 5501 2234 9908 1123'],
  ['secret: GARO-8f3k2j1', 'secret: GARO-8f3k2j1'],
  ['Authorization: Bearer xxx', 'Authorization: Bearer xxx'],
  ['Authorization: Bearer $TRANSFER_TOKEN', 'Authorization: Bearer $TRANSFER_TOKEN'],
  ['https://drive.example/file/d/1ZX9CV8BN7M6A5S4D3/view', undefined],
  ['pi_3NxYzAbCdEfGhIjKlMnOpQr1', undefined],
])('the text %j is masked as %j before it is read', (text, read) => {
  expect(cleanText(text)).toBe(read ?? text);
  expect(cleanText(cleanText(text))).toBe(read ?? text);
});

it.each([
  'eyJ',
  'sk_live_',
  'secret=',
  'token:',
  'Bearer ',
  '-----BEGIN PRIVATE KEY',
  '://a:',
  'GARO-8f3k2j1',
  '5500000000000004 ',
  'aB3',
])('a text of nothing but %j is masked in linear time', async (part) => {
  await expectLinear(2_000, (size) => masksIn(cleanText(part.repeat(size))));
});
