import { describe, expect, test } from 'vitest';
import { formatSlackDate } from './client/slack-date.js';

const date = new Date('2026-01-31T23:08:09Z');
const viewer = { locale: 'en-GB', timeZone: 'Africa/Lagos', now: new Date('2026-03-01T12:00:00Z') };

describe('a Slack date in the zone of the viewer', () => {
  test.each([
    ['{date_num}', '2026-02-01'],
    ['{date}', '1 February 2026'],
    ['{date_short} {time}', '1 Feb 2026 00:08'],
    ['{date_long} at {time_secs}', 'Sunday 1 February 2026 at 00:08:09'],
    ['{date_short_pretty} {time_secs}', '1 Feb 2026 00:08:09'],
    ['{nonsense} {time}', '{nonsense} 00:08'],
  ])('%s', (format, shown) => {
    // Whether a comma follows the weekday is up to the version of Unicode's data.
    expect(formatSlackDate(date, format, viewer).replace(',', '')).toBe(shown);
  });

  test('the zone decides the day', () => {
    expect(formatSlackDate(date, '{date_num} {time}', { ...viewer, timeZone: 'America/New_York' })).toBe(
      '2026-01-31 18:08',
    );
  });

  test.each([
    ['2026-02-01T12:00:00Z', 'today 00:08:09'],
    ['2026-02-02T12:00:00Z', 'yesterday 00:08:09'],
    ['2026-01-31T12:00:00Z', 'tomorrow 00:08:09'],
  ])('seen at %s it reads %s', (now, shown) => {
    expect(formatSlackDate(date, '{date_short_pretty} {time_secs}', { ...viewer, now: new Date(now) })).toBe(shown);
  });

  test.each([
    ['2026-01-31T23:08:19Z', '10 seconds ago'],
    ['2026-01-31T23:28:09Z', '20 minutes ago'],
    ['2026-02-04T00:08:09Z', '3 days ago'],
  ])('{ago} at %s', (now, shown) => {
    expect(formatSlackDate(date, '{ago}', { ...viewer, now: new Date(now) })).toBe(shown);
  });
});
