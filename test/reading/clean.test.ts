import { expect, it } from 'vitest';
import * as z from 'zod';
import { assertTyped } from '../../src/commands/ask.ts';
import { UserError } from '../../src/errors.ts';
import { typedText } from '../../src/reading/clean.ts';
import { jsonLines } from '../fixtures/json-lines.ts';

it('what people paste is cleaned of what clings to it, and of nothing else', () => {
  const kept = jsonLines('cleaned.jsonl', z.object({ pasted: z.string(), meant: z.string() }));
  expect(kept.map(({ pasted }) => ({ pasted, meant: typedText(pasted) }))).toEqual(kept);
});

it('a longer text than Slack’s composer takes is refused with a sentence, and quoted as far as that', () => {
  expect(typedText(`a ${'b'.repeat(13_000)}`)).toHaveLength(12_000);
  expect(() => assertTyped('x'.repeat(12_000))).not.toThrow();
  expect(() => assertTyped('x'.repeat(12_001))).toThrow(UserError);
});
