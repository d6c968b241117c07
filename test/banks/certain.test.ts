import { describe, expect, it } from 'vitest';
import { createBankIndex } from '../../src/banks/search.ts';
import { banksIn } from '../../src/banks/several.ts';
import { readBankQuestion } from '../../src/reading/bank-question.ts';

const indexOf = (...banks: [code: string, name: string][]) =>
  createBankIndex(banks.map(([institutionCode, institutionName]) => ({ institutionCode, institutionName })));
const called = (...names: string[]) => indexOf(...names.map((name, at): [string, string] => [`09900${at}`, name]));
/** What answers as certain, and `?` before the nearest of what does not. */
const told = (text: string, index: ReturnType<typeof indexOf>) =>
  banksIn(readBankQuestion(text), index).answers.map(({ hits: [best], suggestions: [near], isCertain }) =>
    isCertain ? best?.bank.institutionName : `? ${(best?.bank ?? near)?.institutionName ?? ''}`.trim(),
  );

describe('a bank that is not in the list', () => {
  it.each([
    ['Heritage', 'First Heritage MFB'],
    ['Spring', 'SPRINGFIELD MICROFINANCE BANK', 'SPRING SKY FINANCE'],
    ['Savannah', 'New Savannah MFB'],
    ['Allstates Trust', 'ALLSTATE MFB', 'TRUST MFB'],
    ['Intercontinental', 'CONTINENTAL MFB', 'INTERCONTINENTAL TRUST MFB'],
    ['Gulf', 'GULFGATE MFB'],
    ['Lead', 'LEADCITY MICROFINANCE BANK'],
    ['Trade', 'TRADER MFB'],
    ['Hallmark', 'Royal Hallmark MFB'],
    ['Eagle', 'EAGLE FLIGHT MFB'],
    ['Liberty', 'LIBERTYPAY'],
    ['Metropolitan', 'METROPOLIS MFB'],
    ['Citizens', 'CITIZEN TRUST MICROFINANCE BANK LTD', 'CITIZEN MFB'],
    ['Fortune', 'GOOD FORTUNES MFB'],
    ['Lion', 'LIONHEART MFB'],
    ['Marina International', 'First Marina Trust Finance', 'MARINA MFB'],
    ['Prudent', 'NEW PRUDENTIAL BANK'],
    ['Bond', 'TRUSTBOND'],
    ['Universal Trust', 'UNIVERSITY TRUST MFB', 'UNIVERSAL MFB', 'TRUST MFB'],
    ['Standard Trust', 'STANDARD MFB', 'TRUST MFB'],
    ['Inland', 'ISLAND MICROFINANCE BANK'],
    ['First Atlantic', 'FIRST BANK OF NIGERIA', 'FIRST ROYAL MFB'],
    ['First Interstate', 'FIRST BANK OF NIGERIA', 'FIRST OPTION MFB'],
    ['Owena', 'OLOFIN OWENA Microfinance Bank'],
    ['Equity', 'EQUATOR MFB', 'Equity Finance Ltd'],
    ['Merchant Bank of Africa', 'UNITED BANK FOR AFRICA'],
    ['National Bank of Nigeria', 'NIRSAL NATIONAL MICROFINANCE BANK'],
    ['Victory Merchant', 'VICTORY MFB'],
    ['Commerce', 'COMMERCIAL MFB'],
    ['Crown Merchant', 'CROWN MFB', 'CROWNY MERCHANT FINANCE'],
    ['Icon Merchant', 'ICONIC MFB'],
  ])('is never answered as certain: %s', (name, ...list) => {
    const bank = / Bank/.test(name) ? name : `${name} Bank`;
    const index = called(...list, 'ZENITH BANK PLC');
    for (const text of [bank, bank.toLowerCase(), `what is the code for ${bank}?`, `zenith, ${bank}`])
      expect([text, told(text, index).at(-1)]).toEqual([text, expect.stringMatching(/^\?/)]);
  });

  it('is one of that name with a special kind, unless no kind was said', () => {
    const index = called('GATEWAY MORTGAGE BANK');
    expect(told('gateway bank', index)).toEqual(['? GATEWAY MORTGAGE BANK']);
    expect(told('gateway savings and loans', index)).toEqual(['? GATEWAY MORTGAGE BANK']);
    expect(told('gateway', index)).toEqual(['GATEWAY MORTGAGE BANK']);
  });

  it('may have the initials of one that is', () => {
    expect(told('krm', called('KONTAGORA ROYAL MORTGAGE BANK'))).toEqual(['? KONTAGORA ROYAL MORTGAGE BANK']);
  });

  it('is answered with its reason where its new name is known', () => {
    const index = indexOf(
      ['000014', 'ACCESS BANK'],
      ['000008', 'POLARIS BANK'],
      ['000010', 'ECOBANK'],
      ['000002', 'KEYSTONE BANK'],
      ['000003', 'FCMB'],
    );
    for (const [former, name] of [
      ['Diamond Bank', 'ACCESS BANK'],
      ['Intercontinental', 'ACCESS BANK'],
      ['skye', 'POLARIS BANK'],
      ['Oceanic Bank', 'ECOBANK'],
      ['bank phb', 'KEYSTONE BANK'],
      ['finbank', 'FCMB'],
    ] as const) {
      expect(told(former, index)).toEqual([name]);
      expect(index(former).hits[0]?.why).toMatchObject({ kind: 'alias' });
    }
  });
});

describe('a bank that is in the list', () => {
  const index = indexOf(
    ['090267', 'KUDA MICROFINANCE BANK'],
    ['090405', 'MONIEPOINT MICROFINANCE BANK'],
    ['000001', 'STERLING BANK'],
    ['000016', 'FIRST BANK OF NIGERIA'],
    ['000011', 'UNITY BANK'],
    ['400001', 'FSDH'],
    ['090001', 'OBUDU RANCH MFB'],
  );

  it.each([
    ['kuda', 'KUDA MICROFINANCE BANK'],
    ['kuda bank', 'KUDA MICROFINANCE BANK'],
    ['moniepoint', 'MONIEPOINT MICROFINANCE BANK'],
    ['090405', 'MONIEPOINT MICROFINANCE BANK'],
    ['first bank plc', 'FIRST BANK OF NIGERIA'],
    ['fsdh merchant bank limited', 'FSDH'],
    ['ranch obudu', 'OBUDU RANCH MFB'],
  ])('is certain without what tells nothing apart: %s', (text, name) => {
    expect(told(text, index)).toEqual([name]);
  });

  it.each([
    ['moneipoint', 'MONIEPOINT MICROFINANCE BANK'],
    ['sterlin bank', 'STERLING BANK'],
    ['sterling bnak', 'STERLING BANK'],
    ['uniti bank', 'UNITY BANK'],
    ['obuda rench', 'OBUDU RANCH MFB'],
  ])('is certain in spite of a clear slip in a word: %s', (text, name) => {
    expect(told(text, index)).toEqual([name]);
  });

  it.each([
    ['moneypoint', '? MONIEPOINT MICROFINANCE BANK'],
    ['moniep', '? MONIEPOINT MICROFINANCE BANK'],
    ['obudu', '? OBUDU RANCH MFB'],
    ['0904', '? MONIEPOINT MICROFINANCE BANK'],
  ])('is asked about when it was only begun, or has two slips: %s', (text, name) => {
    expect(told(text, index)).toEqual([name]);
  });
});

it('stands before names that begin with what people call it', () => {
  const index = indexOf(
    ['090409', 'FCMB MFB'],
    ['100031', 'FCMB EASY ACCOUNT'],
    ['000003', 'FIRST CITY MONUMENT BANK'],
    ['090001', 'UBA MFB'],
    ['000004', 'UNITED BANK FOR AFRICA'],
    ['090002', 'GTB MFB'],
    ['000013', 'GUARANTY TRUST BANK'],
  );
  for (const [text, code] of [
    ['fcmb', '000003'],
    ['uba', '000004'],
    ['GTB', '000013'],
  ] as const)
    expect(index(text).hits[0]?.bank.institutionCode).toBe(code);
  expect(index('fcmb mfb').hits[0]?.bank.institutionCode).toBe('090409');
});
