import { describe, expect, it } from 'vitest';
import { asksForNoBank, bankQuestionMax, readBankQuestion } from '../../src/reading/bank-question.ts';

const sorts = (text: string) =>
  readBankQuestion(text).parts.map((part) => part.map(({ text: word, sort }) => `${word}:${sort}`).join(' '));

describe('the words of a question for banks', () => {
  it.each([
    [
      'what is the code for zenith bank?',
      ['what:around is:around the:around code:asking for:around zenith:name bank:kind'],
    ],
    ["what's Zenith's NIP code", ['what:around Zenith:name NIP:asking code:asking']],
    ['<@U0AMARA001> zenith <#C0SUPPORT1|payments>', ['zenith:name']],
    ['000015 058 000-014', ['000015:code 058:code 000-014:code']],
    [
      '5,000 ₦25,000.00 25k NGN500 jane@example.com',
      ['5,000:number ₦25,000.00:number 25k:number NGN500:number jane@example.com:number'],
    ],
    ['₦25,058 N25,058 $1,250,044', ['₦25,058:number N25,058:number 1,250,044:number']],
    ['058,044', ['058:code', '044:code']],
    ['0123456789-zenith', ['0123456789:number zenith:name']],
    ['0123456789(zenith)', ['0123456789:number zenith:name']],
    ['0123456789zenith', ['0123456789:number zenith:name']],
    ['zenith0123456789', ['zenith:name 0123456789:number']],
    ['UBA-GTB-FBN', ['UBA:name GTB:name FBN:name']],
    ['GARO-abcdef1', ['GARO-abcdef1:number']],
    ['gtb&uba', ['gtb:name &:join uba:name']],
    ['code=000015&name=zenith', ['code:asking 000015:code', 'name:around zenith:name']],
    ['zenith:0123456789', ['zenith:name 0123456789:number']],
    ['012 345 6789 uba', ['0123456789:number uba:name']],
    ['9psb and al-barkah', ['9psb:name and:join al-barkah:name']],
    ['savings & thrift', ['savings:kind &:join thrift:name']],
    ['bankCode=000015', ['bank:kind', 'Code:asking 000015:code']],
    [
      '{"institution_name": "Zenith Bank","id":1}',
      ['institution:asking', 'name:around Zenith:name Bank:kind', 'id:around 1:number'],
    ],
    ['Zenith Bank (000015)', ['Zenith:name Bank:kind 000015:code']],
  ])('%j are told apart', (text, words) => {
    expect(sorts(text)).toEqual(words);
  });

  it.each([
    'gtb, uba',
    'gtb; uba',
    'gtb | uba',
    'gtb/uba',
    'gtb + uba',
    'gtb+uba',
    'gtb - uba',
    'gtb or uba',
    'gtb vs uba',
    'gtb > uba',
    'gtb->uba',
    '1. gtb 2. uba',
    '1) gtb 2) uba',
    'a) gtb b) uba',
    'a. gtb b. uba',
    '- gtb - uba',
    '• gtb • uba,',
  ])('%j are two parts', (text) => {
    const bullets = text.startsWith('•');
    expect(sorts(text)).toEqual(bullets ? ['gtb:name uba:name'] : ['gtb:name', 'uba:name']);
  });

  it('begin a part behind a label', () => {
    expect(sorts('details: Jane bank: gtb')).toEqual(['details:around Jane:name', 'bank:kind gtb:name']);
  });

  it.each([
    'access my account',
    'access your account',
    'access this page',
    'cannot access the portal',
    "can't access the app",
  ])('tell what somebody does from a name: %j', (text) => {
    expect(sorts(text).join()).toContain('access:action');
  });

  it('tell a name before the time of day from what somebody does', () => {
    expect(sorts('access this morning').join()).toContain('access:name');
  });

  it('tell a name before "the" from what somebody does', () => {
    expect(sorts('is access the one').join()).toContain('access:name');
  });
});

describe('what is no bank', () => {
  it.each([
    ['0123456789', 'account'],
    ['08031234567', 'phone'],
    ['2348031234567', 'phone'],
    ['1'.repeat(17), 'identifier'],
    ['1'.repeat(18), 'identifier'],
    ['1'.repeat(30), 'session'],
    ['GARO-8f3k2j1', 'reference'],
  ])('%s is known by its shape', (text, kind) => {
    expect(readBankQuestion(text).others).toEqual([{ kind, text }]);
    expect(asksForNoBank(readBankQuestion(`please, my account is ${text}`))).toBe(true);
    expect(asksForNoBank(readBankQuestion(`${text} zenith`))).toBe(false);
    expect(asksForNoBank(readBankQuestion(`${text} 000015`))).toBe(false);
    expect(asksForNoBank(readBankQuestion(`${text} we mfb`))).toBe(false);
  });

  it.each(['000015', '058', '12345', '123456789', '1'.repeat(16), 'AL-BARKAH', '25,000', 'please'])(
    'is not %s',
    (text) => {
      expect(readBankQuestion(text).others).toEqual([]);
      expect(asksForNoBank(readBankQuestion(text))).toBe(false);
    },
  );
});

it('is about banks when something beside the names says so', () => {
  for (const text of ['access code', 'access bank', '0123456789 access', 'find access', 'which institution is access'])
    expect([text, readBankQuestion(text).isAboutBanks]).toEqual([text, true]);
  for (const text of ['access', 'we need access', '25,000 access', ''])
    expect([text, readBankQuestion(text).isAboutBanks]).toEqual([text, false]);
});

it('is read as far as anybody asks at once', () => {
  expect(readBankQuestion('x'.repeat(bankQuestionMax + 1)).text).toHaveLength(bankQuestionMax);
  expect(readBankQuestion('  gtb ').text).toBe('gtb');
});
