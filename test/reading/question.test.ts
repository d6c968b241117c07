import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { commandNames } from '../../src/command.ts';
import { assertTyped } from '../../src/commands/ask.ts';
import { mentionText } from '../../src/commands/mentions-and-dms.ts';
import { UserError } from '../../src/errors.ts';
import { CleanedText } from '../../src/reading/cleaned-text.ts';
import { readCommand } from '../../src/reading/command-text.ts';
import {
  createMention,
  guessQuestion,
  readMention,
  readMessage,
} from '../../src/reading/mention.ts';
import { personalKind } from '../../src/reading/personal.ts';
import { classifyTalk } from '../../src/reading/phrases.ts';
import { aboutReferences, subjectOf } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { expectLinear } from '../support/growth.ts';

const references = createReferences();
const { recognise } = commandNames('-staging');
const isBot = (userId: string) => userId === 'U0BOT';
const heard = (message: string) => createMention(mentionText(message, isBot), references);
const read = (message: string) => readMention(heard(message), recognise);
const message = (text: string) => new CleanedText(text, references);

it('every message of mentions.jsonl is read as recorded', () => {
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
  const read = kept.map(({ message }) => {
    const { words, before } = mentionText(message, isBot);
    const mention = heard(message);
    const question = readMention(mention, recognise) ?? guessQuestion(mention);
    const { readAs, leftOut = [], intent } = question ?? {};
    const talk = intent?.kind === 'talk' ? intent.talk.kind : undefined;
    return {
      ...{ message, words, talk, readAs, before: before || undefined },
      asks: question && !talk ? `${question.command} ${question.text}`.trim() : undefined,
      leftOut: leftOut.length > 0 ? leftOut : undefined,
    };
  });
  expect(read).toEqual(kept);
});

it('a message is read up to 12,000 characters', () => {
  expect(mentionText(`txn ${'x'.repeat(20_000)}`).words).toHaveLength(12_000);
  expect(mentionText(`${'x'.repeat(12_000)}<@U0BOT> txn 1`, isBot).words).toHaveLength(12_000);
  expect(mentionText('GARO-1 <@U0BOT> txn GARO-2').words).toBe('GARO-1 txn GARO-2'); // the bot is not known
  expect(read(`GARO-8f3k2j1 ${'x'.repeat(9_000)}`)?.text).toBe('GARO-8f3k2j1');
});

it('no reference of a message is lost, whoever is mentioned in it', () => {
  const word = fc.stringMatching(/^[A-Z]{4}-[a-z\d]{7}$/);
  const mentions = [
    ' ',
    ' <@U0AMARA> ',
    ' <@U0AMARA|Amara>, ',
    '\n<@U0BOT> ',
    ' <@U0BOT>, cc <@U0BISI> ',
  ];
  const between = fc.constantFrom(...mentions);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(between, word), { minLength: 1, maxLength: 6 }),
      between,
      (said, end) => {
        const { words, before } = mentionText(said.flat().join('') + end, isBot);
        const all = `${before} ${words}`.trim();
        expect(all.match(/[A-Z]{4}-[a-z\d]{7}/g)).toEqual(said.map(([, each]) => each));
        expect(all).toContain(words.trim());
        expect(all).not.toMatch(/<@/);
      },
    ),
  );
});

it('a text behind /txn asks the same as in a message', () => {
  const rows = [
    'stop it',
    'unwatch x',
    'watch abcdef',
    'watch the game tonight',
    'who is 000014',
    'what is down',
  ];
  rows.push(
    'stop watching GARO-8f3k2j1 and tell me about GARO-5p1d6w8',
    'list everything pending',
    'resend it',
  );
  for (const text of rows) {
    const { command, intent, leftOut } = readCommand('txn', text, references);
    expect(read(text)).toMatchObject({ command, intent, leftOut });
  }
});

it.each([
  ['wacth GARO-8f3k2j1', 'watch'],
  ['pls wach GARO-8f3k2j1', 'watch'],
  ['stpo GARO-8f3k2j1', 'stop'],
  ['tkae GARO-8f3k2j1', 'take'],
  ['GARO-8f3k2j1 requrey', 'requery'],
  ['notfy me when GARO-8f3k2j1 changes', 'notify'],
  ['step GARO-8f3k2j1', undefined],
  ['stops at GARO-8f3k2j1', undefined],
  ['match GARO-8f3k2j1', undefined],
  ['watch GARO-8f3k2j1', undefined],
])('the verb of %j is misspelt, and meant is %s', (text, meant) => {
  for (const question of [read(text), readCommand('txn', text, references)]) {
    expect(question).toMatchObject({ intent: { references: ['GARO-8f3k2j1'] } });
    expect(question?.misspelt?.meant).toBe(meant);
  }
});

it.each([
  ['GARO-8f3k2j1 is this one of ours coming in or going out?', true],
  ['are GARO-8f3k2j1 and 12345698690885579 the same transfer?', true],
  ['GARO-8f3k2j1 failed, whose fault is it', true],
  ['GARO-8f3k2j1: who approved this, and can you cancel it?', true],
  ['status of GARO-8f3k2j1? what is our success rate', true],
  ['why did GARO-8f3k2j1 fail? can you resend it?', true],
  ['GARO-8f3k2j1 is zenith network bad', true],
  ['GARO-8f3k2j1 is slow', false],
  ['GARO-8f3k2j1 to zenith', false],
  ['ERROR: duplicate reference GARO-8f3k2j1. Did it go out twice?', true],
  [
    `GARO-8f3k2j1\n${'\tat com.garo.Poster.post(Poster.java:212)\n'.repeat(9)}was it sent twice?`,
    true,
  ],
  ['GARO-8f3k2j1 what does response code 09 mean?', true],
  ['GARO-8f3k2j1 GARO-7c4m9p2 total?', false],
  ["I've got GARO-8f3k2j1, putting Chidi as backup", true],
  ["I've got GARO-8f3k2j1, thanks", false],
  ["remind me if GARO-8f3k2j1 hasn't moved in 30 mins", true],
  ['remind me about GARO-8f3k2j1 at 6', true],
  ['tell me when GARO-8f3k2j1 changes, in this thread', false],
  ['give me a shout when GARO-8f3k2j1 lands', false],
  ['status of GARO-8f3k2j1?', false],
  ['GARO-8f3k2j1 any update?', false],
  ['what happened to GARO-8f3k2j1?', false],
  ['why is GARO-8f3k2j1 pending?', false],
  ['has the customer received GARO-8f3k2j1?', false],
  ['did GARO-8f3k2j1 go through on our end?', false],
  ['pls help look into this for the customer? GARO-8f3k2j1', false],
  ['GARO-8f3k2j1 e don enter for your side?', false],
  ['can you reverse GARO-8f3k2j1?', false],
  ['select * from t where reference = ? -- GARO-8f3k2j1', false],
  ['GARO-8f3k2j1 GARO-7c4m9p2 same money?', true],
  ['GARO-8f3k2j1 GARO-7c4m9p2 which can I refund?', true],
  ['tsq 19261 what is 09?', true],
  ['watch GARO-8f3k2j1 and tell Chidi', true],
  ['watch GARO-8f3k2j1 and tell me when it changes, I dey go lunch', false],
  ['watch GARO-8f3k2j1 and tell me whn it changes', false],
  ['watch GARO-8f3k2j1. am off at 6pm, Tunde takes over from me', false],
  ['GARO-8f3k2j1 how many are still pending, and do they agree?', false],
  ['good morning, how una dey. GARO-8f3k2j1 don fail or e never fail?', false],
  ['do you keep what we type here? check GARO-8f3k2j1', true],
  ['do you see this GARO-8f3k2j1?', false],
  ['GARO-8f3k2j1 which account did they send from?', false],
  ['GARO-8f3k2j1 is it ok to pay the vendor again?', true],
  ['GARO-8f3k2j1 response 00 means it was successful right?', true],
  ['GARO-8f3k2j1 help, what can you do?', true],
  ['GARO-8f3k2j1 is the service down or only this one?', true],
  ['GARO-8f3k2j1 and can I search by account number?', true],
  ["requery 19261. who's right?", true],
])('the text %j asks more than a look-up answers: %s', (text, isMore) => {
  expect(read(text)?.unanswered !== undefined).toBe(isMore);
});

it.each([
  ['GARO-8f3k2j1, they said response code, what does it mean', /codes mean/],
  ['GARO-8f3k2j1 what does pending mean', /what else was asked/],
  ['GARO-8f3k2j1 and GARO-5p1d6w8, are they the same?', /one payment or two/],
  ['GARO-8f3k2j1 is it still the same?', /what else was asked/],
  ['GARO-8f3k2j1 is the service down or only this one?', /whether it is up/],
  ['GARO-8f3k2j1. what can you do?', /by itself/],
])('the text %j is told what no answer has: %s', (text, sentence) => {
  expect(read(text)?.unanswered).toMatch(sentence);
});

it.each([
  ['how long does reversal take from Access bank?', true],
  ['when will access refund', true],
  ['why is kuda rejecting transfers', true],
  ['does gtb charge for this?', true],
  ['who owns opay', true],
  ['wema slow today?', true],
  ['which bank was it really, and who is 000013?', true],
  ['zenith', false],
  ['zenith?', false],
  ['pls which bank be 090110', false],
  ['when paying to wema which code', false],
  ['what code do I use to refund to gtb', false],
  ['Bank: Access, reason: school fees', false],
])('the text %j asks of a bank more than its code: %s', (text, isMore) => {
  expect(readCommand('bank', text, references).unanswered !== undefined).toBe(isMore);
});

it.each([
  ["are you even up? what's the transfer API doing right now", 'service'],
  ['is the bot alive', 'service'],
  ['what is the switch doing', 'service'],
  ['you there?', 'service'],
  ['is the switch okay', 'service'],
  ["what's open from the evening shift? handing over to Amaka at 6", 'open'],
  ['anything open?', 'open'],
  ["what's still hanging", 'open'],
  ['what did last shift leave', 'open'],
  ['txn mine', 'open'],
  ['draft something for the bank', 'note'],
  ['something i can send to the bank', 'note'],
  ['how many pending right now?', 'list'],
  ['write to the bank about it', 'note'],
])('%j is talk that asks %s', (text, kind) => {
  const question = read(text) ?? guessQuestion(heard(text));
  expect(question?.intent).toMatchObject({ kind: 'talk', talk: { kind } });
});

it('an order to stop watching asks for no change of the transfer, wherever it stands', () => {
  const { intent } = read('what am i watching? and stop watching GARO-5p1d6w8') ?? {};
  expect(intent).toMatchObject({ kind: 'stop', references: ['GARO-5p1d6w8'], wantsAction: false });
});

it('a question about a bank with a name that is no other word needs no command', () => {
  const question = read('how long does reversal take from uba');
  expect(question).toMatchObject({ command: 'bank', unanswered: expect.any(String) });
  expect(read('does access charge for reversals')).toBeUndefined();
});

it.each([
  ['GARO-8f3k2j1 use 044 & 057', ['044', '057']],
  ['GARO-8f3k2j1 (bank code 058)', ['058']],
  ['GARO-8f3k2j1 at 09:15, call 080 55, 0.044', []],
])('the older bank codes in %j are named: %j', (text, leftOut) => {
  expect(read(text)?.leftOut).toEqual(leftOut);
});

it.each(['tx/GARO-8f3k2j1%2F2550', 'pay%2F2550/GARO-8f3k2j1', 'GARO-8f3k2j1%3Fa%3D77x2'])(
  'no part of an escaped address is left over: %s',
  (path) => {
    expect(read(`https://pay.example/${path}`)).toMatchObject({
      ...{ text: 'GARO-8f3k2j1', leftOut: [] },
    });
  },
);

it('a long text asks for every reference in it', () => {
  const list = Array.from({ length: 300 }, (_, at) => `GARO-1a2b${100 + at}`).join('\n');
  for (const text of [`please check these:\n${list}`, `${list}\n${'and more words '.repeat(400)}`])
    expect(read(text)?.intent).toMatchObject({ references: list.split('\n') });
});

it('a message of many references is logged as the first 25, and asks for all', () => {
  const list = Array.from({ length: 27 }, (_, at) => `GARO-1a2b${100 + at}`);
  const question = readMessage(message(`${list.join(' ')} 12345698690885579`));
  expect(question).toMatchObject({
    ...{ command: 'txn', text: list.slice(0, 25).join(' '), leftOut: [] },
    ...{ intent: { references: list, identifiers: ['12345698690885579'] } },
  });
});

it('a text that asks for nothing is logged only as far as it may be a reference', () => {
  const text = 'Ada Obi of 14 Marina Rd lost money, case 77x2b';
  expect(readMessage(message(text))).toMatchObject({
    text: '77x2b',
    again: '77x2b',
    leftOut: ['77x2b'],
  });
  expect(guessQuestion(heard(text))).toMatchObject({ text: '77x2b', leftOut: ['77x2b'] });
});

it.each([
  ['GARO- 6t2x8q1 and GARO-3w9n5c2', 'txn GARO-6t2x8q1 GARO-3w9n5c2'],
  ['watch GARO -6t2x8q1', 'txn watch GARO-6t2x8q1'],
  ['garo-6t2x8q1', undefined],
  ['Ref No. *GARO-6t2x8q1*,', undefined],
])('an answer to %j says what it read, where that is not what was typed: %s', (text, readAs) => {
  expect(readCommand('txn', text, references).readAs).toBe(readAs);
});

it('a pasted reference is freed of what clings to it, and of nothing else', () => {
  const kept = jsonLines('cleaned.jsonl', z.object({ pasted: z.string(), meant: z.string() }));
  expect(kept.map(({ pasted }) => ({ pasted, meant: message(pasted).text }))).toEqual(kept);
});

it('a longer text than Slack’s composer takes is refused with a sentence, and quoted as far as that', () => {
  expect(message(`a ${'b'.repeat(13_000)}`).text).toHaveLength(12_000);
  expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});

/** What a text is, with what belongs to it. */
function kindOf(text: string): string {
  const talk = classifyTalk(text);
  if (talk === undefined) return '';
  return `${talk.kind} ${'text' in talk ? talk.text : ''}`.trim();
}

it.each([
  [
    'thanks',
    'thanks',
    'Thanks a lot!',
    'thank you so much, team',
    'great, thanks for your help.',
    'noted',
  ],
  [
    'help',
    'help',
    'HELP',
    '?',
    '--help',
    'help me',
    'What can you do?',
    'who are you',
    'how do I use this?',
  ],
  ['greeting', 'hi', 'Hello!', 'hey there', 'good morning team'],
  ['thanks', 'thanks boss', 'thank you oga', 'thank you jare, you try 🙏🏾'],
  ['who', 'any update? and who is on it', 'reference pls, and who is on it?'],
  ['who', 'who dey handle reference', 'anybody on it?', 'is anyone handling this one'],
  [
    'on it',
    "I'm working on it",
    'I don take reference',
    'leave am for me',
    'assign reference to me',
    'make I treat am',
    'this one is with me',
  ],
  [
    'who',
    'did anyone requery this already?',
    'who checked it last',
    'has somebody looked at this',
    'anybody don check am?',
    'customer is angry. have we requeried it before?',
    'was this one checked by anybody',
  ],
  ['transactions', 'can anyone check this', 'pls can somebody look at it'],
  [
    'transactions',
    'what type of transaction is that one?',
    'which time e drop and which session id',
  ],
  ['transactions', 'ok thanks. pls what is the session id, the bank is asking for it'],
  ['help', 'hi, first night. what can you do and can you reverse a transfer if bank says so?'],
  ['help', 'how far? wetin you fit do', 'how far, wetin una sabi?'],
  ['who', 'who asked', 'na who dey on am', "who's on it?", 'who is on it', 'who else asked for it'],
  [
    'on it',
    "I'm on it",
    'im on it',
    'mine',
    'take it',
    'on it',
    'I’m on this',
    "I'll take this one",
  ],
  ['on it', 'take over', 'take it over', "I'm taking over", 'i am on am', 'I go handle am'],
  ['on it', 'I dey on am, make nobody else touch am', 'i dey on this one'],
  ['on it', 'na me dey handle am', 'this one na my own', 'abeg leave am for me', "I've got this"],
  ['on it', "ok boss, i'm on it", 'leave am, mine', 'take reference', "take reference, i'm on it"],
  [
    'transactions',
    'got it',
    'I got this',
    'did you get it?',
    'has it been requeried',
    'has it settled yet',
  ],
  [
    'transactions',
    'e don enter?',
    'e don land?',
    'e never drop',
    'wetin happen',
    'wetin dey happen',
    'how far',
  ],
  [
    'complaint',
    'this bot no dey work',
    'bot is down',
    'why is this bot so slow',
    "you didn't answer",
  ],
  ['where', 'where do I see the transaction id?', 'how do I find the session ID'],
  ['greeting', 'good morning', 'Good evening boss'],
  ['note', 'note', 'note for the bank', 'send the note to the bank', 'pls note'],
  ['age', 'how long', 'how long will it take?', 'why', 'why?'],
  [
    'age',
    'why did it fail?',
    'why was the second one reversed',
    'what went wrong',
    'what happened?',
  ],
  [
    'age',
    'why was reference rejected by the bank',
    'when will reference land?',
    'abeg when customer go get refund for this one',
  ],
  ['age', 'any reason?', 'reason pls', 'why did it fail? and who will pay the customer back'],
  ['transactions', 'the second one again pls', 'the first', 'what about the last one'],
  [
    'transactions',
    'the third one pls, full details',
    'number 2',
    '2nd pls',
    'the second one don resolve?',
  ],
  ['transactions', 'and now? still same?', 'customer is shouting. any update?'],
  ['transactions', 'and now?', 'pls look', 'what of this one', 'still pending?', 'did it land'],
  ['transactions', 'check this pls', "what's the status of those?", 'can you look into this'],
  ['age', 'why is it pending', 'why is this still not successful', 'why pending?'],
  [
    'transactions',
    'check it',
    'any update on this?',
    'status',
    "don't watch this one, just tell me the status",
  ],
  ['comparison', 'requery', 'abeg requery am', 'check again', 'pls check it again', 'recheck this'],
  [
    'list',
    'list everything pending',
    'show me all failed transactions',
    'pending transactions today',
  ],
  ['list', 'list all pending since Monday'],
  [
    'list',
    'how many failed in the last hour?',
    'any failed transactions in the last 2 hours?',
    'list all failed transactions today',
    'show me everything for this account',
    'how many are pending now',
    'find all transfers to GTBank today',
  ],
  ['', 'how many of them failed?', 'show me all details of this customer'],
  ['service', 'opay transfers dey hang, is NIBSS down? when will it be back'],
  ['service', 'is the service up?', 'why is everything pending?', 'what is down', 'is NIBSS down?'],
  [
    'bank state',
    'is opay down?',
    'opay down',
    'is opay bank working',
    'why is opay failing',
    'hows opay app ok',
  ],
  ['bank state', 'why is opay slow tonight? all outward failing', 'morning! is opay down today?'],
  ['bank state', 'is opay down since 10am', 'opay failing for 20 mins', 'thumbs up'],
  ['list', 'list everything pending since 10:30'],
  [
    'own look-ups',
    'what did I look up today',
    'my lookups',
    'show my recent look-ups',
    'what have i checked so far',
  ],
  ['watching', 'watching', 'list my watches please', 'what am I watching?', 'list'],
  [
    'watching',
    'what am i watching rn',
    'my watches',
    'wetin I dey watch',
    'which transfers am I still watching?',
    'ok thanks. what am I watching now?',
  ],
  ['watch', 'confirm am pls, then watch it'],
  ['watch', 'watch the pending one', 'abeg watch those that failed', 'watch the zenith one'],
  ['on it', 'take the reversed one', 'I go handle the failed one', 'take the 50k one'],
  ['open', 'show all that is still open', 'how many are open now?'],
  ['open', 'what is still open and who is on it? handing over in 10'],
  ['transactions', 'any change on these 3 ?', 'e go drop in 5 mins?', 'any update in 2 hours'],
  ['transactions', 'any update? is the service up?', 'is it pending? what is still open?'],
  ['transactions', 'is the app slow? check it', 'check reference, watch reference'],
  ['', 'is this recorded as paid?', 'mail from gtbank says it failed'],
  ['open', 'who is on what? closing my shift now, wetin still dey open'],
  [
    'watch GARO-8f3k2j1',
    'watch GARO-8f3k2j1',
    'abeg watch GARO-8f3k2j1',
    'please watch: GARO-8f3k2j1',
  ],
  [
    'watch GARO-8f3k2j1 changes',
    'tell me when GARO-8f3k2j1 changes',
    'pls let me know if GARO-8f3k2j1 changes',
  ],
  ['watch GARO-8f3k2j1 drops', 'notify me when GARO-8f3k2j1 drops'],
  [
    'watch',
    'watch both',
    'abeg watch all three',
    'watch',
    'watch this',
    'watch these transactions?',
    'tell me when it changes',
  ],
  [
    'watch',
    'tell me when it changes pls, going to lie down small',
    'e no clear yet, abeg watch it',
  ],
  [
    'stop',
    'stop it',
    'Stop!',
    'stop this now',
    'stop telling me',
    'pls stop notifying me',
    'pls stop to dey alert me for this one, e don settle',
    'unwatch',
  ],
  ['watching', 'stop all watches', 'pls stop all my watches', 'unwatch everything', 'stop all'],
  [
    'stop GARO-8f3k2j1',
    'stop alerts for GARO-8f3k2j1',
    'unwatch GARO-8f3k2j1',
    'STOP WATCHING GARO-8f3k2j1',
  ],
  ['stop GARO-8f3k2j1', 'pls stop notifying me about GARO-8f3k2j1'],
  ['stop GARO-8f3k2j1', 'stop watching GARO-8f3k2j1 and tell me about GARO-5p1d6w8'],
  ['stop GARO-8f3k2j1', 'unwatch GARO-8f3k2j1, then watch GARO-5p1d6w8'],
  ['act', 'resend GARO-8f3k2j1', 'pls re-send GARO-8f3k2j1', 'push GARO-8f3k2j1'],
  ['act', 'can you reverse GARO-8f3k2j1', 'reverse it'],
  ['act', 'refund GARO-8f3k2j1 please'],
  ['act', 'stop the payment GARO-8f3k2j1', 'cancel GARO-8f3k2j1', 'stop GARO-8f3k2j1'],
  [
    '',
    'thank heavens',
    'for all',
    'thanks, and GARO-8f3k2j1?',
    `thanks ${'a lot '.repeat(60)}`,
    'hi GARO-8f3k2j1',
    'thanks, but who is the sender?',
    'please note, it was sent by courier',
    'Note: reference was sent by courier',
    'which of these can I ask the merchant to resend?',
    'Desc: GARO-8f3k2j1\nTo stop debits dial the code below',
  ],
  [
    'act',
    'should I resend GARO-8f3k2j1?',
    'should I send it again',
    'so we can resend?',
    'can resend now?',
    'go ahead and push again',
    'is it ok to send it a second time?',
    'GARO-8f3k2j1 resend it',
    'pay GARO-8f3k2j1 again',
  ],
  [
    'act',
    'I want to reverse GARO-8f3k2j1',
    'do a reversal on GARO-8f3k2j1',
    'GARO-8f3k2j1 please reverse',
  ],
  ['act', 'update GARO-8f3k2j1 to successful'],
  [
    '',
    'tell me why GARO-8f3k2j1 failed',
    'let me know the status of GARO-8f3k2j1',
    'follow up on GARO-8f3k2j1',
  ],
  [
    '',
    'xhelp',
    '?1',
    'help find zenith',
    'check this 19261',
    'check zenith',
    'watching GARO-1',
    'WATCH-1234',
  ],
  ['', 'list of GARO-8f3k2j1', 'zenith', 'gtb and access', 'the bank of the customer'],
])('a text is small talk, or none: %s: %j and the like', (kind, ...texts) => {
  expect(texts.map((text) => [text, kindOf(text)])).toEqual(texts.map((text) => [text, kind]));
});

it.each(['reference ', 'it reference ', 'who is ', 'i am on it ', 'list all '])(
  'small talk of many %j is read in linear time',
  async (words) => {
    await expectLinear(5, (size) => classifyTalk(`${words.repeat(size)}x`));
  },
);

it('repeated references of a long paste are found in linear time', async () => {
  const line = (at: number) => `GARO-${1_000_000 + at}\n`;
  const lines = Array.from({ length: 20_000 }, (_, at) => line(at)).join('');
  const found = { references: ['GARO-1000000', 'GARO-1000001'], identifiers: [], named: [] };
  await expectLinear(5_000, (size) => {
    const given = lines.slice(0, size * line(0).length);
    return aboutReferences({ given, text: '' }, found);
  });
});

/** What `/tsq` requeries. */
function requeried(text: string): readonly string[] {
  const { intent } = readCommand('tsq', text, references);
  return 'identifiers' in intent ? intent.identifiers : [];
}

/** None that may be a card, which is never sent. */
const identifier = fc
  .stringMatching(/^[1-9]\d{16,17}$/)
  .filter((digits) => personalKind(digits) === undefined);
const value = fc.oneof(
  fc.nat({ max: 9_999_999 }).map(String),
  fc.stringMatching(/^X[A-Z]{3,9}$/), // no label, such as `AC` or `XAF`, which says that what follows is something else
  fc.constantFrom('08012345678', '25,000.00', 'Jane Doe', 'GARO-8f3k2j1', ''),
);
const separator = fc.constantFrom('|', ';', '&', '\t', ' ', '\n', ' / ', ' = ');

it('the identifier of a transfer is taken out of rows, queries and JSON, whatever stands beside it', () => {
  fc.assert(
    fc.property(identifier, separator, value, value, (id, by, before, behind) => {
      expect(requeried([before, id, behind, 'pls'].join(by))).toEqual([id]);
      expect(
        requeried(
          `https://pay.example/requery?x=${before.length}&transactionId=${id}&y=${behind.length}`,
        ),
      ).toEqual([id]);
      expect(
        requeried(JSON.stringify({ amount: before, transactionId: id, note: behind })),
      ).toEqual([id]);
      expect(requeried(`{"amount":25000,"data":{"transactionId":${id}}}`)).toEqual([id]);
    }),
  );
});

const one = '12345698690885579';
function nothing(text: string): [string, string[]] {
  return [text, []];
}

it.each([
  ['19261?', ['19261']],
  ['requery 19261', ['19261']],
  ['id 19247 failed?', ['19247']],
  ['19,261', ['19261']],
  ['requery 1,219,261 pls', ['1219261']],
  ['19261 19247', ['19261', '19247']],
  ['40400, 42200 and 40100 — what do they say', ['40400', '42200', '40100']],
  ['11111 and 22222 please', ['11111', '22222']],
  ['is (50000) done, not 4000?', ['50000', '4000']],
  nothing('sent 25000 naira, ₦50000 and N20000 in 2026'),
  nothing('00015/26/05/14/10:32:11'),
  nothing('00015/26/05/14/10:32:11 session 000013260514103211000012345678'),
  ['19261, 19247 and 19261', ['19261', '19247']],
  ['0803 123 4567', ['08031234567']],
  [
    'ids 19261 & 19247 of 2026, sent 25000 naira, ₦50000 and 5000.00 from 08012345678',
    ['19261', '19247'],
  ],
  ['transactionId=19261&page=4000', ['19261']],
  ['1,2;3', ['1', '2', '3']],
  [`#${one}.`, [one]],
  [`transactionId=${one}&amp;status=PENDING`, [one]],
  [`pls check ${one} for card 4111111111111111`, [one]],
  ...[
    `${one}.1`,
    `RTX88100x${one}`,
    `x${one}-1`,
    'card=4111111111111111',
    '2026-11-21-001',
    '1#2',
    'é',
  ].map(nothing),
  [`19261 and ${one}`, ['19261', one]],
  [`is 19261 the same as ${one}?`, [one]],
  [`100004240926153311119822107551 ${one}`, [one]],
])('a requery of %j asks for the identifiers %j', (text, identifiers) => {
  expect(requeried(text)).toEqual(identifiers);
});

describe('a session id, by which nothing can be looked up', () => {
  const session = '100004240926153311119822107551';

  it.each<[text: string, references?: string[]]>([
    [session],
    [`"${session}"`],
    [`session id: ${session}`],
    [`watch ${session}`],
    [`00015/26/05/14/10:32:11 session ${session}`],
    [`please check ${session}`],
    ['1000 0424 0926 1533 1111 9822 1075 51'],
    [`GARO-8f3k2j1 and ${session}`, ['GARO-8f3k2j1']],
  ])('a session id is told apart from references: %s', (text, asked = []) => {
    const mention = readMention(heard(text), () => undefined);
    for (const question of [
      readCommand('txn', text, references),
      readCommand('tsq', text, references),
      mention,
      readMessage(message(text)),
    ]) {
      expect(question?.sessions).toEqual([session]);
      expect(question?.leftOut).toEqual([]);
      expect(subjectOf(question ?? expect.fail()).map((each) => each.asked)).toEqual(asked);
    }
  });

  it('a session id before a mention is its subject, if the mention names nothing else', () => {
    const mention = heard(`${session} <@U0BOT> please look`);
    expect(readMention(mention, () => undefined)?.sessions).toEqual([session]);
  });

  it('a labelled session id is ignored if the text has a reference', () => {
    const question = readCommand('txn', `GARO-8f3k2j1, session ${session}`, references);
    expect(question.sessions).toBeUndefined();
  });
});
