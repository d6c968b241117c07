import { describe, expect, it } from 'vitest';
import { backgroundForChannel, type PreviousLookUp, previousLookUpLine } from '../../src/history/hints.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const look = (
  minutesAgo: number,
  by: PreviousLookUp['by'] = { personId: 'U0OTHER' },
  words = 'pending',
): PreviousLookUp => ({
  atMs: nowMs - minutesAgo * 60_000,
  words,
  by,
});
/** As it is read in UTC. */
const read = (...looks: PreviousLookUp[]) =>
  previousLookUpLine(looks, nowMs)?.replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1');

describe('the line of what was seen before', () => {
  it('tells of the latest', () => {
    expect(read(look(32))).toBe('Asked by <@U0OTHER> 13:58: *pending*');
    expect(read(look(32), look(25, 'you', 'failed'))).toBe('Asked by you 14:05: *failed*');
    expect(read()).toBeUndefined();
    const { seen } = backgroundForChannel({ seen: [look(5), look(4, 'you')], outages: [], failure: undefined });
    expect(read(...seen)).toBe('Asked 14:26: *pending*');
  });

  it('dates what may be of yesterday', () => {
    expect(read(look(13 * 60, 'you'))).toBe('Asked by you 2026-01-31 01:30: *pending*');
  });

  it('takes no words and no id from outside for mark-up', () => {
    expect(read(look(5, { personId: '!channel> <@U0X' }, '<!here> *x*'))).toBe(
      'Asked by somebody 14:25: `&lt;!here&gt; *x*`',
    );
    expect(read({ ...look(5, 'you'), words: undefined })).toBe('Asked by you 14:25: *no status*');
  });
});
