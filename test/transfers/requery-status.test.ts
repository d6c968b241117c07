import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { maskRow } from '../../src/transfers/mask-row.ts';
import { headlineOf } from '../../src/transfers/requery-status.ts';
import { type FoundRow, groupOf, groupsOf, resultOf, rowOf } from '../../src/transfers/row.ts';

/** A body without an envelope. */
const answerOf = (body: string) => {
  const payload: unknown = parse(body);
  return { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
};
const foundOf = (body: string): FoundRow => ({ kind: 'requery', asked: '500004', answer: answerOf(body) });

describe('a reversed flag', () => {
  it.each([
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","isReversed":true}', 'SUCCESSFUL, reversed flag true'],
    ['{"status":"SUCCESSFUL","data":{"REVERSED":"Y"}}', 'SUCCESSFUL, reversed flag Y'],
    ['{"status":"SUCCESSFUL","reversed":false,"data":{"reversed_flag":"1"}}', 'SUCCESSFUL, reversed flag 1'],
    ['{"amount":"50.00","reversedFlag":1}', 'The service answered, reversed flag 1'],
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
  ])('is not lost in a channel: %s', (body, words) => {
    const row = rowOf(maskRow(foundOf(body), 'masked'));
    expect(resultOf(row)).toBe(words);
    expect(groupOf(row)).toBe('reversed');
  });
});
