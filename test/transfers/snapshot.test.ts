import { expect, it } from 'vitest';
import { changesSince } from '../../src/transfers/snapshot.ts';

it.each([
  [
    { status: 'pending', updatedAt: '1758897189000' },
    { status: 'failed', updatedAt: '1758897191000' },
    'pending → failed',
  ],
  [{ updatedAt: '1758897189000' }, { updatedAt: '1758897300000' }, 'updated 14:33 UTC → 14:35 UTC'],
  [{ reversedFlag: '0' }, { reversedFlag: '1' }, 'reversed flag 0 → 1'],
  [{}, { reversedFlag: '0' }, undefined],
  [{ amount: '1000' }, { amount: '25000.00', status: 'x' }, 'no status → x, amount NGN 1,000 → NGN 25,000.00'],
  [{ status: 'x' }, {}, 'x → no status'],
  [{ amount: '1000' }, {}, 'amount NGN 1,000 (not given any more)'],
  [{ amount: '0' }, {}, 'amount NGN 0 (not given any more)'],
  [{ completedAt: 'garbage' }, { completedAt: '1758897191000' }, 'completed garbage → 14:33 UTC'],
  [{ status: '*x*' }, { status: '<!here>' }, '`*x*` → &lt;!here&gt;'],
  [{ status: 'same' }, { status: ' same' }, undefined],
])('%j and then %j', (before, after, words) => {
  expect(changesSince(before, after, { currency: 'NGN' })).toBe(words);
});
