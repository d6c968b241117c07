import { expect, it } from 'vitest';
import { looksLikeBank } from '../../src/reading/looks-like-bank.ts';

it.each([
  ['zenith bank', true],
  ['UBA sort code', true],
  ['which one is 000014', true],
  ['Lapo MFB', true],
  ['good morning', false],
  ['100014', false],
  ['embankment', false],
  [`bank ${'x'.repeat(60)}`, false],
  ['a b c d e f g h bank', false],
])('of %j it is %s', (text, looks) => {
  expect(looksLikeBank(text)).toBe(looks);
});
