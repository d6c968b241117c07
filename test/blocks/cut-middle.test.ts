import { describe, expect, it } from 'vitest';
import { cutMiddle } from '../../src/blocks/mrkdwn.ts';

describe('a cut in the middle', () => {
  it('keeps both ends, within the limit', () => {
    expect(cutMiddle('ABCDEFGHIJ', 7)).toBe('ABC…HIJ');
    expect(cutMiddle('ABCDEFGHIJ', 10)).toBe('ABCDEFGHIJ');
    expect(cutMiddle('ABCDEFGHIJ', 6)).toBe('ABC…IJ');
  });

  it('parts no character', () => {
    const text = '👩‍👩‍👧‍👦'.repeat(6);
    const cut = cutMiddle(text, 30);
    expect(cut).toBe('👩‍👩‍👧‍👦…👩‍👩‍👧‍👦');
  });
});
