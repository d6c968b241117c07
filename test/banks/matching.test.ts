import { describe, expect, it } from 'vitest';
import type { KnownBank } from '../../src/banks/aliases.ts';
import { createBankIndex } from '../../src/banks/search.ts';

const codeOf = (at: number) => String(200_000 + at);

function searchIn(names: string[], known: readonly KnownBank[] = []) {
  const index = createBankIndex(
    names.map((institutionName, at) => ({ institutionCode: codeOf(at), institutionName })),
    known,
  );
  return {
    found: (query: string) => index(query).hits.map(({ bank }) => bank.institutionName),
    why: (query: string) => index(query).hits[0]?.why,
    suggested: (query: string) => index(query).suggestions.map(({ institutionName }) => institutionName),
  };
}

describe('a name with its kind', () => {
  it('is that bank alone when its own name has the kind', () => {
    const { found } = searchIn(['ZENITH BANK PLC', 'ZENITH MOBILE', 'ZENITH BANK OF LAGOS']);
    expect(found('zenith bank')).toEqual(['ZENITH BANK PLC']);
    expect(found('zenith')).toHaveLength(3);
  });

  it('keeps those who are known by it', () => {
    const known: KnownBank[] = [{ code: codeOf(1), name: 'Omega', aliases: ['Zenith Bank'] }];
    expect(searchIn(['ZENITH BANK', 'OMEGA', 'ZENITH MOBILE'], known).found('zenith bank')).toEqual([
      'ZENITH BANK',
      'OMEGA',
    ]);
  });

  it('is one of several when one of its kinds is another', () => {
    expect(searchIn(['ZENITH BANK', 'ZENITH BANKERS']).found('zenith mortgage bank')).toHaveLength(2);
  });

  it('is one of several when the kind is another', () => {
    expect(searchIn(['HERITAGE', 'HERITAGE MOBILE']).found('heritage bank')).toEqual(['HERITAGE', 'HERITAGE MOBILE']);
  });

  it('may be misspelt in the kind alone, from three letters', () => {
    const { found, why } = searchIn(['ZENITH BANK PLC']);
    for (const query of ['zenith bnak', 'zenith bak', 'zenith morgage', 'lmited zenith'])
      expect(found(query)).toEqual(['ZENITH BANK PLC']);
    expect(why('zenith morgage')).toBeUndefined();
    expect(found('zenith xy')).toEqual([]);
    expect(found('bnak')).toEqual([]);
  });
});

describe('words that are glued or split', () => {
  it('are one word of a longer name, from five letters', () => {
    const { found } = searchIn(['GLOBAL READYCASH', 'GLOBAL OPAY', 'GLOBAL PAYXY']);
    expect(found('ready cash')).toEqual(['GLOBAL READYCASH']);
    expect(found('pay xy')).toEqual(['GLOBAL PAYXY']);
    expect(found('op ay')).toEqual([]);
  });
});

describe('several names of one bank', () => {
  const { found } = searchIn(
    ['WEMA BANK', 'ALATA MFB', 'OTHER'],
    [
      { code: codeOf(0), name: 'Wema Bank', aliases: ['ALAT', 'Purple'] },
      { code: codeOf(2), name: 'Other', aliases: ['Gold'] },
    ],
  );

  it('may be said together, each of them whole', () => {
    expect(found('wema alat')).toEqual(['WEMA BANK']);
    expect(found('alat wema purple')).toEqual(['WEMA BANK']);
    expect(found('alat purp')).toEqual([]);
  });

  it('that are not all of one bank find none', () => {
    expect(found('wema gold')).toEqual([]);
    expect(found('wema alat gold')).toEqual([]);
  });
});

describe('initials', () => {
  it.each([
    ['ubfa', 'UNITED BANK FOR AFRICA'],
    ['uba', 'UNITED BANK FOR AFRICA'],
    ['abmfb', 'ALPHA BETA MFB'],
    ['uat', 'THE UNITED AFRICA TRADE PLC'],
    ['uat', 'UNITED AFRICA TRADE COMPANY LIMITED'],
    ['abcb', 'ALPHA BETA CITY BANK'],
    ['abc', 'ALPHA BETA CITY BANK'],
    ['obc', 'OFFA BETA CITY'],
    ['ibc', 'ISLAND BETA CITY'],
    ['tbc', 'THEMBA BETA CITY'],
    ['bbc', 'BREATHE BETA CITY'],
  ])('%j are those of %s', (query, name) => {
    expect(searchIn([name]).found(query)).toEqual([name]);
    expect(searchIn([name]).why(query)).toEqual({ kind: 'initials' });
  });

  it.each([
    ['ua', 'UNITED BANK FOR AFRICA'],
    ['uatp', 'UNITED AFRICA TRADE PLC'],
    ['tuat', 'THE UNITED AFRICA TRADE'],
    ['boa', 'BANK OF AGRICULTURE'],
    ['amfb', 'ALPHA MFB'],
  ])('%j are none of %s', (query, name) => {
    expect(searchIn([name]).found(query)).toEqual([]);
  });
});

describe('what a bank is known as', () => {
  const known: KnownBank[] = [{ code: codeOf(0), name: 'Zenith Bank', aliases: ['Purple', 'ZB'] }];

  it.each(['ZENITH BANK PLC', 'ZEN', 'ZENITHMOBILE', 'LAGOS ZENITH', 'PURPLE'])('counts for %s', (name) => {
    expect(searchIn([name], known).found('purple')).toEqual([name]);
  });

  it('keeps out names that are a slip away', () => {
    expect(searchIn(['ZENITH BANK', 'PURPLD MFB'], known).found('purple')).toEqual(['ZENITH BANK']);
  });

  it('is no reason when its own name answers as well or better', () => {
    const zeta = (alias: string): KnownBank[] => [{ code: codeOf(0), name: 'Zeta', aliases: [alias] }];
    expect(searchIn(['ZETA ONE'], zeta('One Zetas')).why('one zeta')).toBeUndefined();
    expect(searchIn(['ZETA LONGWORD'], zeta('Zeta Abc')).why('zet')).toBeUndefined();
    expect(searchIn(['ZETA LONGWORD'], zeta('Zeta Zulu')).why('zet')).toBeUndefined();
  });

  it('counts for no other institution under the same code', () => {
    expect(searchIn(['HERITAGE BANK'], known).found('purple')).toEqual([]);
  });

  it('is no reason when it is its own name', () => {
    expect(searchIn(['PURPLE'], known).why('purple')).toBeUndefined();
    expect(searchIn(['PURPLE'], known).why('zenith')).toEqual({ kind: 'alias', alias: 'Zenith Bank' });
  });
});

describe('by digits', () => {
  const list = [
    ['058001', 'ALPHA'],
    ['200001', '12345 FINANCE'],
    ['200002', '123456 FINANCE'],
  ].map(([institutionCode = '', institutionName = '']) => ({ institutionCode, institutionName }));
  const search = createBankIndex(list, [{ code: '200001', name: '12345', threeDigits: '058', aliases: [] }]);
  const codes = (query: string) => search(query).hits.map(({ bank }) => bank.institutionCode);

  it('three are first a code of the other scheme, then the beginning of a code', () => {
    expect(search('058').hits.map(({ why }) => why)).toEqual([{ kind: 'three-digits', code: '058' }, { kind: 'code' }]);
    expect(codes('058')).toEqual(['200001', '058001']);
  });

  it('are a name when no code begins so, but six are a code', () => {
    expect(codes('12345')).toEqual(['200001', '200002']);
    expect(codes('123456')).toEqual([]);
    expect(codes('1234567')).toEqual([]);
  });

  it('six within a text have to agree with the name beside them', () => {
    expect(codes('alpha 058001')).toEqual(['058001']);
    expect(codes('058001 alpha')).toEqual(['058001']);
    expect(codes('alpha 200001')).toEqual([]);
    expect(codes('alpha 0580011')).toEqual([]);
    expect(codes('alpha x058001')).toEqual([]);
  });

  it('beside letters are no code', () => {
    expect(codes('a058')).toEqual([]);
    expect(codes('058a')).toEqual([]);
    expect(codes('-058001')).toEqual([]);
  });
});

describe('a query', () => {
  it('is read up to 100 letters', () => {
    const { found } = searchIn(['ZENITH BANK']);
    expect(found('zenith'.padEnd(100))).toEqual(['ZENITH BANK']);
    expect(found('zenith'.padEnd(101))).toEqual([]);
  });
});

describe('near names', () => {
  it('are three at most, the nearest first', () => {
    const { suggested } = searchIn(['ABSB MFB', 'ABSC MFB', 'ABSD MFB', 'ABSE MFB']);
    expect(suggested('absa')).toEqual(['ABSB MFB', 'ABSC MFB', 'ABSD MFB']);
  });

  it.each([
    ['one slip in three letters', 'ubs', 'UBA'],
    ['two slips in seven', 'zanoths', 'ZENITHS'],
    ['another first letter, from five letters', 'kotus', 'LOTUS'],
    ['the beginning of a name, from three letters', 'opa bank', 'OPAY MFB'],
    ['a word too many', 'access lagos', 'ACCESS BANK'],
    ['a word too many of half the letters', 'access abcdef', 'ACCESS BANK'],
    ['a word too many of an initialism', 'krmb lag', 'KONTAGORA ROYAL MORTGAGE BANK'],
  ])('%s: %j', (_why, query, name) => {
    expect(searchIn([name]).found(query)).toEqual([]);
    expect(searchIn([name]).suggested(query)).toEqual([name]);
  });

  it.each([
    ['one slip in two letters', 'ux', 'UB'],
    ['two slips in six', 'xenitt', 'ZENITH'],
    ['another first letter in four', 'kuda', 'YUDA'],
    ['a beginning of two letters', 'op bank', 'OPAY MFB'],
    ['a word too many that is most of it', 'access lagosstate', 'ACCESS BANK'],
    ['two words too many', 'access lagos main', 'ACCESS BANK'],
    ['a slip in a beginning', 'zxnithq', 'ZENITH GLOBAL'],
    ['words of another', 'first kuda', 'KUDA MFB'],
    ['a word too many beside a mere beginning', 'acces lago', 'ACCESSED BANK'],
  ])('are none: %s: %j', (_why, query, name) => {
    expect(searchIn([name, 'FIRST HERITAGE']).suggested(query)).toEqual([]);
  });
});

describe('a word from the middle of a name', () => {
  it('may have a slip from seven letters on', () => {
    expect(searchIn(['GOLDEN HARVEST']).found('harvezt')).toEqual(['GOLDEN HARVEST']);
    expect(searchIn(['GOLDEN STRIDE']).found('stripe')).toEqual([]);
  });

  it('that is misspelt is found by the words beside it', () => {
    const { found } = searchIn(['ROYAL KONTAGORA MFB', 'ROYAL BLUE', 'KONTAGORA BLUE']);
    expect(found('blue kontagroa')).toEqual(['KONTAGORA BLUE']);
    expect(found('kontagroa royal')).toEqual(['ROYAL KONTAGORA MFB']);
    expect(found('royel kontagora')).toEqual(['ROYAL KONTAGORA MFB']);
  });
});
