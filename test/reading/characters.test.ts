import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UserError } from '../../src/errors.ts';
import { assertTyped, cleanInput } from '../../src/reading/characters.ts';
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
