import { describe, expect, it } from 'vitest';
import { isClearSlip, isNear, isSlipOf, slipsBetween } from '../../src/banks/spelling.ts';

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

describe('a slip', () => {
  it.each([
    ['ubs', 'uba', false],
    ['absa', 'absu', false],
    ['opey', 'opay', true],
    ['lobus', 'globus', true],
    ['hello', 'yello', false],
    ['xenitt', 'zenith', false],
    ['zinith', 'zenith', true],
    ['zenith1', 'zenith', false],
    ['x12abcy', 'x21abcy', false],
    ['kontxgxra', 'kontagora', false],
    ['monxepoxnt', 'moniepoint', true],
  ])('%j for %j: %s', (typed, meant, isSlip) => {
    expect(isSlipOf(typed, meant)).toBe(isSlip);
  });

  it.each([
    ['moneipoint', 'moniepoint', true],
    ['xenith', 'zenith', false],
    ['citizen', 'citizens', false],
    ['inland', 'island', false],
    ['moneypoint', 'moniepoint', false],
  ])('is clear when it can hardly make another word: %j for %j: %s', (typed, meant, isClear) => {
    expect(isClearSlip(typed, meant)).toBe(isClear);
  });

  it.each([
    ['absa', 'absu', true],
    ['kotus', 'lotus', true],
    ['zanoths', 'zeniths', true],
    ['xenitt', 'zenith', false],
    ['ux', 'ub', false],
  ])('or more may still be near: %j and %j: %s', (typed, meant, isIt) => {
    expect(isNear(typed, meant)).toBe(isIt);
  });
});
