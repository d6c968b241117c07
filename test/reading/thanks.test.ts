import { expect, it } from 'vitest';
import { isThanks } from '../../src/reading/thanks.ts';

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
