import { expect, it } from 'vitest';
import { duration } from '../../src/blocks/mrkdwn.ts';

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '1 s'],
  [89_000, '89 s'],
  [90_000, '2 min'],
  [42 * 60_000, '42 min'],
  [89 * 60_000, '89 min'],
  [90 * 60_000, '2 h'],
  [24 * 3_600_000, '24 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
  [168 * 3_600_000, '7 days'],
])('%d ms is %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});
