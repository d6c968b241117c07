import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, isClosed, isMisspeltKind, spell } from '../../src/banks/fold-name.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('folding', () => {
  it.each([
    ['GTBANK  PLC', 'gtbank plc'],
    ['Ọ̀ṣun Savings & Loans', 'osun savings and loans'],
    ['P.L.C. (A’s)', 'plc as'],
    ['9PSB', '9 payment service bank'],
    ['HopePSB', 'hope payment service bank'],
    ['9 PSB Bank', '9 payment service bank'],
    ['Hope Bank PSB', 'hope bank payment service'],
    ['psb', 'payment service bank'],
    ['Bank Bank', 'bank'],
    ['Bank MFB', 'bank mfb'],
    ['One One', 'one one'],
    ["O'Neil  -  (K&B)  ", 'oneil k and b'],
    ['Ⅳ ﬁrst', 'iv first'],
    ['١٢ Größe', '١٢ große'],
    ['KudaMFB', 'kuda mfb'],
    ['KudaMFBB', 'kuda mfb'],
    ['KudaMFBank', 'kudamfbank'],
    ['MFB Kuda', 'mfb kuda'],
    ['Kuda mic', 'kuda mfb'],
    ['Kuda mi', 'kuda mfb'],
    ['Kuda m', 'kuda m'],
    ['Kuda One mic', 'kuda one mfb'],
    ['MFB MFB', 'mfb'],
    ['mic', 'mic'],
    ['micr', 'micr'],
    ['', ''],
    ['?!', ''],
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
    ...['mfi', 'mfbs', 'mirofinence', 'm icrofinance', 'm i c r o f i n a n c e', 'mikro finance'],
    ...['microfinance  bank', 'micr ofinance', 'imcrofinance bank', 'MICROFINANCEBANK', 'Micofinance Bank', 'MFBank'],
  ])('%j is one spelling of microfinance', (kind) => {
    expect(foldName(`Kuda ${kind}`)).toBe('kuda mfb');
  });

  it.each([
    'Microbiz',
    'Microsystems',
    'Microvis',
    'Micro Bank',
    'Mfon Bank',
    'Minance Ltd',
    'mfx',
    'xmf',
    'refinance',
    'Wicrofinance',
    'finance',
  ])('%j is none', (name) => {
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
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), words), (name) => {
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

  it.each([
    ['Abbank', 'ab'],
    ['Abank', 'abank'],
    ['Ecobankplc', 'eco'],
    ['Stonemortgage', 'stone'],
    ['Randmerchant', 'rand'],
    ['Carfinance', 'car'],
    ['Tradecompany', 'trade'],
    ['Trustlimited', 'trust'],
    ['Trustltd', 'trust'],
    ['Banker', 'banker'],
    ['Embankment', 'embankment'],
  ])('of %j is %j, without the kind that is glued to it', (name, short) => {
    expect(spell(name).short).toBe(short);
  });

  it('is complete when a kind follows it', () => {
    expect(isClosed(spell('zenith bank'))).toBe(true);
    expect(isClosed(spell('bank zenith'))).toBe(false);
    expect(isClosed(spell('bank'))).toBe(false);
  });

  it.each([
    ['bnak', true],
    ['bak', true],
    ['limted', true],
    ['bank', false],
    ['ba', false],
    ['ltdd', false],
    ['zenith', false],
  ])('is not %j: %s', (word, isKind) => {
    expect(isMisspeltKind(word)).toBe(isKind);
  });

  it('is everything when nothing else is there', () => {
    expect(spell('Mortgage Bank of Nigeria').telling).toEqual(['mortgage', 'bank', 'of', 'nigeria']);
  });
});
