import { expect, it } from 'vitest';
import { isGreeting, isHelp, isThanks, pointsAbove } from '../../src/reading/small-talk.ts';

it.each([
  ['thanks', true],
  ['Thanks a lot!', true],
  ['thank you so much, team', true],
  ['ok, got it', true],
  ['great, thanks for your help.', true],
  ['thank heavens', false],
  ['for all', false],
  ['thanks, and GARO-8f3k2j1?', false],
  ['good morning', false],
  ['', false],
  [`thanks ${'a lot '.repeat(10)}`, false],
])('%j is nothing but thanks: %j', (words, expected) => {
  expect(isThanks(words)).toBe(expected);
});

it.each(['help', 'HELP', '?', '--help', 'help me', 'What can you do?', 'who are you', 'how does this work?'])(
  '%j asks for help',
  (words) => {
    expect(isHelp(words)).toBe(true);
  },
);

it.each(['hi', 'Hello!', 'hey there', 'good morning team'])('%j is a greeting', (words) => {
  expect(isGreeting(words)).toBe(true);
  expect(isHelp(words)).toBe(false);
});

it.each(['check this pls', 'check above', 'watch these', "what's the status of those?", 'can you look into this'])(
  '%j means what stands above',
  (words) => {
    expect(pointsAbove(words)).toBe(true);
  },
);

it.each(['hi GARO-8f3k2j1', 'xhelp', '?1', 'a --help', 'help find zenith', 'check this 19261', 'check zenith', ''])(
  '%j is none of them',
  (words) => {
    expect([isHelp(words), isGreeting(words), pointsAbove(words)]).toEqual([false, false, false]);
  },
);
