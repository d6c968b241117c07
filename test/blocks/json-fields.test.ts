import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, it } from 'vitest';
import { amountField } from '../../src/blocks/json-fields.ts';

it.each([
  ['amount', '25000.00', '25,000.00'],
  ['Amount', new LosslessNumber('98765432109876543.210'), '98,765,432,109,876,543.210'],
  ['netAmount', new LosslessNumber('25010'), '25,010'],
  ['NET_AMOUNT', '-1250000.5', '-1,250,000.5'],
  ['netamount', '1000', '1,000'],
  ['transactionAmount', ' 1000 ', '1,000'],
  ['charge', '0', '0'],
  ['transfer_fee', '1000', '1,000'],
  ['vat.charges', '1000', '1,000'],
  ['stampDuty', '1050', '1,050'],
  ['NIPCharge', '2500000', '2,500,000'],
  ['level2Fee', '1050', '1,050'],
])('a field that is plainly an amount has separators: %s %s', (name, value, shown) => {
  expect(amountField(name, value)).toBe(shown);
});

it('it keeps every digit, in the order in which they came', () => {
  const decimal = fc.stringMatching(/^-?(?:0|[1-9]\d{0,40})(\.\d{1,10})?$/);
  fc.assert(fc.property(decimal, (text) => amountField('amount', text)?.replaceAll(',', '') === text));
});

it('what no amount is called, and what is no plain number, is left as it came', () => {
  const names = ['chargeCode', 'feeBearer', 'amountInKobo', 'coffee', 'total', 'reference', 'sessionId', ''];
  const texts = ['000250000', '1e5', '25,000.00', 'NGN 1000', '1000 NGN', '.5', '1.', '٣', '', '9'.repeat(81)];
  const values = [...texts, new LosslessNumber('1E+5'), null, true, { value: '1000' }, ['1000']];
  const fields = [
    ...names.map((name) => [name, '1000'] as const),
    ...values.map((value) => ['amount', value] as const),
  ];
  expect(fields.filter(([name, value]) => amountField(name, value) !== undefined)).toEqual([]);
});
