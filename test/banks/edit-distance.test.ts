import { expect, it } from 'vitest';
import { isClearSlip, isNear, slipsBetween } from '../../src/banks/spelling.ts';

it.each([
  ['zenith', 'zenith', 0],
  ['zenit', 'zenith', 1],
  ['zentih', 'zenith', 1],
  ['', 'ab', 2],
  ['abcd', 'wxyz', 3],
])('slips between %j and %j: %i', (a, b, slips) => {
  expect(slipsBetween(a, b)).toBe(slips);
  expect(slipsBetween(b, a)).toBe(slips);
});

it.each([
  ['moneipoint', 'moniepoint', true],
  ['opey', 'opay', true],
  ['kuda', 'kudi', false],
  ['absa', 'absu', false],
  ['ub', 'uba', false],
  ['xenith', 'zenith', false],
  ['zenith1', 'zenith', false],
  ['citizen', 'citizens', false],
  ['inland', 'island', false],
  ['moneypoint', 'moniepoint', false],
])('a slip is clear when it can hardly make another word: %j for %j: %s', (typed, meant, isClear) => {
  expect(isClearSlip(typed, meant)).toBe(isClear);
});

it.each([
  ['absa', 'absu', true],
  ['kotus', 'lotus', true],
  ['lobus', 'globus', true],
  ['zanoths', 'zeniths', true],
  ['kontxgxra', 'kontagora', true],
  ['kuda', 'yuda', false],
  ['xenitt', 'zenith', false],
  ['zanoth', 'zenith', false],
  ['ux', 'ub', false],
])('or more may still be near: %j and %j: %s', (typed, meant, isIt) => {
  expect(isNear(typed, meant)).toBe(isIt);
});
