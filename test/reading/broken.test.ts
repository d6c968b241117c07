import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';

const { inTalk: find, asTyped: findTyped } = createReferences();
const read = (text: string) => {
  const { references, unclear } = findTyped(text);
  return [...references, ...unclear.map(({ said, readings }) => `${said}? ${readings.join(' or ')}`)];
};

describe('a reference that was broken', () => {
  it.each([
    ['GARO- 8f3k2j1', 'GARO-8f3k2j1'],
    ['GARO -8f3k2j1', 'GARO-8f3k2j1'],
    ['GARO - 8f3k2j1 pls', 'GARO-8f3k2j1'],
    ['see GARO-\n8f3k2j1', 'GARO-8f3k2j1'],
    ['garo—8f3k2j1 pls', 'garo-8f3k2j1'],
    ['PSTK- 8f3k2j1x9 pls', 'PSTK-8f3k2j1x9'],
    ['pls PSTK -\n8f3k2j1x9', 'PSTK-8f3k2j1x9'],
    ['PAY_ 9f8e7d6c not received', 'PAY_9f8e7d6c'],
    ['PAY _9f8e7d6c not received', 'PAY_9f8e7d6c'],
    ['TXN-20260203- 118 not received', 'TXN-20260203-118'],
    ['PAY-20260131 -9f3k2 pls', 'PAY-20260131-9f3k2'],
  ])('is joined at its hyphen when only the whole looks like one: %j', (text, reference) => {
    expect(read(text)).toEqual([reference]);
  });

  it('is never asked for in part, wherever a blank breaks it before a digit', () => {
    const own = fc.stringMatching(/^(?:R-)?GARO-[a-z\d]{7}$/).filter((whole) => /\d/.test(whole.slice(-7)));
    const rest = fc.integer({ min: 1, max: 6 });
    const blank = fc.constantFrom(' ', '\n', '\u00a0');
    fc.assert(
      fc.property(own, rest, blank, (whole, length, gap) => {
        const [first, second] = [whole.slice(0, -length), whole.slice(-length)];
        fc.pre(/\d/.test(second));
        for (const text of [`${first}${gap}${second}`, `is ${first}${gap}${second} done?`]) {
          const { references, unclear } = findTyped(text);
          expect([[], [whole]]).toContainEqual(references);
          for (const { readings } of unclear) expect(readings[0]).toBe(whole);
        }
      }),
    );
  });

  it('is joined wherever an e-mail broke a UUID', () => {
    const uuid = '3f2b8c1e-7d4a-4b9e-8c21-5a6d7e8f9012';
    const breaks = Array.from(
      { length: uuid.length - 1 },
      (_, at) => `${uuid.slice(0, at + 1)}\n${uuid.slice(at + 1)}`,
    );
    expect(breaks.flatMap((broken) => read(`Transaction ${broken} is pending`))).toEqual(breaks.map(() => uuid));
  });

  it.each([
    ['GARO-8f3k2 j1 pls', 'GARO-8f3k2 j1? GARO-8f3k2j1 or GARO-8f3k2'],
    ['GARO-5p1d6w 8', 'GARO-5p1d6w 8? GARO-5p1d6w8 or GARO-5p1d6w'],
    ['is GARO-5p1d6 08 done', 'GARO-5p1d6 08? GARO-5p1d608 or GARO-5p1d6'],
    ['R-GARO-5p1d6w 8', 'R-GARO-5p1d6w 8? R-GARO-5p1d6w8 or R-GARO-5p1d6w'],
    ['GARO-5p1d6 5k', 'GARO-5p1d6 5k? GARO-5p1d65k or GARO-5p1d6'],
    ['GARO-5p1d6w\n8 is pending', 'GARO-5p1d6w 8? GARO-5p1d6w8 or GARO-5p1d6w'],
    ['PSTK-8f3k2j1 x9 pls', 'PSTK-8f3k2j1 x9? PSTK-8f3k2j1x9 or PSTK-8f3k2j1'],
    ['GARO 8f3k2j1', 'GARO 8f3k2j1? GARO-8f3k2j1 or 8f3k2j1'],
    ['GARO-8f3k2j1 -5p1d6w8', 'GARO-8f3k2j1 -5p1d6w8? GARO-8f3k2j1-5p1d6w8 or GARO-8f3k2j1'],
    ['R -GARO-8f3k2j1', 'R -GARO-8f3k2j1? R-GARO-8f3k2j1 or GARO-8f3k2j1'],
    ['GA RO-8f3k2j1', 'GA RO-8f3k2j1? GARO-8f3k2j1 or RO-8f3k2j1'],
    ['FT26021ABC99 XYZ7', 'FT26021ABC99 XYZ7? FT26021ABC99XYZ7 or FT26021ABC99'],
    ['TXN-2026 25000 pls', 'TXN-2026 25000? TXN-202625000'],
    ['the GARO- 6400000 limit', 'GARO- 6400000? GARO-6400000 or 6400000'],
    ['GARO - 6400000, paid', 'GARO - 6400000? GARO-6400000 or 6400000'],
    ['GARO-5w2m 044 failed', 'GARO-5w2m 044? GARO-5w2m044'],
    ['GARO-9t4 p2pt transfer', 'GARO-9t4 p2pt? GARO-9t4p2pt'],
    ['GARO-9t4m 2p7', 'GARO-9t4m 2p7? GARO-9t4m2p7'],
    ['GARO-8f3 k2j1 pls', 'GARO-8f3 k2j1? GARO-8f3k2j1'],
    ['PSTK-8f3 k2j1x9 pls', 'PSTK-8f3 k2j1x9? PSTK-8f3k2j1x9'],
    ['TXN-2026 0131001 pls', 'TXN-2026 0131001? TXN-20260131001'],
    ['TXN-20260131 001 pls', 'TXN-20260131 001? TXN-20260131001'],
    ['FT26021ABC 99XYZ7 pls', 'FT26021ABC 99XYZ7? FT26021ABC99XYZ7'],
  ])('is asked about when it can be read in more than one way, or broke elsewhere: %j', (text, said) => {
    expect(read(text)).toEqual([said]);
  });

  it.each([
    ['GARO-8f3k2j1 25k', 'GARO-8f3k2j1'],
    ['GARO-8f3k2j1 2 times', 'GARO-8f3k2j1'],
    ['GARO-8f3k2j1 b2b', 'GARO-8f3k2j1'],
    ['1. GARO-5p1d6w\n2. GARO-2x9f4t', 'GARO-5p1d6w', 'GARO-2x9f4t'],
    ['GARO-5p1d6w 12', 'GARO-5p1d6w'],
    ['GARO-5p1d6w is late', 'GARO-5p1d6w'],
    ['PSTK-8f3k2j1x9 2 times', 'PSTK-8f3k2j1x9'],
    ['PSTK-8f3k2j1x9 25k', 'PSTK-8f3k2j1x9'],
    ['PSTK-8f3k2j1x9 UBA', 'PSTK-8f3k2j1x9'],
    ['GARO-8f3k2j1 - 25,000', 'GARO-8f3k2j1'],
    ['GARO-8f3k2j1 - GARO-5p1d6w8', 'GARO-8f3k2j1', 'GARO-5p1d6w8'],
    ['- GARO-8f3k2j1\n- GARO-5p1d6w8', 'GARO-8f3k2j1', 'GARO-5p1d6w8'],
    ['TXN-20260131001 001', 'TXN-20260131001'],
    ['txn 100200300 failed', '100200300'],
  ])('is told from what stands beside a whole one: %j', (text, ...references) => {
    expect(read(text)).toEqual(references);
  });

  it.each([
    'UBA - 0123456789 pls',
    'GTB -0123456789',
    'COVID-19 iphone15 x',
    'GARO-8f3k',
    'PAY-1a2b 3 items',
    'INV-2026 0123456789 pls',
    'GARO - 3750000 naira',
    'GARO -3750000 kobo',
    'GARO 3750000 NGN paid',
    'GARO - 3750000.50 in',
  ])('is nothing that an account, an amount or another word goes on with: %j', (text) => {
    expect(find(text)).toMatchObject({ references: [], unclear: [] });
  });
});
