import { expect, it } from 'vitest';
import { standsIn } from '../../src/reading/references.ts';

it.each([
  ['GARO-6t2x8q1', 'GARO-6t2x8q1', true],
  ['Ref No. *GARO-6t2x8q1*, please', 'GARO-6t2x8q1', true],
  ['_garo-6T2X8q1_?', 'GARO-6t2x8q1', true],
  ['https://a.example/?ref=GARO-6t2x8q1&x=1', 'GARO-6t2x8q1', true],
  ['GARO-6t2x8q1-late and GARO-6t2x8q1', 'GARO-6t2x8q1', true],
  ['GARO- 6t2x8q1', 'GARO-6t2x8q1', false],
  ['GARO\u20116t2x8q1', 'GARO-6t2x8q1', false],
  ['GARO-6t2x8q1-late', 'GARO-6t2x8q1', false],
  ['GARO-6t2x8q1N5,000', 'GARO-6t2x8q1', false],
  ['NIP-GARO-6t2x8q1', 'GARO-6t2x8q1', false],
])('%j holds %s letter for letter: %s', (text, reference, isSo) => {
  expect(standsIn(text, reference)).toBe(isSo);
});
