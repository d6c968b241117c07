import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UserError } from '../../src/errors.ts';
import { assertTyped, cleanInput, stripEnds } from '../../src/reading/characters.ts';
import { jsonLines } from '../fixtures/json-lines.ts';

describe('what people paste', () => {
  it('is cleaned of what clings to it, and of nothing else', () => {
    const kept = jsonLines('cleaned.jsonl', z.object({ pasted: z.string(), meant: z.string() }));
    expect(kept.map(({ pasted }) => ({ pasted, meant: cleanInput(pasted) }))).toEqual(kept);
  });

  it('is unwrapped eight times, and read up to 12,000 characters', () => {
    expect(cleanInput(`${'`'.repeat(8)}a b${'`'.repeat(8)}`)).toBe('a b');
    expect(cleanInput(`${'`'.repeat(9)}a b${'`'.repeat(9)}`)).toBe('`a b`');
    expect(cleanInput(`a ${'b'.repeat(13_000)}`)).toHaveLength(12_000);
    expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
    expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
  });
});

describe('a reference', () => {
  const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_/.-]{2,30}[A-Za-z0-9]$/);

  it('comes out of every wrapping whole', () => {
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => `\`${text}\``,
      (text) => `“${text}”`,
      (text) => `Ref: ${text}`,
      (text) => ` ${text}\n`,
      (text) => `"${text}",`,
      (text) => `\u200b${text}\u00a0`,
    );
    fc.assert(
      fc.property(reference, fc.array(wrap, { maxLength: 4 }), (text, wraps) => {
        expect(cleanInput(wraps.reduce((wrapped, next) => next(wrapped), text))).toBe(text);
      }),
    );
  });
});

it.each([
  ['((a(b))', 'a(b'],
  ['((', ''],
  ['', ''],
  [')a(', ')a('],
])('of %j the ends are stripped to %j', (text, left) => {
  expect(stripEnds(text, /[(]/, /[)]/)).toBe(left);
  expect(stripEnds('*a**', /[*]/, /[*]/)).toBe('a');
});
