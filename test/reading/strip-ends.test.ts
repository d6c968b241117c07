import { expect, it } from 'vitest';
import { stripEnds } from '../../src/reading/characters.ts';

it.each([
  ['((a(b))', 'a(b'],
  ['a', 'a'],
  ['((', ''],
  ['))', ''],
  ['', ''],
  [')a(', ')a('],
])('of %j leaves %j', (text, left) => {
  expect(stripEnds(text, /[(]/, /[)]/)).toBe(left);
});

it('takes from both ends what may stand at both', () => {
  expect(stripEnds('**', /[*]/, /[*]/)).toBe('');
  expect(stripEnds('*a*', /[*]/, /[*]/)).toBe('a');
});
