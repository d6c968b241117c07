import { expect, it } from 'vitest';
import { hidden } from '../../src/status.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';

it.each([
  ['pending', 'pending'],
  ['in progress', 'in progress'],
  ['held for Jane Doe', hidden],
  ['Jane', hidden],
  [undefined, undefined],
])('what a record said is masked like any status: %j', (recorded, shown) => {
  const ask = { asked: '77', isRequery: true, ofRecord: 'REF-1', recorded };
  const failure = maskRow({ kind: 'failure', failure: 'timeout', ...ask }, 'full');
  const answer = { success: true, message: undefined, payload: {}, rest: {}, withheld: [], transaction: undefined };
  const requery = maskRow({ kind: 'requery', ...ask, answer }, 'full');
  expect([failure, requery]).toEqual([
    expect.objectContaining({ recorded: shown }),
    expect.objectContaining({ recorded: shown }),
  ]);
});
