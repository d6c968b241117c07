import { expect, it } from 'vitest';
import { changesSince } from '../../src/transfers/answer.ts';

it.each([
  [{ status: 'pending', completedAt: 1758897189000 }, { status: 'failed' }, 'pending → failed'],
  [{ completedAt: 1758897189000 }, { completedAt: 1758897300000 }, 'completed 14:33 UTC → 14:35 UTC'],
  [{ reversedFlag: '0' }, { reversedFlag: '1' }, 'reversed flag 0 → 1'],
  [{}, { reversedFlag: '0' }, undefined],
  [{}, { status: 'x', reversedFlag: '1' }, 'no status → x, reversed flag 1'],
  [{ status: 'x' }, {}, 'x → no status'],
  [{ reversedFlag: '1' }, {}, 'reversed flag 1 (not given any more)'],
  [{ status: '*x*' }, { status: '<!here>' }, '`*x*` → &lt;!here&gt;'],
  [{ status: 'same' }, { status: 'same' }, undefined],
])('%j and then %j', (before, after, words) => {
  expect(changesSince(before, after)?.replace(/<!date\^[^|]*\|([^>]*)>/g, '$1')).toBe(words);
});
