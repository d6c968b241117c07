import { institutions } from 'slack-sandbox/transfer-service';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type BankAnswer, banksIn } from '../../src/banks/cover.ts';
import { createBankSearch } from '../../src/banks/search.ts';
import { readBankQuestion } from '../../src/reading/bank-names.ts';
import { jsonLines } from '../fixtures/json-lines.ts';

const listed = createBankSearch(institutions);
const indexOf = (banks: readonly string[]) =>
  createBankSearch(banks.map((bank) => ({ institutionCode: bank.slice(0, 6), institutionName: bank.slice(7) })));
const called = (...names: string[]) => indexOf(names.map((name, at) => `09900${at} ${name}`));

/** What was searched for and what it is: `=` the answer, `?` what is only near. */
function told({ query, hits, isCertain }: BankAnswer): string {
  const names = hits.map(({ bank }) => bank.institutionName);
  return isCertain ? `${query} = ${names[0]}` : [query, ...names.slice(0, 3).map((name) => `? ${name}`)].join(' ');
}

it('what a text with several banks and other words asks is as kept', () => {
  const words = z.array(z.string());
  const Asked = z.object({
    /** What the row shows. */
    why: z.string(),
    /** Codes and names; without them the institutions of the fixtures. */
    banks: words.optional(),
    typed: z.string(),
    answers: words,
    leftOut: words.default([]),
  });
  const kept = jsonLines('bank-answers.jsonl', Asked);
  const asked = kept.map(({ why, banks, typed }) => {
    const { answers, leftOut } = banksIn(readBankQuestion(typed), banks ? indexOf(banks) : listed);
    return { why, ...(banks && { banks }), typed, answers: answers.map(told), leftOut };
  });
  expect(asked).toEqual(kept);
});

/** What answers as certain, and `?` before the nearest of what does not. */
const sure = (text: string, index: ReturnType<typeof called>) =>
  banksIn(readBankQuestion(text), index).answers.map(({ hits: [best], isCertain }) =>
    isCertain ? best?.bank.institutionName : `? ${best?.bank.institutionName ?? ''}`.trim(),
  );

describe('a bank that is not in the list', () => {
  it.each([
    ['Heritage', 'First Heritage MFB'],
    ['Spring', 'SPRINGFIELD MICROFINANCE BANK', 'SPRING SKY FINANCE'],
    ['Allstates Trust', 'ALLSTATE MFB', 'TRUST MFB'],
    ['Infinit Trust', 'INFINITY MFB', 'TRUST MFB'],
    ['Intercontinental', 'CONTINENTAL MFB', 'INTERCONTINENTAL TRUST MFB'],
    ['Marina International', 'First Marina Trust Finance', 'MARINA MFB'],
    ['Prudent', 'NEW PRUDENTIAL BANK'],
    ['Universal Trust', 'UNIVERSITY TRUST MFB', 'UNIVERSAL MFB', 'TRUST MFB'],
    ['First Atlantic', 'FIRST BANK OF NIGERIA', 'FIRST ROYAL MFB'],
    ['Equity', 'EQUATOR MFB', 'Equity Finance Ltd'],
    ['Merchant Bank of Africa', 'UNITED BANK FOR AFRICA'],
    ['National Bank of Nigeria', 'NIRSAL NATIONAL MICROFINANCE BANK'],
    ['Commerce', 'COMMERCIAL MFB'],
    ['Crown Merchant', 'CROWN MFB', 'CROWNY MERCHANT FINANCE'],
    ['Ilasan', 'ILISAN MICROFINANCE BANK'],
    ['Casha', 'CASA MICROFINANCE BANK LIMITED'],
    ['Swift Trust', 'TRUST MFB'],
    ['Fast Credit', 'FAST Microfinance Bank'],
    ['Sterlin MFB', 'STERLING BANK'],
    ['Sterling MFB', 'STERLING BANK'],
    [
      'First Heritage MFB',
      'FIRST BANK OF NIGERIA',
      'HERITAGE',
      ...'ABCDEFGHIJ'.split('').map((end) => `FIRST ${end}X MFB`),
    ],
  ])('is never answered as certain: %s', (name, ...list) => {
    const bank = / Bank/.test(name) ? name : `${name} Bank`;
    const index = called(...list, 'ZENITH BANK PLC');
    for (const text of [bank, bank.toLowerCase(), `what is the code for ${bank}?`, `zenith, ${bank}`])
      expect([text, sure(text, index).at(-1)]).toEqual([text, expect.stringMatching(/^\?/)]);
  });

  it.each([
    ['premium trust bank', 'TRUST MFB'],
    ['first royal microfinance bank', 'FIRST BANK OF NIGERIA'],
  ])('is no person with a bank of that name in the details of a payment: %s', (bank, ...list) => {
    for (const text of [`0123456789 ${bank}`, `${bank} 0123456789`, `25,000 to ${bank}, 0123456789`])
      expect([text, sure(text, called(...list))]).toEqual([text, [`? ${list[0]}`]]);
  });

  it('is one of that name with a special kind, unless no kind was query', () => {
    const index = called('GATEWAY MORTGAGE BANK');
    expect(sure('gateway bank', index)).toEqual(['? GATEWAY MORTGAGE BANK']);
    expect(sure('gateway savings and loans', index)).toEqual(['? GATEWAY MORTGAGE BANK']);
    expect(sure('gateway', index)).toEqual(['GATEWAY MORTGAGE BANK']);
  });

  it.each([
    ['Diamond Bank', 'ACCESS BANK', 'Diamond Bank'],
    ['skye bank', 'POLARIS BANK', 'Skye Bank'],
    ['bank phb', 'KEYSTONE BANK', 'Bank PHB'],
    ['diamond', '? ACCESS BANK', 'Diamond Bank'], // without its kind, another bank of that name may be meant
  ])('is answered with its reason where its new name is known: %s', (former, name, alias) => {
    const index = indexOf(['000014 ACCESS BANK', '000008 POLARIS BANK', '000010 ECOBANK', '000002 KEYSTONE BANK']);
    expect([sure(former, index), index(former).hits[0]?.alias]).toEqual([[name], alias]);
  });
});

it('quotes what was typed, and asks of no bank by its kind alone', () => {
  for (const typed of ['9 payment service bank', 'code for the service bank', 'national bank of bank'])
    expect(banksIn(readBankQuestion(typed), called('ZENITH BANK PLC', 'HOPE PSB', 'MERCY FINANCE'))).toMatchObject({
      answers: [{ query: typed, hits: [], isCertain: false }],
      leftOut: [],
    });
});
