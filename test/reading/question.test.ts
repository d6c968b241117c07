import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { commandNames } from '../../src/command-names.ts';
import { misspelt, readCommand, readLone, readMention, readMessage } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { couldBeReference } from '../../src/reading/shapes.ts';
import { mentionText } from '../../src/reading/small-talk.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { anyCharacter } from '../support/any-character.ts';

const references = createReferences();
const { recognise } = commandNames('-staging');
const isBot = (userId: string) => userId === 'U0BOT';
const read = (message: string) => readMention(mentionText(message, isBot), references, recognise);

it('what a message says to the bot, and what it asks, is as kept', () => {
  const some = z.string().optional();
  const Mention = z.object({
    message: z.string(),
    words: z.string(),
    all: some,
    before: some,
    /** The command and its text. */
    asks: some,
    readAs: some,
    leftOut: z.array(z.string()).optional(),
  });
  const kept = jsonLines('mentions.jsonl', Mention);
  const heard = kept.map(({ message }) => {
    const said = mentionText(message, isBot);
    const { words, all, before } = said;
    const question = readMention(said, references, recognise) ?? readLone(said, references);
    const { readAs, leftOut = [] } = question ?? {};
    const asks = question && `${question.command} ${question.text}`.trim();
    return { message, words, all, before, asks, readAs, leftOut: leftOut.length > 0 ? leftOut : undefined };
  });
  expect(heard).toEqual(kept);
});

it('a message is read no further than somebody types', () => {
  expect(mentionText(`txn ${'x'.repeat(20_000)}`).words).toHaveLength(12_000);
  expect(mentionText(`${'x'.repeat(12_000)}<@U0BOT> txn 1`, isBot).first).toHaveLength(12_000);
  expect(mentionText('GARO-1 <@U0BOT> txn GARO-2').words).toBe('GARO-1 txn GARO-2'); // the bot is not known
  expect(read(`GARO-8f3k2j1 ${'x'.repeat(1_987)}`)?.text).toBe('GARO-8f3k2j1');
  expect(read(`GARO-8f3k2j1 ${'x'.repeat(1_988)}`)).toBeUndefined();
});

it('nothing of a message stays unread, whoever is mentioned in it', () => {
  const word = fc.stringMatching(/^[A-Z]{4}-[a-z\d]{7}$/);
  const mentions = [' ', ' <@U0AMARA> ', ' <@U0AMARA|Amara>, ', '\n<@U0BOT> ', ' <@U0BOT>, cc <@U0BISI> '];
  const between = fc.constantFrom(...mentions);
  fc.assert(
    fc.property(fc.array(fc.tuple(between, word), { minLength: 1, maxLength: 6 }), between, (said, end) => {
      const { words, all = words } = mentionText(said.flat().join('') + end, isBot);
      expect(all.match(/[A-Z]{4}-[a-z\d]{7}/g)).toEqual(said.map(([, each]) => each));
      expect(all).toContain(words.trim());
      expect(all).not.toMatch(/<@| {2}/);
    }),
  );
});

it('one word alone that is asked for has the shape of a reference, and is all that is in the message', () => {
  const anything = fc.string({ unit: anyCharacter });
  fc.assert(
    fc.property(fc.oneof(anything, fc.stringMatching(/^[ *_?.]{0,2}[A-Za-z\d-]{0,12}[ ?.!]{0,2}$/)), (message) => {
      const reference = readLone(mentionText(message), references)?.text;
      if (reference === undefined) return;
      expect(message).toContain(reference);
      expect(couldBeReference(reference)).toBe(true);
      expect(message.replace(reference, '')).not.toMatch(/[\p{L}\d]/u);
    }),
  );
});

it('a button that asks again for references and identifiers reads the same', () => {
  for (const words of ['GARO-8f3k2j1 and requery 19261', 'requery 19261 and 19253, then GARO-8f3k2j1']) {
    const asked = read(words)?.text ?? '';
    expect(read(asked)?.text).toBe(asked);
  }
});

it('a long text asks nothing by itself, unless most of it is references', () => {
  const list = Array.from({ length: 300 }, (_, at) => `GARO-1a2b${100 + at}`).join('\n');
  for (const text of [list, `please check these:\n${list}`, `<@U0BOT> ${list}`])
    expect(read(text)?.intent).toMatchObject({ references: list.split('\n') });
  expect(read(`${list}\n${'and more words '.repeat(400)}`)).toBeUndefined();
});

it('a message is named by as many as are looked up at once, and asks for the rest as well', () => {
  const list = Array.from({ length: 27 }, (_, at) => `GARO-1a2b${100 + at}`);
  const { question } = readMessage(`${list.join(' ')} 12345698690885579`, references, 25);
  expect(question).toMatchObject({
    ...{ command: 'txn', text: list.slice(0, 25).join(' ') },
    intent: { references: list, requeries: ['12345698690885579'] },
  });
});

it('an answer says what was read where that was not written so', () => {
  const rows: [text: string, mended: string | undefined][] = [
    ['GARO- 6t2x8q1', 'txn GARO-6t2x8q1'],
    ['is GARO\u20116t2x8q1 done', 'txn GARO-6t2x8q1'],
    ['GARO- 6t2x8q1 and GARO-3w9n5c2', 'txn GARO-6t2x8q1 GARO-3w9n5c2'],
    ['watch GARO -6t2x8q1', 'txn watch GARO-6t2x8q1'],
    ['garo-6t2x8q1', undefined],
    ['Ref No. *GARO-6t2x8q1*,', undefined],
    ['watch GARO-6t2x8q1', undefined],
  ];
  expect(rows.map(([text]) => [text, readCommand('txn', text, references).mended])).toEqual(rows);
});

it.each([
  ['txm', 'txn'],
  ['bnak', 'bank'],
  ['tx', 'txn'],
  ['tsn', 'txn'],
  ...['good', 'a', 'txmm', 'bakns'].map((word) => [word, undefined]),
])('of %s the nearest command is %s', (first = '', command) => {
  const nearest = misspelt({ first, text: 'X1' });
  expect(nearest).toEqual(command ? { said: first, meant: { command, text: 'X1' } } : { said: `${first} X1` });
});
