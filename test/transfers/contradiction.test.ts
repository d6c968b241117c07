import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../src/plain-text.ts';
import { contradictionOf, requeryGroup, unreadOf } from '../../src/transfers/contradiction.ts';
import { lookedUp } from '../../src/transfers/looked-up.ts';
import { groupOf, resultOf, rowOf } from '../../src/transfers/row.ts';
import { statusGroup } from '../../src/transfers/status-group.ts';
import { unsettledOf } from '../../src/transfers/unsettled.ts';
import { agreeing, disagreeing } from '../fixtures/requery-texts.ts';

const answerOf = (payload: object, message?: string) => ({
  success: message === undefined ? undefined : true,
  message,
  payload,
  rest: {},
  withheld: [],
  transaction: undefined,
});
const pairsOf = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([status, texts]) => texts.map((text): [string, string] => [status, text]));

describe('a text that tells another story than the status', () => {
  it.each(pairsOf(disagreeing))('is found, and the status is counted as unknown: %s, "%s"', (status, text) => {
    const answer = answerOf({ status, responseMessage: text });
    expect(contradictionOf(answer)).toEqual({ status, by: { key: 'responseMessage', text } });
    const row = rowOf({ kind: 'requery', asked: '500004', answer });
    const isReversed = status === 'REVERSED';
    expect(groupOf(row)).toBe(isReversed ? 'reversed' : 'unknown');
    expect(resultOf(row)).toBe(`${status}, “${cut(text, 40)}”`);
    expect(unsettledOf([row])).toHaveLength(isReversed ? 0 : 1);
    expect(lookedUp([{ kind: 'requery', asked: '500004', answer }])[0]?.group).toBe(groupOf(row));
  });

  it.each(pairsOf(agreeing))('is not seen in one that goes with it: %s, "%s"', (status, text) => {
    const answer = answerOf({ status, responseMessage: text });
    expect(contradictionOf(answer)).toBeUndefined();
    expect(unreadOf(answer)).toEqual([]);
    expect(requeryGroup(answer)).toBe(statusGroup(status));
  });

  it('is found and not found whatever the letters, the blanks and the words around it', () => {
    const letters = fc.constantFrom<(text: string) => string>(
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.replaceAll(' ', '  '),
      (text) => text.replaceAll(' ', '_'),
      (text) => `Response: ${text}`,
      (text) => `${text}. Thank you.`,
      (text) => `  ${text} `,
    );
    const key = fc.constantFrom('responseMessage', 'remark', 'response_description', 'errorMessage', 'reason');
    const check = (table: Record<string, readonly string[]>, isFound: boolean) =>
      fc.assert(
        fc.property(fc.constantFrom(...pairsOf(table)), letters, key, ([status, text], write, under) => {
          const isCode = /^\d+$/.test(text);
          const answer = answerOf({ data: { status, [under]: isCode ? text : write(text) } });
          expect(contradictionOf(answer) !== undefined).toBe(isFound);
        }),
        { numRuns: 500 },
      );
    check(disagreeing, true);
    check(agreeing, false);
  });

  it.each([
    ['SUCCESSFUL', 'Transaction not found'],
    ['SUCCESSFUL', 'Unable to locate record'],
    ['FAILED', 'Beneficiary has been credited'],
    ['FAILED', 'Approved or completed successfully'],
  ])('is found in the envelope: %s, "%s"', (status, text) => {
    expect(contradictionOf(answerOf({ status }, text))?.by).toEqual({ key: 'message', text });
  });

  it.each(['Success', 'OK', 'Request successful', 'Transaction fetched successfully', 'Record found'])(
    'is not seen in what an envelope says of the question: "%s"',
    (text) => {
      for (const status of ['SUCCESSFUL', 'FAILED', 'PENDING'])
        expect(contradictionOf(answerOf({ status }, text))).toBeUndefined();
    },
  );
});

describe('a text that tells nothing known', () => {
  it.each(['Kindly revert', 'TSQ/NIP/2', 'Customer informed'])('is kept beside a final status: "%s"', (text) => {
    const unread = [{ key: 'responseMessage', text }];
    for (const status of ['SUCCESSFUL', 'FAILED', 'REVERSED'])
      expect(unreadOf(answerOf({ status, responseMessage: text }))).toEqual(unread);
    expect(unreadOf(answerOf({ status: 'PENDING', responseMessage: text }))).toEqual([]);
    expect(unreadOf(answerOf({ status: 'SUCCESSFUL', responseMessage: text, responseCode: '51' }))).toEqual([]);
  });

  it('is one of three at most', () => {
    const texts = Object.fromEntries([1, 2, 3, 4].map((count) => [`${'a'.repeat(count)}Message`, 'Kindly revert']));
    expect(unreadOf(answerOf({ status: 'FAILED', ...texts }))).toHaveLength(3);
  });
});
