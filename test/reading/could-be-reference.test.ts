import { expect, it } from 'vitest';
import { couldBeReference } from '../../src/reading/shapes.ts';

it.each(['ABC123', 'RTX88100x', '2044AB19', 'PAY77', 'TXN-12', 'R-1002003', 'ab12-9x7'])('%j could be one', (text) => {
  expect(couldBeReference(text)).toBe(true);
});

it.each([
  ['a ticket', 'SUP-4821'],
  ['an invoice', 'INV-2024-0091'],
  ['a terminal', 'POS-2232AB12'],
  ['an account and its bank', '0123456789GTB'],
  ['a labelled account', 'Acct0123456789'],
  ['a date and an hour', '26-Sep-24T14'],
  ['a time', '2pm-3pm'],
  ['two amounts', 'N5k-N10k'],
  ['an amount with its currency', 'NGN5000DR'],
  ['an amount and its side', '5000DR'],
  ['a duration', '30000ms'],
  ['a nickname', 'adaeze22'],
  ['a thing', 'iPhone13'],
  ['a count', '4-attempts'],
  ['a machine', 'web-01'],
  ['digits alone', '100200300'],
  ['four letters and digits', 'AB12'],
])('%s could not: %j', (_which, text) => {
  expect(couldBeReference(text)).toBe(false);
});
