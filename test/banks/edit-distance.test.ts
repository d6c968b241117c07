import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlipOf, slipRule, slipsBetween } from '../../src/banks/edit-distance.ts';
import { sortKeys, startingWith, visitNear } from '../../src/banks/sorted-keys.ts';

describe('slips between two words', () => {
  it.each([
    ['zenith', 'zenith', 0],
    ['zenit', 'zenith', 1],
    ['zentih', 'zenith', 1],
    ['xenith', 'zenith', 1],
    ['zeniith', 'zenith', 1],
    ['', 'ab', 2],
    ['abc', 'xyz', 3],
  ])('%j and %j: %i', (a, b, slips) => {
    expect(slipsBetween(a, b, 3)).toBe(slips);
    expect(slipsBetween(b, a, 3)).toBe(slips);
    if (slips > 1) expect(slipsBetween(a, b, slips - 1)).toBe(slips);
  });

  it.each([
    ['opey', 'opay', true],
    ['exel', 'excel', true],
    ['absa', 'absu', false],
    ['adcb', 'aacb', false],
    ['ubs', 'uba', false],
    ['lobus', 'globus', true],
    ['yavest', 'avest', true],
    ['hello', 'yello', false],
    ['rest', 'crest', false],
    ['bank79', 'bank78', false],
    ['bakn78', 'bank78', true],
  ])('%j for %j: %s', (typed, meant, isSlip) => {
    expect(isSlipOf(typed, meant, slipRule(typed.length, meant.length))).toBe(isSlip);
  });
});

describe('the sorted keys', () => {
  const word = fc.stringMatching(/^[abc]{0,6}$/);

  it('lead to every text that begins so', () => {
    fc.assert(
      fc.property(fc.array(word), word, (texts, prefix) => {
        const keys = sortKeys(texts.map((text, owner) => ({ text, owner })));
        const { from, to } = startingWith(keys, prefix);
        expect(keys.texts.slice(from, to)).toEqual(texts.filter((text) => text.startsWith(prefix)).sort());
      }),
    );
  });

  it('lead to every text that is a slip or two away, and to none further', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), word, fc.constantFrom(0, 1, 2), (texts, typed, slips) => {
        const keys = sortKeys(texts.map((text, owner) => ({ text, owner })));
        const reached = new Set<string>();
        visitNear(keys, typed, slips, false, (from, to, length) => {
          for (const text of keys.texts.slice(from, to)) {
            expect(slipsBetween(typed, text.slice(0, length), 9)).toBeLessThanOrEqual(slips);
            reached.add(text);
          }
        });
        expect([...reached]).toEqual(
          expect.arrayContaining(texts.filter((text) => slipsBetween(typed, text, 9) <= slips)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
