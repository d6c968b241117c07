import { expect, it } from 'vitest';
import { looksLikeBank } from '../../src/reading/bank-question.ts';

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
  ['see OPAY_20251103_7c41d9 abeg', false],
  ['NIP/000016/031125/77QRT', false],
  ['WEMA-44k7z', false],
  ['kuda-090267', true],
  ['uba/gtb', true],
  ['zenith-0123456789', true],
  ['OPAY_20251103_7c41d9 zenith', true],
])('of %j it is %s', (text, looks) => {
  expect(looksLikeBank(text)).toBe(looks);
});
