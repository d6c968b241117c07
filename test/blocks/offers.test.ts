import { expect, it } from 'vitest';
import { notAskedForLine } from '../../src/blocks/offers.ts';

const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${1_000_000 + place}`);
const lineOf = (words: readonly string[]) => JSON.stringify(notAskedForLine(words));

it('shows nothing where nothing was left out', () => {
  expect(notAskedForLine([])).toEqual([]);
});

it('shows all that there is room for, whole, and counts the rest', () => {
  expect(lineOf(references(2))).toContain('"Not asked for: GARO-1000000, GARO-1000001"');
  expect(lineOf(references(21))).toContain('GARO-1000020"');
  const many = lineOf(references(400));
  expect(many).toContain('GARO-1000020 and 379 more"');
  expect(many.match(/GARO-\d+/g)?.every((each) => each.length === 'GARO-1000000'.length)).toBe(true);
});

it('cuts only a single word that is longer than the line', () => {
  expect(lineOf(['x'.repeat(400), 'GARO-1000000'])).toMatch(/: x{290,}… and 1 more"/);
});
