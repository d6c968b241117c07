import { expect, it } from 'vitest';
import { commandNames } from '../../src/command-names.ts';
import { homeWatches } from '../../src/watches/messages.ts';

const { slash } = commandNames('');
const where = { personId: 'U1', teamId: undefined, channelId: undefined, threadTs: undefined };
const begun = { id: '1', reference: 'GARO-1', ...where, endsAtMs: 9_000, begunAtMs: 1_000 };

it.each([
  ['before the watch began', {}, 500, '◷ Pending'],
  ['since the watch began', {}, 1_500, '✓ Successful'],
  ['before the last telling, which another process may have sent', { toldAtMs: 2_000 }, 1_500, '◷ Pending'],
  ['with the last telling', { toldAtMs: 2_000 }, 2_000, '✓ Successful'],
])('Home shows the later of two statuses; the person looked it up %s', (_when, told, atMs, line) => {
  const own = [{ asked: 'GARO-1', isRequery: false, status: 'Successful', group: 'settled', atMs }] as const;
  const watches = [{ ...begun, ...told, seen: { status: 'pending' } }];
  const blocks = homeWatches({ watches, own, mayAskInWindows: true, slash });
  expect(JSON.stringify(blocks)).toContain(`\`GARO-1\`\\n${line} · until`);
});
