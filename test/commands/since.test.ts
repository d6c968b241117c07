import { describe, expect, it } from 'vitest';
import { parseSince } from '../../src/commands/since.ts';

const nowMs = Date.UTC(2026, 0, 31, 12);
const hourMs = 3_600_000;

describe('a time to count from', () => {
  it.each([
    ['2026-01-30', Date.UTC(2026, 0, 30)],
    ['today', Date.UTC(2026, 0, 31)],
    ['Yesterday', Date.UTC(2026, 0, 30)],
    ['2 days', nowMs - 48 * hourMs],
    ['2d', nowMs - 48 * hourMs],
    ['since 3 hours ago', nowMs - 3 * hourMs],
    ['90 minutes', nowMs - 1.5 * hourMs],
    ['a week', nowMs - 168 * hourMs],
  ])('reads %j', (text, ms) => {
    expect(parseSince(text, nowMs)).toBe(ms);
  });

  it.each(['2026-02-31', '2026-02-01', '2026-13-01', 'monday', '5', 'two', '', '2 dogs', '-1 days'])(
    'does not read %j, or not as a time gone by',
    (text) => {
      expect(parseSince(text, nowMs)).toBeUndefined();
    },
  );
});
