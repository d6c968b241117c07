import { describe, expect, it } from 'vitest';
import { sum } from '../../src/blocks/mrkdwn.ts';

describe('a sum', () => {
  it.each([
    [['0.1', '0.2'], '0.3', 0],
    [['98765432109876543.21', '0.79'], '98765432109876544.00', 0],
    [['-5', '2.50'], '-2.50', 0],
    [['1', 'x', undefined], '1', 2],
    [['x'], undefined, 1],
    [['1'.repeat(60), '1'.repeat(61)], '1'.repeat(60), 1], // longer ones are no amounts
    [[], undefined, 0],
  ])('of %j is %s', (amounts, total, unreadCount) => {
    expect(sum(amounts)).toEqual({ total, unreadCount });
  });
});
