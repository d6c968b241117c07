import { LosslessNumber } from 'lossless-json';
import { expect, it } from 'vitest';
import { amountField, fieldText } from '../../src/blocks/json-fields.ts';

it('a field that is plainly an amount has separators', () => {
  const fields: [name: string, value: unknown, shown: string][] = [
    ['Amount', new LosslessNumber('98765432109876543.210'), '98,765,432,109,876,543.210'],
    ['NET_AMOUNT', '-1250000.5', '-1,250,000.5'],
    ['vat.charges', '0', '0'],
    ['stampDuty', '1050', '1,050'],
    ['NIPCharge', '2500000', '2,500,000'],
    ['level2Fee', '1050', '1,050'],
  ];
  expect(fields.map(([name, value]) => amountField(name, value))).toEqual(fields.map(([, , shown]) => shown));
});

it('what no amount is called, and what is no plain number, is left as it came', () => {
  const names = ['chargeCode', 'feeBearer', 'amountInKobo', 'coffee', 'total', 'reference', 'netamountcode', ''];
  const texts = ['000250000', '1e5', '25,000.00', 'NGN 1000', '1000 NGN', '.5', '1.', '٣', '', '9'.repeat(81)];
  const values = [...texts, new LosslessNumber('1E+5'), null, true, { value: '1000' }, ['1000']];
  const fields = [
    ...names.map((name) => [name, '1000'] as const),
    ...values.map((value) => ['amount', value] as const),
  ];
  expect(fields.filter(([name, value]) => amountField(name, value) !== undefined)).toEqual([]);
});

it('what is likely an identifier is code, and words that begin with one are not', () => {
  expect(fieldText('x', 'GARO-8f3k2j1', 40)).toBe('`GARO-8f3k2j1`');
  expect(fieldText('x', 'GARO-8f3k2j1 was paid', 40)).toBe('GARO-8f3k2j1 was paid');
});
