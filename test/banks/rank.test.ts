import { describe, expect, it } from 'vitest';
import type { KnownBank } from '../../src/banks/aliases.ts';
import { createBankIndex } from '../../src/banks/search.ts';

const codeOf = (at: number) => String(200_000 + at);

/** What a query finds in a list of these names, in order; `~` before what differs from it by a slip. */
function found(query: string, names: string[], known: readonly KnownBank[] = []): string[] {
  const list = names.map((institutionName, at) => ({ institutionCode: codeOf(at), institutionName }));
  return createBankIndex(
    list,
    known,
  )(query).hits.map(({ bank, why }) => (why?.kind === 'spelling' ? `~${bank.institutionName}` : bank.institutionName));
}

/** The first of a list, as people know it. */
const knownAs = (name: string, ...aliases: string[]): KnownBank[] => [{ code: codeOf(0), name, aliases }];

describe('the first of two that answer is', () => {
  it.each([
    ['the name letter by letter', 'zenithbank', 'ZENITH BANK', 'ZENITHBANK PLC'],
    [
      'all that tells, in another order, before a beginning',
      'heritage first',
      'First Heritage',
      'Heritage First Union',
    ],
    ['the name without its kind', 'eco', 'ECOBANK', 'ECO TRUST'],
    ['the end of a word before the middle of one', 'firstheritage', 'FIRST HERITAGE MONEY', 'FIRSTHERITAGEX'],
    ['a beginning behind a kind before the middle of a word', 'zenith', 'BANK OF ZENITH TRUST', 'ZENITHX'],
    ['the end of a word, a kind, before the middle of one', 'nubank', 'NU BANK DIGITAL MFB', 'NUBANKER'],
    ['the beginning of a name before a word of one', 'capital', 'CAPITALS', 'UNION CAPITALISED CAPITAL'],
    ['the one with the most words as typed', 'zenith tru', 'ZENITH TRUST PARTNERS', 'ZENITHTRUST'],
    ['the one with the fewest other letters', 'first', 'FIRST AB', 'FIRST LONGNAME'],
    ['the one with words that tell nothing', 'fir', 'FIRST MORTGAGE BANK LIMITED', 'FIRST ABCD'],
  ])('%s: %j', (_why, query, better, worse) => {
    expect(found(query, [better, worse])[0]).toBe(better);
    expect(found(query, [worse, better])[0]).toBe(better);
  });

  it('else the one that stands first in the list', () => {
    expect(found('first', ['FIRST AB', 'FIRST CD'])).toEqual(['FIRST AB', 'FIRST CD']);
    expect(found('first', ['FIRST CD', 'FIRST AB'])).toEqual(['FIRST CD', 'FIRST AB']);
  });

  it.each([
    ['its own exact name', 'gtb', 'GTB PLC', ['GTB']],
    ['its own name in other words', 'guaranty trust', 'GuarantyTrust MFB', ['Guaranty Trust Bank']],
    ['its own beginning', 'zeta', 'ZETA LONGLONGLONGNAME', ['Zeta One']],
  ])('the one that has it as %s: %j', (_why, query, own, aliases) => {
    expect(found(query, ['OMEGA', own], knownAs('Omega', ...aliases))[0]).toBe(own);
  });
});

describe('one letter or more of a name', () => {
  it('is a beginning, unless a kind after it says that the word is complete', () => {
    expect(found('stan', ['STANBIC IBTC BANK'])).toHaveLength(1);
    expect(found('stan bank', ['STANBIC IBTC BANK'])).toEqual([]);
    expect(found('stanb bank', ['STANBIC IBTC BANK'])).toEqual(['STANBIC IBTC BANK']);
  });

  it('is a beginning with its fillers and without', () => {
    expect(found('united a', ['UNITED & MERCHANT BANK'])).toHaveLength(1);
    expect(found('united m', ['UNITED & MERCHANT BANK'])).toHaveLength(1);
    expect(found('united xyz', ['UNITED & MERCHANT BANK'])).toEqual([]);
  });

  it('may begin a word further on, from two letters', () => {
    expect(found('cap', ['UNION CAPITAL MFB'])).toHaveLength(1);
    expect(found('uni ca mfb', ['UNION CAPITAL MFB'])).toHaveLength(1);
    expect(found('un ca mfb', ['UNION CAPITAL MFB'])).toHaveLength(1);
    expect(found('capit mfb', ['UNION CAPITAL MFB'])).toEqual(['UNION CAPITAL MFB']);
    expect(found('cap mfb', ['UNION CAPITAL MFB'])).toEqual([]);
    expect(found('capital u', ['UNION CAPITAL MFB'])).not.toContain('UNION CAPITAL MFB');
  });

  it('has each word of the name for one word only', () => {
    expect(found('first first', ['FIRST HERITAGE'])).toEqual([]);
    expect(found('first kuda', ['FIRST HERITAGE', 'KUDA MFB'])).toEqual([]);
    expect(found('heritage her', ['FIRST HERITAGE'])).toEqual([]);
  });

  it('begins no initials', () => {
    expect(found('krmb', ['KONTAGORA ROYAL MORTGAGE BANK'])).toHaveLength(1);
    expect(found('krm', ['KONTAGORA ROYAL MORTGAGE BANK'])).toEqual([]);
  });

  it('is the beginning of an alias, and no word from the middle of one', () => {
    const known = knownAs('Platinum Habib Bank');
    expect(found('platinum', ['HABIB PLATINUMS'], known)).toHaveLength(1);
    expect(found('plat', ['KEYSTONE PLATINUM'], known)).toHaveLength(1);
    expect(found('habib bank', ['KEYSTONE PLATINUM'], known)).toEqual([]);
  });
});

describe('a slip', () => {
  it.each([
    ['in a whole name', 'zenoth', 'ZENITH BANK'],
    ['in the first word', 'zenoth', 'ZENITH GLOBAL'],
    ['in a first word of five letters', 'lotas', 'LOTUS GLOBAL'],
    ['in the first seven letters of a word', 'crastli', 'CRESTLINE MFB'],
    ['in one of two words', 'royal kontagroa', 'KONTAGORA ROYAL MFB'],
    ['in the only word of a longer name', 'kontagroa', 'ROYAL KONTAGORA MFB'],
    ['in what was typed together with its kind', 'zenothbank', 'ZENITH GLOBAL'],
    ['two of them, in ten letters', 'monxepoxnt', 'MONIEPOINT'],
    ['two of them, in a long name', 'mniepiont tech', 'MONIEPOINT TECH'],
  ])('%s is found, and said to be one: %j', (_where, query, name) => {
    expect(found(query, [name])).toEqual([`~${name}`]);
  });

  it.each([
    ['in a first word of four letters', 'kuta', 'KUDA GLOBAL'],
    ['in the first six letters of a word', 'crastl', 'CRESTLINE MFB'],
    ['at the beginning of a beginning', 'drestli', 'CRESTLINE MFB'],
    ['at the end of a beginning', 'crestla', 'CRESTLINE MFB'],
    ['two of them in a beginning', 'crastni', 'CRESTLINE MFB'],
    ['two of them in nine letters', 'kontxgxra', 'KONTAGORA'],
    ['two of them, one at the beginning', 'xonxepoint', 'MONIEPOINT'],
    ['in initials', 'abcxef', 'ALPHA BRAVO CITY DELTA ECHO FOXTROT'],
    ['in a short word from the middle', 'stripe', 'GIANT STRIDE'],
    ['and the first letter of a word from the middle', 'montagora', 'ROYAL KONTAGORA'],
  ])('%s is none: %j', (_where, query, name) => {
    expect(found(query, [name])).toEqual([]);
  });

  it('counts for a whole alias, and for no part of a word of one', () => {
    const known = knownAs('Platinum', 'Crestline');
    expect(found('crastline', ['PLATINUM MFB'], known)).toEqual(['PLATINUM MFB']);
    expect(found('crastli', ['PLATINUM MFB'], known)).toEqual([]);
  });

  it('counts for nothing beside a name that was typed in full', () => {
    expect(found('cedar', ['CEDER MFB', 'CEDAR MFB'])).toEqual(['CEDAR MFB']);
    expect(found('cedar', ['CEDAR MFB', 'CEDARS MFB', 'CEDER MFB'])).toEqual(['CEDAR MFB', 'CEDARS MFB']);
    expect(found('cedar', ['CEDER MFB'])).toEqual(['~CEDER MFB']);
  });
});
