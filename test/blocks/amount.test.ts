import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../src/blocks/mrkdwn.ts';

describe('an amount', () => {
  it.each([
    ['25000.00', '25,000.00'],
    ['98765432109876543.21', '98,765,432,109,876,543.21'],
    ['0.00', '0.00'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1250000.5', '-1,250,000.5'],
    ['100000000000000000000000000.000000001', '100,000,000,000,000,000,000,000,000.000000001'],
  ])('%s is shown as %s', (text, shown) => {
    expect(amount(text)).toBe(shown);
  });

  it('names its currency when one is configured', () => {
    expect(amount('25000.00', 'NGN')).toBe('NGN 25,000.00');
  });

  it.each(['1e5', '12,50', 'free', 'NaN', '1.2.3', '٣'])('that is no decimal is shown as it came: %s', (text) => {
    expect(amount(text, 'NGN')).toBe(text);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,40}(\.\d{1,10})?$/), (text) => amount(text).replaceAll(',', '') === text),
    );
  });
});
