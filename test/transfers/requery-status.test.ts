import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { contradictionOf, requeryGroup } from '../../src/transfers/contradiction.ts';
import { maskRow } from '../../src/transfers/mask-row.ts';
import { headlineOf } from '../../src/transfers/requery-status.ts';
import { type FoundRow, groupOf, groupsOf, resultOf, rowOf, transactionOf } from '../../src/transfers/row.ts';

/** A body without an envelope. */
const answerOf = (body: string) => {
  const payload: unknown = parse(body);
  return { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
};
const foundOf = (body: string): FoundRow => ({ kind: 'requery', asked: '500004', answer: answerOf(body) });

/** A body with the service's envelope. */
const enveloped = (success: boolean, message: string, data: string) => ({ ...answerOf(data), success, message });

describe('a contradiction', () => {
  it.each([
    ['{"status":"SUCCESSFUL","responseCode":"51"}', 'responseCode', '51', 'SUCCESSFUL, code 51'],
    ['{"status":"COMPLETED","code":"51"}', 'code', '51', 'COMPLETED, code 51'],
    [
      '{"status":"COMPLETED","responseMessage":"Transfer failed"}',
      'responseMessage',
      'Transfer failed',
      'COMPLETED, “Transfer failed”',
    ],
    ['{"status":"success","errorCode":"E51"}', 'errorCode', 'E51', 'Success, code E51'],
    ['{"status":"PENDING","responseCode":"00"}', 'responseCode', '00', 'PENDING, code 00'],
    ['{"status":"PENDING","responseCode":"51"}', 'responseCode', '51', 'PENDING, code 51'],
    ['{"status":"FAILED","responseCode":"00"}', 'responseCode', '00', 'FAILED, code 00'],
    [
      '{"status":"SUCCESSFUL","responseMessage":"Not successful"}',
      'responseMessage',
      'Not successful',
      'SUCCESSFUL, “Not successful”',
    ],
    [
      '{"status":"SUCCESSFUL","remark":"not yet completed"}',
      'remark',
      'not yet completed',
      'SUCCESSFUL, “not yet completed”',
    ],
    [
      '{"status":"SUCCESSFUL","statusReason":"could not be processed successfully"}',
      'statusReason',
      'could not be processed successfully',
      'SUCCESSFUL, “could not be processed successfully”',
    ],
    [
      '{"status":"FAILED","responseMessage":"has not failed, completed"}',
      'responseMessage',
      'has not failed, completed',
      'FAILED, “has not failed, completed”',
    ],
    [
      '{"status":"QUEUED_FOR_REVIEW","responseMessage":"failed"}',
      'responseMessage',
      'failed',
      'QUEUED_FOR_REVIEW, “failed”',
    ],
    ['[{"status":"SUCCESSFUL","result":{"responseCode":"51"}}]', 'responseCode', '51', 'SUCCESSFUL, code 51'],
    ['{"data":{"result":{"status":"SUCCESSFUL","code":"51"}}}', 'code', '51', 'SUCCESSFUL, code 51'],
  ])('is found, and makes the status like nothing: %s', (body, key, text, words) => {
    expect(contradictionOf(answerOf(body))?.by).toEqual({ key, text });
    const row = rowOf(foundOf(body));
    expect(resultOf(row)).toBe(words);
    expect(groupOf(row)).toBe('unknown');
    expect(requeryGroup(answerOf(body))).toBe('unknown');
  });

  it.each([
    [true, 'Transaction failed', 'SUCCESSFUL', { key: 'message', text: 'Transaction failed' }],
    [true, 'Transaction successful', 'FAILED', { key: 'message', text: 'Transaction successful' }],
    [false, '', 'SUCCESSFUL', { key: 'success', text: 'false' }],
    [false, '', 'COMPLETED', { key: 'success', text: 'false' }],
    [false, '', 'FAILED', undefined],
    [false, 'see data', 'PENDING', undefined],
    [true, 'Successful', 'FAILED', undefined],
    [true, 'Transaction fetched successfully', 'FAILED', undefined],
    [true, 'Transaction status retrieved successfully', 'PENDING', undefined],
  ])('is looked for in the envelope: success %j, %j around %s', (success, message, status, by) => {
    expect(contradictionOf(enveloped(success, message, JSON.stringify({ status })))?.by).toEqual(by);
  });

  it.each([
    '{"status":"SUCCESSFUL","responseMessage":"Transaction processing completed successfully","responseCode":"00"}',
    '{"status":"SUCCESSFUL","description":"Refund for failed order","narration":"Refund for failed order"}',
    '{"status":"SUCCESSFUL","paymentReason":"failed order"}',
    '{"status":"SUCCESSFUL","bank":{"code":"058"},"currency":{"code":"566"}}',
    '{"status":"SUCCESSFUL","code":"NGN","statusCode":200}',
    '{"status":"COMPLETED","responseCode":"00","responseMessage":"Approved"}',
    '{"status":"PENDING","responseCode":"09","responseMessage":"Request processing in progress"}',
    '{"status":"PENDING","responseMessage":"not yet completed"}',
    '{"status":"FAILED","responseMessage":"Not successful","responseCode":"51"}',
    '{"status":"SUCCESSFUL","responseMessage":"no error"}',
    '{"status":"REVERSED","responseCode":"00"}',
    '{"status":"T24-REVIEW","responseMessage":"failed"}',
    '{"responseCode":"51","responseMessage":"Transaction successful"}',
  ])('is not seen where there is none: %s', (body) => {
    expect(contradictionOf(answerOf(body))).toBeUndefined();
  });

  it.each([
    ['{"status":"SUCCESSFUL","responseMessage":"Failed for Jane Doe"}', 'SUCCESSFUL, something else disagrees'],
    ['{"status":"SUCCESSFUL","responseMessage":"Failed for Jane Doe","responseCode":"51"}', 'SUCCESSFUL, code 51'],
  ])('is found before it is masked for a channel, and hidden words are not quoted: %s', (body, words) => {
    const row = rowOf(maskRow(foundOf(body), 'masked'));
    expect(resultOf(row)).toBe(words);
    expect(groupOf(row)).toBe('unknown');
  });
});

describe('the amount of a requery', () => {
  it.each([
    ['{"status":"FAILED","amount":"50.00"}', '50.00'],
    ['{"status":"FAILED","data":{"transactionAmount":98765432109876543.210}}', '98765432109876543.210'],
    ['{"amount":"50.00","data":{"amount":"50.00"}}', '50.00'],
    ['{"amount":"50.00","data":{"amount":"60.00"}}', undefined],
    ['{"status":"FAILED","charge":{"amount":"10.00"}}', undefined],
    ['{"chargeAmount":"10.00","amount":{"value":1}}', undefined],
  ])('is read for its row where one is named: %s', (body, amount) => {
    expect(transactionOf(rowOf(foundOf(body)))?.amount).toBe(amount);
  });
});

describe('a reversed flag', () => {
  it.each([
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","isReversed":true}', 'SUCCESSFUL, reversed flag true'],
    ['{"status":"SUCCESSFUL","data":{"REVERSED":"Y"}}', 'SUCCESSFUL, reversed flag Y'],
    ['{"status":"SUCCESSFUL","reversed":false,"data":{"reversed_flag":"1"}}', 'SUCCESSFUL, reversed flag 1'],
    ['{"amount":"50.00","reversedFlag":1}', 'The service answered, reversed flag 1'],
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
