import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlipOf, slipRule, slipsBetween } from '../../src/banks/edit-distance.ts';
import { sortKeys, visitNear } from '../../src/banks/name-index.ts';

describe('slips between two words', () => {
  it.each([
    ['zenith', 'zenith', 0],
    ['zenit', 'zenith', 1],
    ['zentih', 'zenith', 1],
    ['', 'ab', 2],
    ['abc', 'xyz', 3],
  ])('%j and %j: %i', (a, b, slips) => {
    expect(slipsBetween(a, b, 3)).toBe(slips);
    expect(slipsBetween(b, a, 3)).toBe(slips);
    if (slips > 1) expect(slipsBetween(a, b, slips - 1)).toBe(slips);
  });
});

describe('the rule for a slip', () => {
  it.each([
    ['absa', 'absu', slipRule(4, 4), false],
    ['lobus', 'globus', slipRule(5, 6), true],
    ['hello', 'yello', slipRule(5, 5), false],
    ['xenith', 'zenith', { fixedStart: true }, false],
    ['zinith', 'zenith', { fixedStart: true, fixedFrame: true }, true],
    ['zenitk', 'zenith', { fixedFrame: true }, false],
    ['zerith', 'zenith', { fixedFrame: true }, false],
    ['zneith', 'zenith', { fixedFrame: true }, true],
    ['zanoth', 'zenith', { slips: 2 }, true],
    ['zenith1', 'zenith', {}, false],
    ['x12y', 'x21y', {}, false],
  ])('%j for %j by %j: %s', (typed, meant, rule, isSlip) => {
    expect(isSlipOf(typed, meant, { slips: 1, fixedStart: false, fixedFrame: false, ...rule })).toBe(isSlip);
  });
});

describe('the sorted keys', () => {
  const reached = (typed: string, texts: string[], slips: number, fixedStart = false) => {
    const keys = sortKeys(texts.map((text, owner) => ({ text, owner })));
    const found = new Set<string>();
    visitNear(keys, typed, slips, fixedStart, (from, to) => {
      for (const text of keys.texts.slice(from, to)) found.add(text);
    });
    return [...found].sort();
  };

  it('take no other digit for a slip', () => {
    expect(reached('a1b', ['a1b', 'a2b', 'a1c', 'a11b', 'ab', 'a/b', 'a:b'], 1)).toEqual(['a11b', 'a1b', 'a1c']);
  });

  it('take another first letter for a slip unless it has to be right', () => {
    expect(reached('abc', ['abc', 'xbc', 'bc', 'xabc', 'bac', 'axc'], 1)).toHaveLength(6);
    expect(reached('abc', ['abc', 'xbc', 'bc', 'xabc', 'bac', 'axc'], 1, true)).toEqual(['abc', 'axc']);
  });

  const word = fc.stringMatching(/^[abc]{0,6}$/);

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
