import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { assertTyped } from '../../src/commands/ask.ts';
import { commandNames } from '../../src/commands/command-names.ts';
import { mentionText } from '../../src/commands/mentions.ts';
import { UserError } from '../../src/errors.ts';
import { typedText } from '../../src/reading/clean.ts';
import { readCommand, readGuess, readMention, readMessage } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { jsonLines } from '../fixtures/json-lines.ts';

const references = createReferences();
const { recognise } = commandNames('-staging');
const isBot = (userId: string) => userId === 'U0BOT';
const read = (message: string) => readMention(mentionText(message, isBot), references, recognise);

it('what a message says to the bot, and what it asks, is as kept', () => {
  const some = z.string().optional();
  const Mention = z.object({
    message: z.string(),
    words: z.string(),
    before: some,
    /** The command and its text. */
    asks: some,
    /** Of what is answered in words, its kind. */
    talk: some,
    readAs: some,
    leftOut: z.array(z.string()).optional(),
  });
  const kept = jsonLines('mentions.jsonl', Mention);
  const heard = kept.map(({ message }) => {
    const said = mentionText(message, isBot);
    const { words, before } = said;
    const question = readMention(said, references, recognise) ?? readGuess(said, references);
    const { readAs, leftOut = [], intent } = question ?? {};
    const talk = intent?.kind === 'talk' ? intent.talk.kind : undefined;
    return {
      ...{ message, words, talk, readAs, before: before || undefined },
      asks: question && !talk ? `${question.command} ${question.text}`.trim() : undefined,
      leftOut: leftOut.length > 0 ? leftOut : undefined,
    };
  });
  expect(heard).toEqual(kept);
});

it('a message is read no further than somebody types', () => {
  expect(mentionText(`txn ${'x'.repeat(20_000)}`).words).toHaveLength(12_000);
  expect(mentionText(`${'x'.repeat(12_000)}<@U0BOT> txn 1`, isBot).words).toHaveLength(12_000);
  expect(mentionText('GARO-1 <@U0BOT> txn GARO-2').words).toBe('GARO-1 txn GARO-2'); // the bot is not known
  expect(read(`GARO-8f3k2j1 ${'x'.repeat(9_000)}`)?.text).toBe('GARO-8f3k2j1');
});

it('nothing of a message stays unread, whoever is mentioned in it', () => {
  const word = fc.stringMatching(/^[A-Z]{4}-[a-z\d]{7}$/);
  const mentions = [' ', ' <@U0AMARA> ', ' <@U0AMARA|Amara>, ', '\n<@U0BOT> ', ' <@U0BOT>, cc <@U0BISI> '];
  const between = fc.constantFrom(...mentions);
  fc.assert(
    fc.property(fc.array(fc.tuple(between, word), { minLength: 1, maxLength: 6 }), between, (said, end) => {
      const { words, before } = mentionText(said.flat().join('') + end, isBot);
      const all = `${before} ${words}`.trim();
      expect(all.match(/[A-Z]{4}-[a-z\d]{7}/g)).toEqual(said.map(([, each]) => each));
      expect(all).toContain(words.trim());
      expect(all).not.toMatch(/<@/);
    }),
  );
});

it('behind /txn asks the same as in a message', () => {
  const rows = ['stop it', 'unwatch x', 'watch abcdef', 'watch the game tonight', 'who is 000014', 'what is down'];
  rows.push('stop watching GARO-8f3k2j1 and tell me about GARO-5p1d6w8', 'list everything pending', 'resend it');
  for (const text of rows) {
    const { command, intent, leftOut } = readCommand('txn', text, references);
    expect(read(text)).toMatchObject({ command, intent, leftOut });
  }
});

it('a long text asks for all that stands in it', () => {
  const list = Array.from({ length: 300 }, (_, at) => `GARO-1a2b${100 + at}`).join('\n');
  for (const text of [
    list,
    `please check these:\n${list}`,
    `<@U0BOT> ${list}`,
    `${list}\n${'and more words '.repeat(400)}`,
  ])
    expect(read(text)?.intent).toMatchObject({ references: list.split('\n') });
});

it('a message is named by as many as are looked up at once, and asks for the rest as well', () => {
  const list = Array.from({ length: 27 }, (_, at) => `GARO-1a2b${100 + at}`);
  const question = readMessage(`${list.join(' ')} 12345698690885579`, references);
  expect(question).toMatchObject({
    ...{ command: 'txn', text: list.slice(0, 25).join(' ') },
    ...{ intent: { references: list }, leftOut: ['12345698690885579'] },
  });
});

it('logs of a text that asks for nothing only what may be a reference', () => {
  const text = 'Ada Obi of 14 Marina Rd lost money, case 77x2b';
  const words = { words: text, first: 'Ada', text: text.slice(4), before: '' };
  expect(readMessage(text, references)).toMatchObject({ text: '77x2b', again: '77x2b', leftOut: ['77x2b'] });
  expect(readGuess(words, references)).toMatchObject({ text: '77x2b', leftOut: ['77x2b'] });
});

it.each([
  ['GARO- 6t2x8q1 and GARO-3w9n5c2', 'txn GARO-6t2x8q1 GARO-3w9n5c2'],
  ['watch GARO -6t2x8q1', 'txn watch GARO-6t2x8q1'],
  ['garo-6t2x8q1', undefined],
  ['Ref No. *GARO-6t2x8q1*,', undefined],
])('an answer to %j says what was read where that was not written so: %s', (text, readAs) => {
  expect(readCommand('txn', text, references).readAs).toBe(readAs);
});

it('what people paste is cleaned of what clings to it, and of nothing else', () => {
  const kept = jsonLines('cleaned.jsonl', z.object({ pasted: z.string(), meant: z.string() }));
  expect(kept.map(({ pasted }) => ({ pasted, meant: typedText(pasted) }))).toEqual(kept);
});

it('a longer text than Slack’s composer takes is refused with a sentence, and quoted as far as that', () => {
  expect(typedText(`a ${'b'.repeat(13_000)}`)).toHaveLength(12_000);
  expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});
