import { describe, expect, it } from 'vitest';
import { parseSince } from '../../src/banks/bank.ts';

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
    ['an hour ago', nowMs - hourMs],
    ['one day', nowMs - 24 * hourMs],
    ['last 2 weeks', nowMs - 336 * hourMs],
    ['5 min', nowMs - hourMs / 12],
    ['5 mins', nowMs - hourMs / 12],
    ['1 minute', nowMs - hourMs / 60],
    ['30m', nowMs - hourMs / 2],
    ['1W', nowMs - 168 * hourMs],
    ['0 days', nowMs],
    ['9999h', nowMs - 9999 * hourMs],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('reads %j', (text, ms) => {
    expect(parseSince(text, nowMs)).toBe(ms);
  });

  it('is one gone by, this moment included', () => {
    const midnightMs = Date.UTC(2026, 0, 31);
    expect(parseSince('today', midnightMs)).toBe(midnightMs);
    expect(parseSince('2026-01-31', midnightMs)).toBe(midnightMs);
    expect(parseSince('2026-01-31', midnightMs - 1)).toBeUndefined();
  });

  it.each([
    '2026-02-31',
    '2026-02-01',
    '2026-13-01',
    'monday',
    '5',
    'two',
    '',
    '2 dogs',
    '-1 days',
    '10000h',
    '2  days',
    'x2 days',
    '2 daysx',
    'the 2026-01-30',
    '2025-02-31',
    '2025-06',
    '2025',
    '2026-01-30T10',
    'two ago days',
    '1 since d',
    'done 2 d',
    '2026-1-30',
  ])('does not read %j, or not as a time gone by', (text) => {
    expect(parseSince(text, nowMs)).toBeUndefined();
  });
});
