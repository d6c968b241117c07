import { expect, it } from 'vitest';
import { inUsualCase } from '../../src/reading/shapes.ts';

it.each([
  ['garo-8f3k2j1', 'GARO-8f3k2j1'],
  ['GARO-8F3K2J1', 'GARO-8f3k2j1'],
  ['r-garo-8F3k2j1', 'R-GARO-8f3k2j1'],
  ['a_00124092616341963292958', 'A_00124092616341963292958'],
  ['ft26021abc99xyz7', 'FT26021ABC99XYZ7'],
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['GARO-8f3k2j1', undefined],
  ['PAY-9F8E7D6C', undefined],
  ['19261', undefined],
  ['kuda', undefined],
  ['order 5', undefined],
])('the usual case of %s is %s', (asked, usual) => {
  expect(inUsualCase(asked)).toBe(usual);
});
