import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, spell } from '../../src/banks/fold-name.ts';

describe('folding', () => {
  it.each([
    ['GTBANK  PLC', 'gtbank plc'],
    ['Ọ̀ṣun Savings & Loans', 'osun savings and loans'],
    ['P.L.C. (A’s)', 'plc as'],
    ['9PSB', '9 payment service bank'],
    ['HopePSB', 'hope payment service bank'],
  ])('%j is %j', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it.each([
    ...[
      'Microfinance Bank',
      'MICRO-FINANCE BANK',
      'micro finance',
      'Micro Finance Bank',
      'Microfinace Bank',
      'MFB',
      'M.F.B',
    ],
    ...[
      'MICROFINANACE BANK',
      'Mircofinance',
      'mf bank',
      'MFBB',
      'm f b',
      'microf',
      'micro',
      'mfb bank',
      'MICROFIN BANK',
    ],
    ...['microfinance  bank', 'micr ofinance', 'imcrofinance bank', 'MICROFINANCEBANK', 'Micofinance Bank', 'MFBank'],
  ])('%j is one spelling of microfinance', (kind) => {
    expect(foldName(`Kuda ${kind}`)).toBe('kuda mfb');
  });

  it.each(['Microbiz', 'Microsystems', 'Microvis', 'Micro Bank', 'Mfon Bank', 'Minance Ltd'])('%j is none', (name) => {
    expect(foldName(name)).not.toContain('mfb');
  });

  it('changes nothing the second time', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'm',
          'f',
          'b',
          'mf',
          'mfb',
          'psb',
          'bank',
          'micro',
          'finance',
          'mi',
          'microfin',
          'x',
          ' ',
          '-',
          '’',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), words), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what tells', () => {
  it('is what is left without kinds and fillers', () => {
    expect(spell('UNITED BANK FOR AFRICA PLC')).toMatchObject({ telling: ['united', 'africa'], core: 'unitedafrica' });
    expect(spell('ECOBANK BANK')).toMatchObject({ core: 'ecobank', short: 'eco', plain: 'ecobankbank' });
  });

  it('is everything when nothing else is there', () => {
    expect(spell('Mortgage Bank of Nigeria').telling).toEqual(['mortgage', 'bank', 'of', 'nigeria']);
  });
});
