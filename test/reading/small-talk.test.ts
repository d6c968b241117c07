import { expect, it } from 'vitest';
import {
  bareWord,
  isGreeting,
  isHelp,
  isThanks,
  pointsAbove,
  readWatchVerb,
  type WatchVerb,
} from '../../src/reading/small-talk.ts';

/** Which of them a text is. */
function kindOf(words: string): string {
  const kinds = { thanks: isThanks, help: isHelp, greeting: isGreeting, above: pointsAbove };
  return Object.entries(kinds)
    .flatMap(([kind, is]) => (is(words) ? kind : []))
    .join(' ');
}

it.each([
  ['thanks', 'Thanks a lot!', 'thank you so much, team', 'ok, got it', 'great, thanks for your help.'],
  ['help', 'HELP', '?', '--help', 'help me', 'What can you do?', 'who are you', 'how does this work?'],
  ['greeting', 'hi', 'Hello!', 'hey there', 'good morning team'],
  ['above', 'check this pls', 'watch these', "what's the status of those?", 'can you look into this'],
  ['', 'thank heavens', 'for all', 'thanks, and GARO-8f3k2j1?', `thanks ${'a lot '.repeat(10)}`, 'hi GARO-8f3k2j1'],
  ['', 'xhelp', '?1', 'a --help', 'help find zenith', 'check this 19261', 'check zenith', ''],
])('%s: %j and the like', (kind, ...texts) => {
  expect(texts.map((words) => [words, kindOf(words)])).toEqual(texts.map((words) => [words, kind]));
});

it.each([
  ['*Txn*,', 'txn'],
  ['“help”', 'help'],
  ['TXN-20260131001', 'txn-20260131001'],
  ['???', ''],
])('%j is the word %j', (said, word) => {
  expect(bareWord(said)).toBe(word);
});

const none = (words: string): [string, undefined] => [words, undefined];

it.each<[string, WatchVerb | undefined]>([
  ['watch GARO-8f3k2j1', { verb: 'watch', text: 'GARO-8f3k2j1' }],
  ['watch', { verb: 'watch', text: '' }],
  ['list', { verb: 'watching', text: '' }],
  ['list my watches please', { verb: 'watching', text: '' }],
  ['what am I watching?', { verb: 'watching', text: '' }],
  ['unwatch GARO-8f3k2j1', { verb: 'stop', text: 'GARO-8f3k2j1' }],
  ['Stop watching: GARO-1,\nGARO-2', { verb: 'stop', text: 'GARO-1,\nGARO-2' }],
  ['Stop!', { verb: 'stop', text: '' }],
  ['stop watching it', { verb: 'stop', text: '' }],
  ...['stop the payment GARO-8f3k2j1', 'stop GARO-8f3k2j1', 'list of GARO-8f3k2j1', 'please', 'WATCH-1234'].map(none),
  ...['watching GARO-1', 'watched GARO-1', 'please watch GARO-1'].map(none),
])('of watches %j asks %j', (words, read) => {
  expect(readWatchVerb(words)).toEqual(read);
});
