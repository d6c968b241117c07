import { expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { assertTyped } from '../../src/reading/characters.ts';

it('is 12,000 characters at most', () => {
  expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});
