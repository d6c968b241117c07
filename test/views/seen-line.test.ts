import { describe, expect, it } from 'vitest';
import { type SeenLook, withoutPeople } from '../../src/history/seen-before.ts';
import { seenLine } from '../../src/views/seen-line.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const look = (minutesAgo: number, by: SeenLook['by'] = { personId: 'U0OTHER' }, words = 'pending'): SeenLook => ({
  atMs: nowMs - minutesAgo * 60_000,
  words,
  by,
});
/** As it is read in UTC. */
const read = (...looks: SeenLook[]) => seenLine(looks, nowMs)?.replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1');

describe('the line of what was seen before', () => {
  it('tells times and people', () => {
    expect(read(look(32), look(25, 'you'))).toBe(
      'Asked twice today: pending at 13:58 by <@U0OTHER>, pending at 14:05 by you',
    );
    expect(read()).toBeUndefined();
    expect(read(...withoutPeople([look(5), look(4, 'you'), look(3)]))).toBe(
      'Asked 3 times today: pending at 14:25, pending at 14:26, pending at 14:27',
    );
  });

  it('shows the first and the latest of many', () => {
    expect(read(...[60, 50, 40, 30, 20, 10].map((minutes) => look(minutes, 'you')))).toBe(
      'Asked 6 times today: pending at 13:30 by you, …, pending at 14:00 by you, pending at 14:10 by you, pending at 14:20 by you',
    );
    expect(read(...[40, 30, 20, 10].map((minutes) => look(minutes, 'you')))).not.toContain('…');
  });

  it('calls nothing today that may be of yesterday', () => {
    expect(read(look(15 * 60, 'you'), look(10, 'you'))).toBe(
      'Asked twice before: pending 2026-01-30 23:30:00 by you, pending 2026-01-31 14:20:00 by you',
    );
    expect(read(look(13 * 60, 'you'))).toBe('Asked once before: pending 2026-01-31 01:30:00 by you');
  });

  it('takes no words and no id from outside for mark-up', () => {
    expect(read(look(5, { personId: '!channel> <@U0X' }, '<!here> *x*'))).toBe(
      'Asked once today: `&lt;!here&gt; *x*` at 14:25 by somebody',
    );
    expect(read({ ...look(5, 'you'), words: undefined })).toBe('Asked once today: no status to tell at 14:25 by you');
  });
});
