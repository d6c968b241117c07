import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';

const { asTyped: findTyped } = createReferences();

describe('what somebody typed to be asked for', () => {
  it.each([
    ['please', ['please']],
    ['25,000', ['25,000']],
    ['jane@bank.example', ['jane@bank.example']],
    ['ABC/1.2_x', ['ABC/1.2_x']],
    ['GARO-8f3k2j1.pdf', ['GARO-8f3k2j1']],
    ['GARO-8f3k2j1.1', ['GARO-8f3k2j1.1']],
    ['GARO-8f3k2j1...pls', ['GARO-8f3k2j1']],
    ['Ref.GARO-8f3k2j1', ['GARO-8f3k2j1']],
    ['ref-GARO-8f3k2j1', ['GARO-8f3k2j1']],
    ['GARO-8f3k2j1&status=ok', ['GARO-8f3k2j1']],
    ['GARO-8f3k2j1,25000', ['GARO-8f3k2j1']],
    ['GARO-8f3k2j1/GARO-5p1d6w8', ['GARO-8f3k2j1', 'GARO-5p1d6w8']],
    ['https://dash.example.com/login', []],
    ['{"amount":"25000.00"}', []],
    ['10,000NGN', ['10,000NGN']],
    ['₦25,000.50', ['₦25,000.50']],
    ['reference: ABCDEF', ['ABCDEF']],
    ['ref-none', ['ref-none']],
    ['pending', ['pending']],
    ['reference: pending', []],
    ['Reference:N/A', []],
    ['Ref: —', []],
    ['a,b', []],
    ['1,000,x', []],
    ['??', ['??']],
    ['? ?', []],
    ['', []],
  ])('%j alone is %j', (text, references) => {
    expect(findTyped(text).references).toEqual(references);
  });

  it.each([
    ['ABC123 XYZ456', ['ABC123', 'XYZ456']],
    ['ref ABC123 and XYZ456', ['ABC123', 'XYZ456']],
    ['1. ABC123 2. XYZ456 pls', ['ABC123', 'XYZ456']],
    ['GARO-8f3k2j1 PAY77', ['GARO-8f3k2j1']],
    ['please ABC123', ['ABC123']],
    ['PAY-77 PAY-20990131771 INC-772', ['PAY-20990131771']],
    ['PAY-77, PAY-20990131771 and PAY-772 pls', ['PAY-77', 'PAY-20990131771', 'PAY-772']],
    ['ABC123 SUP-4821', []],
    ['ABC123 is late', []],
    ['ABC123 a@b.example', []],
    ['100200300 100200301', []],
    ['GARO-8f3k 5p1d6w8', []],
  ])('a list of mixtures and nothing else, %j, is %j', (text, references) => {
    expect(findTyped(text).references).toEqual(references);
  });

  it.each([
    ['23456798690885571,23456798690885572', ['23456798690885571', '23456798690885572']],
    ['23456798690885571/23456798690885572', ['23456798690885571', '23456798690885572']],
    ['23456798690885571.23456798690885572', ['23456798690885571', '23456798690885572']],
    [
      '23456798690885571/234567986908855723,23456798690885573',
      ['23456798690885571', '234567986908855723', '23456798690885573'],
    ],
    ['23456798690885571,5000', ['23456798690885571']],
    ['23456798690885571/08031234567', ['23456798690885571']],
  ])('identifiers that are joined, %j, are no reference: %j', (text, identifiers) => {
    expect(findTyped(text)).toMatchObject({ references: [], identifiers });
  });

  it('is asked for when it stands alone, whatever the pattern of an operator; of several the pattern decides', () => {
    const own = createReferences('PAY[0-9]{4}');
    expect(own.asTyped('GARO-8f3k2j1').references).toEqual(['GARO-8f3k2j1']);
    expect(own.asTyped('PAY1234 GARO-8f3k2j1').references).toEqual(['PAY1234']);
    expect(own.asTyped('ABC123 XYZ456').references).toEqual([]);
    expect(createReferences('ref-[A-Z]+-[0-9]+').inTalk('see ref-PAY-1234').references).toEqual(['ref-PAY-1234']);
    expect(own.asTyped('GARO- 8f3k2j1 x')).toMatchObject({ references: [], unclear: [] });
  });
});

describe('what was left out', () => {
  it.each([
    ['GARO-8f3k2j1 100200300', ['100200300']],
    ['GARO-8f3k2j1 is ABC12345 x', ['ABC12345']],
    ['GARO-8f3k2j1 and GARO-5p', ['GARO-5p']],
    ['is 08012345678 the one', ['08012345678']],
    ['session 100004240926153311119822107551 x', ['100004240926153311119822107551']],
    ['GARO-8f3k2j1 08012345678 x', []],
    ['GARO-8f3k2j1 0123456789 1758897189000 4111111111111111', []],
    ['GARO-8f3k2j1 session 100004240926153311119822107551', []],
    ['GARO-8f3k2j1, IMG-20240926-WA0012, COVID-19 iPhone-13 30000ms 1-beta web-01 x', []],
    ['GARO-8f3k2j1 SUP-4821 0123456789GTB 2pm-3pm adaeze22 x', []],
    ['GARO-8f3k2j1 https://a.example/archives/C04AB12CD/p1770125330118000 C04AB12CX', ['C04AB12CX']],
    ['GARO-8f3k2j1 2500000 8f3k2j2 x', ['8f3k2j2']],
    ['GARO-8f3k2j1 and 603412345678', ['603412345678']],
    ['0803 123 4567', ['08031234567']],
    ['012.345.6789 x', ['0123456789']],
    ['GARO-8f3k2j1 call 0803 123 4567', []],
    ['GARO-8f3k2j1 please, why', []],
    ['GARO-8f3k2j1 25,000 25k NGN2500000 ₦1,250,000.50', []],
    ['GARO-8f3k2j1 2026-01-31 10:30am 31/01/2026 21Nov2026', []],
    ['GARO-8f3k2j1 acct: 0123456789, phone no. 08012345678, +2348012345678', []],
    ['GARO-8f3k2j1 jane123456@bank.example', []],
  ])('of %j is %j', (text, leftOut) => {
    expect(findTyped(text).leftOut).toEqual(leftOut);
  });
});
