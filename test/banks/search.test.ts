import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBankIndex, foldName } from '../../src/banks/search.ts';

const banks = [
  ['000013', 'GTBANK PLC'],
  ['000014', 'ACCESS BANK'],
  ['000015', 'ZENITH BANK PLC'],
  ['000016', 'FIRST BANK OF NIGERIA'],
  ['000003', 'FIRST CITY MONUMENT BANK'],
  ['090479', 'First Heritage MFB'],
  ['000004', 'UNITED BANK FOR AFRICA'],
  ['090405', 'MONIEPOINT MICROFINANCE BANK'],
  ['090406', 'Moniepoint Micro-Finance  Bank'],
  ['120001', '9 Payment Service Bank'],
  ['090267', 'Kuda Microfinance Bank'],
  ['100004', 'OPAY'],
  ['090001', 'Ọ̀ṣun Savings & Loans'],
  ['090999', 'Twin Bank'],
  ['090998', 'Twin Bank'],
  ['090999', 'Other Name Of Twin'],
].map(([institutionCode = '', institutionName = '']) => ({ institutionCode, institutionName }));
const search = createBankIndex(banks);
const first = (query: string) => search(query).hits[0]?.institutionCode;
const codes = (query: string) => search(query).hits.map((hit) => hit.institutionCode);

describe('by code', () => {
  it.each(['000015', '000-015', '000 015', ' 000015 '])('finds %j', (query) => {
    expect(codes(query)).toEqual(['000015']);
  });

  it('takes fewer digits as the beginning of a code', () => {
    expect(codes('00001')).toEqual(['000013', '000014', '000015', '000016']);
  });

  it('lists one code under two names', () => {
    expect(search('090999').hits.map((hit) => hit.institutionName)).toEqual(['Twin Bank', 'Other Name Of Twin']);
  });

  it.each(['058', '0000150', '999999'])('finds nothing for %s', (query) => {
    expect(search(query)).toEqual({ hits: [], suggestions: [] });
  });
});

describe('by name', () => {
  it.each([
    ['zenith', '000015'],
    ['Zenith Bank', '000015'],
    ['ZENITHBANK', '000015'],
    ['zenit', '000015'],
    ['zentih', '000015'],
    ['acess', '000014'],
    ['gtb', '000013'],
    ['gt bank', '000013'],
    ['uba', '000004'],
    ['first city', '000003'],
    ['firstcity', '000003'],
    ['kuda mfb', '090267'],
    ['kuda micro finance', '090267'],
    ['monipoint', '090405'],
    ['opay', '100004'],
    ['osun savings and loans', '090001'],
  ])('%j finds %s first', (query, code) => {
    expect(first(query)).toBe(code);
  });

  it('lists every bank that answers, and one name under two codes', () => {
    expect(new Set(codes('first'))).toEqual(new Set(['000016', '000003', '090479']));
    expect(codes('twin bank')).toEqual(expect.arrayContaining(['090999', '090998']));
  });

  it('finds nothing for a bank that is not there, and asks about near names', () => {
    expect(search('hsbc').hits).toEqual([]);
    const { hits, suggestions } = search('zebra');
    expect(hits).toEqual([]);
    expect(suggestions.length).toBeLessThanOrEqual(3);
    expect(search('opey').suggestions.map((bank) => bank.institutionName)).toEqual(['OPAY']);
  });

  it('does not care about case, accents, punctuation and spacing', () => {
    for (const { institutionName } of banks) {
      const variants = [institutionName.toUpperCase(), institutionName.replace(/ /g, '  '), `"${institutionName}"`];
      for (const variant of variants)
        expect(search(variant).hits.map((hit) => hit.institutionName)).toContain(institutionName);
    }
  });
});

describe('any text at all', () => {
  it('is answered without an error, from the list and without repeats', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (query) => {
        const { hits, suggestions } = search(query);
        expect(new Set(hits).size).toBe(hits.length);
        for (const hit of [...hits, ...suggestions]) expect(banks).toContain(hit);
      }),
    );
  });

  it('folds to the same when folded twice', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });
});
