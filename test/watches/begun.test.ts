import { expect, it } from 'vitest';
import { watchBegun } from '../../src/watches/messages.ts';
import { shownLines } from '../support/shown.ts';

it.each([
  ['pending', '0', 'pending now. You hear of each change in a direct message.'],
  ['successful', '0', 'successful now. You hear of a reversal in a direct message.'],
  ['successful', '1', 'successful now. You hear of each change in a direct message.'],
  [undefined, undefined, 'no status now. You hear of each change in a direct message.'],
])('a watch that begins on %s, reversed flag %s, says what is told', (status, reversedFlag, words) => {
  const where = { personId: 'U1', teamId: undefined, channelId: undefined, threadTs: undefined };
  const watch = { id: '1', reference: 'GARO-1', ...where, begunAtMs: 0, seen: {} };
  const begun = { watch, endsAtMs: 0, isDurable: true };
  expect(shownLines(watchBegun(begun, { status, reversedFlag }))[0]).toBe(`Watching \`GARO-1\`: ${words}`);
});
