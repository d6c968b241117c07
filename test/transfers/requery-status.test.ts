import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { maskRow } from '../../src/transfers/disclosure.ts';
import { recentLookUps } from '../../src/transfers/look-up.ts';
import { headlineOf } from '../../src/transfers/requery-answer.ts';
import { type FoundRow, groupOf, groupsOf, resultOf, rowOf } from '../../src/transfers/row.ts';

/** A body without an envelope. */
const answerOf = (body: string) => {
  const payload: unknown = parse(body);
  return { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
};
const foundOf = (body: string): FoundRow => ({ kind: 'requery', asked: '500004', answer: answerOf(body) });

describe('the amount of a requery', () => {
  it.each([
    ['{"status":"FAILED","amount":"50.00"}', '50.00'],
    ['{"status":"FAILED","data":{"transactionAmount":98765432109876543.210}}', '98765432109876543.210'],
    ['{"amount":"50.00","data":{"amount":"50.00"}}', '50.00'],
    ['{"amount":"50.00","data":{"amount":"60.00"}}', undefined],
    ['{"status":"FAILED","charge":{"amount":"10.00"}}', undefined],
    ['{"chargeAmount":"10.00","amount":{"value":1}}', undefined],
  ])('is read for its row where one is named: %s', (body, amount) => {
    expect(rowOf(foundOf(body)).transaction?.amount).toBe(amount);
  });
});

it.each(['{"status":"SUCCESSFUL"}', '{"responseCode":"09"}', '{"status":"PENDING","data":{"status":"FAILED"}}'])(
  'Home has the status of a requery as its card says it: %s',
  (body) => {
    expect(recentLookUps([foundOf(body)])).toMatchObject([{ status: headlineOf(answerOf(body)) }]);
  },
);

describe('a reversed flag', () => {
  it.each([
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","isReversed":true}', 'SUCCESSFUL, reversed flag true'],
    ['{"status":"SUCCESSFUL","data":{"REVERSED":"Y"}}', 'SUCCESSFUL, reversed flag Y'],
    ['{"status":"SUCCESSFUL","reversed":false,"data":{"reversed_flag":"1"}}', 'SUCCESSFUL, reversed flag 1'],
    ['{"amount":"50.00","reversedFlag":1}', 'no status, reversed flag 1'],
    ['{"status":"SUCCESSFUL","responseCode":"00","reversalFlag":1}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","reversal":"Y"}', 'SUCCESSFUL, reversed flag Y'],
    ['{"status":"SUCCESSFUL","data":{"is_reversal":true}}', 'SUCCESSFUL, reversed flag true'],
    [
      '{"status":"SUCCESSFUL","reversed":false,"reversedAt":"2026-01-31T13:58:00Z"}',
      'SUCCESSFUL, reversed flag reversedAt 2026-01-31T13:58:00Z',
    ],
    ['{"status":"SUCCESSFUL","reversal_date":1769868603000}', 'SUCCESSFUL, reversed flag reversal_date 1769868603000'],
    ['{"status":"SUCCESSFUL","reversedOn":"01/02/2026"}', 'SUCCESSFUL, reversed flag reversedOn 01/02/2026'],
  ])('is said with the status, and decides: %s', (body, headline) => {
    expect(headlineOf(answerOf(body))).toBe(headline);
    expect(groupOf(rowOf(foundOf(body)))).toBe('reversed');
  });

  it.each([
    '{"status":"SUCCESSFUL","reversedFlag":0}',
    '{"status":"SUCCESSFUL","reversedFlag":"0"}',
    '{"status":"SUCCESSFUL","isReversed":false}',
    '{"status":"SUCCESSFUL","isReversed":"False"}',
    '{"status":"SUCCESSFUL","reversed":null}',
    '{"status":"SUCCESSFUL","reversed":"N","reversal":"no","isReversal":"None","reversalFlag":0}',
    '{"status":"SUCCESSFUL","reversedAt":null,"reversalDate":""}',
    '{"status":"SUCCESSFUL","reversedAt":"0001-01-01T00:00:00Z","reversed_on":0}',
    '{"status":"SUCCESSFUL","reversible":true,"reversalReference":"R-1"}',
    '{"status":"SUCCESSFUL","reversed":{"by":"x"}}',
  ])('of nothing is none: %s', (body) => {
    expect(headlineOf(answerOf(body))).toBe('SUCCESSFUL');
    expect(groupOf(rowOf(foundOf(body)))).toBe('settled');
  });

  it('makes a group of its own in a table', () => {
    const rows = ['{"status":"SUCCESSFUL"}', '{"status":"SUCCESSFUL","isReversed":true}'].map((body) =>
      rowOf(foundOf(body)),
    );
    expect(groupsOf(rows).map(({ words }) => words)).toEqual(['SUCCESSFUL', 'SUCCESSFUL, reversed flag true']);
  });

  it.each([
    ['{"status":"SUCCESSFUL","isReversed":true}', 'SUCCESSFUL, reversed flag true'],
    ['{"status":"SUCCESSFUL","history":{"reversedFlag":1}}', 'SUCCESSFUL, reversed flag ••'],
    ['{"status":"SUCCESSFUL","reversalFlag":1}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","reversedAt":"2026-01-31"}', 'SUCCESSFUL, reversed flag ••'],
  ])('is not lost in a channel: %s', (body, words) => {
    const row = rowOf(maskRow(foundOf(body), 'masked'));
    expect(resultOf(row)).toBe(words);
    expect(groupOf(row)).toBe('reversed');
  });
});
