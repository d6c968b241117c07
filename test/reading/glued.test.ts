import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';
import { gluedReadings } from '../../src/reading/repairs.ts';
import { expectLinear, texts } from '../support/growth.ts';

const a = 'GARO-8f3k2j1';

describe('a reference within a longer word', () => {
  it.each([
    [a, []],
    [`R-${a}`, []],
    [`${a}-Food`, [a]],
    [`receipt_${a}`, [a]],
    [`R-${a}_failed`, [`R-${a}`]],
    [`DOE-${a}`, [`DOE-${a}`, a]],
    [`${a}-JOHN`, [`${a}-JOHN`, a]],
    [`REF-${a}`, [`REF-${a}`, a]],
    [`nip-${a}`, [`nip-${a}`, a]],
    [`${a}-reversal`, [`${a}-reversal`, a]],
    [`${a}-2`, [`${a}-2`, a]],
    [`PAY-${a}-001`, [`PAY-${a}-001`, a]],
    [`${a}N5000`, [`${a}N5000`, a]],
    [`${a}-GARO-5p1d6w8`, [`${a}-GARO-5p1d6w8`, a, 'GARO-5p1d6w8']],
    ['TXN-20260131001-FAILED', ['TXN-20260131001-FAILED', 'TXN-20260131001']],
    ['PSTK-TRF-88f3a1c9', []],
    ['PAY-12ab3-4-5-6', []],
    ['GARO-payment-Food', []],
    ['the-customer', []],
    [`${'x'.repeat(60)}-${a}`, []],
  ])('%j has the readings %j', (word, readings) => {
    expect(gluedReadings(word)).toEqual(readings);
  });

  it('is asked about in words beside others that are clear, and the label before it is not the next word’s', () => {
    const { inTalk: find } = createReferences();
    expect(find(`ref TRF-${a} 88812 and GARO-5p1d6w8`)).toMatchObject({
      references: ['GARO-5p1d6w8'],
      unclear: [{ said: `TRF-${a}`, readings: [`TRF-${a}`, a] }],
    });
  });

  it('is told in linear time', async () => {
    const { inTalk: find } = createReferences();
    const made = texts(2_000, (size) => `${a}-`.repeat(size));
    await expectLinear(2_000, (size) => find(made(size)));
  });
});
