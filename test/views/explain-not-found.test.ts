import { describe, expect, it } from 'vitest';
import type { TransferApiErrorDetails } from '../../src/errors.ts';
import { failureLines } from '../support/failure-lines.ts';

const caution = 'This does not say that the money moved, or that it did not.';
const linesOf = (details?: Partial<TransferApiErrorDetails>) => failureLines('not_found', details);

describe('what is not found has its sentence', () => {
  it.each<[Partial<TransferApiErrorDetails>, string]>([
    [
      {},
      `The transfer service has no record under the reference \`X-1\`. ${caution} If the transaction was created in the last minute, ask again.`,
    ],
    [
      { asked: '100004240926153311119822107551' },
      `The transfer service has no record under the reference \`100004240926153311119822107551\`. It looks like a session id, which neither command takes. ${caution}`,
    ],
    [
      { operation: 'requery', asked: '500004' },
      'The transfer service found nothing under the identifier `500004`. This says nothing about the transfer; check the digits. For a reference, use `/txn`.',
    ],
    [
      { asked: '08012345678' },
      `The transfer service has no record under the reference \`08012345678\`. It looks like an account or a phone number. ${caution} If the transaction was created in the last minute, ask again. If it is a transaction identifier, ask with \`/tsq\`.`,
    ],
    [
      { asked: '0123456789' },
      `The transfer service has no record under the reference \`0123456789\`. It looks like an account or a phone number. ${caution} If the transaction was created in the last minute, ask again. If it is a transaction identifier, ask with \`/tsq\`.`,
    ],
  ])('%j', (details, sentence) => {
    const lines = linesOf(details);
    expect(lines[0]).toBe(sentence);
    expect(lines.join('\n')).not.toMatch(/fail|success/i);
    // Nothing is broken where there is nothing.
    expect(lines).not.toContain('~ For whoever runs txnbot: `K7QZ9M`');
  });
});

it('points a number that is no reference to /tsq', () => {
  const lines = linesOf({ asked: '12345' });
  expect(lines[0]).toContain('ask with `/tsq`');
  expect(lines).toContain('[Requery It] tsq:run:1 12345');
  expect(linesOf().join()).not.toContain('/tsq');
});

it.each(['2409261408', '08012345678'])('keeps both ways out of a number that looks like an account: %s', (asked) => {
  expect(linesOf({ asked }).slice(1)).toEqual(['[Try Again] txn:run:0 X-1', `[Requery It] tsq:run:1 ${asked}`]);
});

it('of a reference that may be cut off says so and no more, and nothing where an operator knows better', () => {
  const cutOff =
    / It may be cut off: compare it with where it was copied from\. This does not say that the money moved/;
  for (const asked of ['GARO-8f3k2', 'R-GARO-8f']) {
    expect(linesOf({ asked })[0]).toMatch(cutOff);
    expect(linesOf({ asked })).toContain('[Try Again] txn:run:0 X-1');
    expect(failureLines('not_found', { asked }, false)[0]).not.toContain('cut off');
  }
  for (const asked of ['GARO-8f3k2j4', 'TXN-1', 'GARO-8f3k2j45'])
    expect(linesOf({ asked })[0]).not.toContain('cut off');
});

it('of a session id, which no command takes, offers nothing', () => {
  expect(linesOf({ asked: '100004240926153311119822107551' })).toHaveLength(1);
});
