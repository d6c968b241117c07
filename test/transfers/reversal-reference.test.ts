import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reversalReference, reversalsAmong } from '../../src/transfers/reversal-reference.ts';

it.each([
  ['R-{reference}', 'GARO-1', 'R-GARO-1'],
  ['{reference}_rev', 'GARO-1', 'GARO-1_rev'],
  ['R-{reference}', 'R-GARO-1', undefined],
])('%s of %s is %s', (template, reference, reversal) => {
  expect(reversalReference(template, reference)).toBe(reversal);
});

it('are found among references only beside what they are about', () => {
  expect([...reversalsAmong(['GARO-1', 'R-GARO-1', 'R-GARO-2'], 'R-{reference}')]).toEqual(['R-GARO-1']);
  expect(reversalsAmong(['GARO-1', 'R-GARO-1'], undefined).size).toBe(0);
});

it('are each one of them, and never the only one', () => {
  const reference = fc.stringMatching(/^(?:R-){0,2}[AB]\d$/);
  fc.assert(
    fc.property(fc.array(reference), (references) => {
      for (const reversal of reversalsAmong(references, 'R-{reference}')) {
        expect(references).toContain(reversal);
        expect(references).toContain(reversal.slice(2));
      }
    }),
  );
});
