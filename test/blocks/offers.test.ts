import { expect, it } from 'vitest';
import { notAskedForLine } from '../../src/blocks/offers.ts';

const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${1_000_000 + place}`);
const lineOf = (words: readonly string[]) => JSON.stringify(notAskedForLine(words));

it('what was left out is shown as far as there is room, and the rest is counted', () => {
  expect(notAskedForLine([])).toEqual([]);
  expect(lineOf(references(2))).toContain('"Not asked for: GARO-1000000, GARO-1000001"');
  expect(lineOf(references(400))).toContain(', GARO-1000009 and 390 more"');
  expect(lineOf(['x'.repeat(400), 'GARO-1000000'])).toMatch(/: x{59}…, GARO-1000000"/);
});
