import { expect, it } from 'vitest';
import { assertTyped } from '../../src/commands/typed.ts';
import { UserError } from '../../src/errors.ts';

it('what is longer than Slack’s composer takes was typed by nobody', () => {
  assertTyped('x'.repeat(12_000));
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});
