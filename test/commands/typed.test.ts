import { expect, it } from 'vitest';
import { assertTyped } from '../../src/commands/typed.ts';
import { UserError } from '../../src/errors.ts';

it('is 12,000 characters at most', () => {
  expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});
