import { expect, it } from 'vitest';
import { couldBeReference, inUsualCase } from '../../src/reading/shapes.ts';

it.each(['ABC123', 'RTX88100x', '2044AB19', 'PAY77', 'TXN-12', 'R-1002003', 'ab12-9x7', 'WEMA-7000001'])(
  '%j could be a reference of another kind',
  (text) => {
    expect(couldBeReference(text)).toBe(true);
  },
);

it.each([
  ...['SUP-4821', 'INV-2024-0091', 'POS-2232AB12', '0123456789GTB', 'Acct0123456789', '26-Sep-24T14', '2pm-3pm'],
  ...['NGN5000DR', '30000ms', 'adaeze22', '4-attempts', 'web-01', '100200300', 'AB12', 'UBA-2024'],
])('%j could not', (text) => {
  expect(couldBeReference(text)).toBe(false);
});

it.each([
  ['garo-8f3k2j1', 'GARO-8f3k2j1'],
  ['GARO-8F3K2J1', 'GARO-8f3k2j1'],
  ['r-garo-8F3k2j1', 'R-GARO-8f3k2j1'],
  ['a_00124092616341963292958', 'A_00124092616341963292958'],
  ['ft26021abc99xyz7', 'FT26021ABC99XYZ7'],
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ...['GARO-8f3k2j1', 'PAY-9F8E7D6C', '19261', 'kuda', 'order 5'].map((text) => [text, undefined]),
])('the usual case of %s is %s', (asked, usual) => {
  expect(inUsualCase(asked ?? '')).toBe(usual);
});
