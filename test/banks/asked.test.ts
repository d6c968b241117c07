import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownBanks } from '../../src/banks/aliases.ts';
import { createBankIndex } from '../../src/banks/search.ts';
import { banksIn } from '../../src/banks/several.ts';
import { readBankQuestion } from '../../src/reading/bank-question.ts';
import { bankWordType, isBankAsWell } from '../../src/reading/bank-words.ts';
import { institutions } from '../fixtures/institutions.ts';

const index = createBankIndex(institutions);
const ask = (text: string) => banksIn(readBankQuestion(text), index);
/** What was searched for, and what leads its answer; `?` before what is only asked about. */
const told = (text: string) =>
  ask(text).answers.map(({ said, hits: [best], suggestions }) =>
    best
      ? `${said} = ${best.bank.institutionName}`
      : [said, ...suggestions.map((near) => `? ${near.institutionName}`)].join(' '),
  );

describe('what is found as it was typed', () => {
  it.each([
    'zenith',
    'zenith bank',
    'zenit',
    'first',
    'support mf bank',
    'trader support',
    'first harb',
    'zenoth bank',
  ])('is answered as the search answers: %j', (text) => {
    expect(ask(text)).toEqual({ answers: [{ said: text, ...index(text) }], leftOut: [] });
  });

  it('counts before what is found in its parts by slips of it', () => {
    expect(told('obudu hils')).toEqual(['obudu hils = Obudu Hills Microfinance Bank']);
  });

  it('counts before a name that stands in it in full, when it has no filler', () => {
    const list = [
      ['090001', 'FIRST GENERATION MORTGAGE BANK'],
      ['090002', 'FIRST BANK'],
    ].map(([institutionCode = '', institutionName = '']) => ({ institutionCode, institutionName }));
    const { answers } = banksIn(readBankQuestion('first generaltion'), createBankIndex(list));
    expect(answers.map(({ said, hits: [best] }) => [said, best?.bank.institutionCode])).toEqual([
      ['first generaltion', '090001'],
    ]);
  });

  it.each(['the bank', 'bank code', 'what is the code', 'which bank is it'])('is no name in %j', (text) => {
    expect(told(text)).toEqual([text]);
  });
});

describe('a name in full', () => {
  it.each([
    ['what is the code for zenith bank please', 'zenith bank = ZENITH BANK PLC'],
    ['code for the alternative bank', 'alternative bank = The Alternative Bank Limited'],
    ['code of support mf bank', 'support mf bank = Support MF Bank'],
    ['code of trader support mfb', 'trader support mfb = Trader Support Microfinance Bank'],
    ['which code has yes mfb', 'yes mfb = Yes MFB'],
    ['quick transfer code', 'quick transfer = QUICK TRANSFER MICROFINANCE BANK'],
    ['bank name: 9 psb', '9 psb = 9 payment service Bank'],
  ])('is found with its own fillers: %j', (text, answer) => {
    expect(told(text)).toEqual([answer]);
  });

  it('is not made of the end of one and the beginning of the next', () => {
    expect(told('support mf bank and trader support mfb').map((line) => line.split(' = ')[1])).toEqual([
      'Support MF Bank',
      'Trader Support Microfinance Bank',
    ]);
  });

  it('is no letter alone', () => {
    const list = ['E-FINANCE', 'UNITY BANK'].map((institutionName, at) => ({
      institutionCode: `09000${at}`,
      institutionName,
    }));
    const { answers } = banksIn(readBankQuestion('e get code for unity bank'), createBankIndex(list));
    expect(answers.map(({ said }) => said)).toEqual(['unity bank']);
  });

  it('is no filler alone, nor with another kind', () => {
    for (const text of ['yes please', 'is bank open today', 'that is nice', 'we support you'])
      expect([text, ask(text).answers.flatMap(({ hits }) => hits)]).toEqual([text, []]);
  });
});

describe('what is no name in full', () => {
  it.each([
    ['code for zenit', 'zenit = ZENITH BANK PLC'],
    ['pls code of zenoth bank', 'zenoth bank = ZENITH BANK PLC'],
    ['code for first harb', 'first harb = First Harbour MFB'],
    ['pls zenoth', 'zenoth = ZENITH BANK PLC'],
    ['gtb and zenoth please', 'gtb = GTBANK PLC', 'zenoth = ZENITH BANK PLC'],
    ['gtb, hsbc', 'gtb = GTBANK PLC', 'hsbc'],
  ])('is searched without its fillers: %j', (text, ...answers) => {
    expect(told(text)).toEqual(answers);
  });

  it('is found before "and" as well as behind it', () => {
    expect(told('code for zenoth bank and gtb')).toEqual(['zenoth bank = ZENITH BANK PLC', 'gtb = GTBANK PLC']);
    expect(told('code for lunch and gtb')).toEqual(['gtb = GTBANK PLC']);
  });

  it('is too little with two letters', () => {
    expect(told('what is the code for pa')).toEqual(['what is the code for pa']);
  });
});

describe('a filler that a bank is called by', () => {
  const nomba = 'nomba = Nomba financial services Limited';

  it.each([
    ['Please what is the code for nomba', nomba],
    ['nomba abeg', nomba],
    ['0123456789 nomba', nomba],
    ['send it to nomba today, the transfer is urgent', nomba],
    ['kuda, nomba, gtb', 'kuda = KUDA MICROFINANCE BANK', nomba, 'gtb = GTBANK PLC'],
    ['codes of nomba and kuda', nomba, 'kuda = KUDA MICROFINANCE BANK'],
    ['kuda 0123456789, nomba 1234567890', 'kuda = KUDA MICROFINANCE BANK', nomba],
    ['0123456789 nomba | 1234567890 kuda', nomba, 'kuda = KUDA MICROFINANCE BANK'],
    ['sort code of yes pls', 'yes = Yes MFB'],
    ['code for nice, gtb', 'nice = Nice  Microfinance Bank', 'gtb = GTBANK PLC'],
  ])('is a name where nothing else can be one, and the bank is well known: %j', (text, ...answers) => {
    expect(told(text)).toEqual(answers);
  });

  it.each([
    ['the nomba of kuda', 'kuda = KUDA MICROFINANCE BANK'],
    ['acct nomba: 0123456789, kuda', 'kuda = KUDA MICROFINANCE BANK'],
    ['wetin be the nomba', 'wetin be the nomba'],
    ['abeg wetin be your nomba na', 'abeg wetin be your nomba na'],
    ['kuda nomba', 'kuda = KUDA MICROFINANCE BANK'],
  ])('is a filler elsewhere: %j', (text, answer) => {
    expect(told(text)).toEqual([answer]);
  });

  it('is asked about where it is rather the filler', () => {
    expect(told('which bank is nice')).toEqual(['which bank is nice ? Nice  Microfinance Bank']);
    expect(told('the code for nice people')).toEqual(['the code for nice people ? Nice  Microfinance Bank']);
    expect(told('nice, yes')).toEqual(['nice, yes ? Nice  Microfinance Bank ? Yes MFB']);
    expect(told('it was nice of you to ask them')).toEqual(['it was nice of you to ask them']);
  });

  it('is never left unsaid as an item of a list', () => {
    expect(ask('nice, gtb and yes')).toMatchObject({ answers: [{ said: 'gtb' }], leftOut: ['nice', 'yes'] });
    expect(ask('nomba, nice')).toMatchObject({ answers: [{ said: 'nomba' }], leftOut: ['nice'] });
    const fillers = ['nomba', 'nice', 'yes'];
    const item = fc.constantFrom(...fillers, 'gtb', 'kuda', 'zenith', 'zenoth');
    const list = fc.uniqueArray(item, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(list, fc.constantFrom(', ', ' / ', ' or ', '; '), (items, separator) => {
        const { answers, leftOut } = ask(items.join(separator));
        const near = answers.flatMap(({ said, suggestions }) => [
          said,
          ...suggestions.map((bank) => bank.institutionName),
        ]);
        const said = [...near, ...leftOut].join(' ').toLowerCase();
        for (const each of items.filter((word) => fillers.includes(word))) expect(said).toContain(each);
      }),
    );
  });

  it('is known as such before the list is there, whatever well-known bank it is', () => {
    const names = knownBanks.map(({ name }) => name.toLowerCase());
    const fillers = names.filter((name) => ['around', 'asking'].includes(bankWordType([name], 0)));
    expect(fillers.filter((name) => !isBankAsWell([name], 0))).toEqual([]);
    expect(isBankAsWell(['quick'], 0)).toBe(false);
  });
});

describe('a filler beside a begun name', () => {
  const called = (...names: string[]) =>
    createBankIndex(names.map((institutionName, at) => ({ institutionCode: `09000${at}`, institutionName })));
  const read = (text: string, index: ReturnType<typeof called>) =>
    banksIn(readBankQuestion(text), index).answers.map(({ said, hits: [best], suggestions }) =>
      best ? `${said} = ${best.bank.institutionName}` : [said, ...suggestions.map((near) => near.institutionName)],
    );

  it.each([
    ['good hart', [['good hart', 'GOODHEART MFB', 'HARTLAND MFB']]],
    ['what is the code for good hart?', [['good hart', 'GOODHEART MFB', 'HARTLAND MFB']]],
    ['good hart 0123456789', [['good hart', 'GOODHEART MFB', 'HARTLAND MFB']]],
    ['zenith and good hart', ['zenith = ZENITH BANK PLC', ['good hart', 'GOODHEART MFB', 'HARTLAND MFB']]],
    ['hart land code', ['hart land = HARTLAND MFB']],
    ['code for hart', ['hart = HARTLAND MFB']],
    ['good morning, code for hart', ['hart = HARTLAND MFB']],
  ])('is asked about where it may be a word of another name: %j', (text, answers) => {
    expect(read(text, called('GOODHEART MFB', 'HARTLAND MFB', 'ZENITH BANK PLC'))).toEqual(answers);
  });

  it('is a little word with up to three letters', () => {
    expect(read('send money to hart', called('TOHARD MFB', 'HARTLAND MFB'))).toEqual(['hart = HARTLAND MFB']);
  });

  it('never leads to the begun name alone', () => {
    const filler = fc.constantFrom('money', 'good', 'quick', 'best', 'transfer', 'support');
    const name = fc.stringMatching(/^[bdfgklmprtv][aeiou][bdfgklmprtv][aeiou][bdfgklmprtv][aeiou]$/);
    const frame = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `code for ${text} please`,
      (text) => `0123456789 ${text}`,
    );
    fc.assert(
      fc.property(filler, name, frame, (word, rest, wrap) => {
        const slip = `${rest.slice(0, 4)}${rest.slice(5)}`;
        const whole = `${word}${rest} MFB`.toUpperCase();
        const [answer] = read(wrap(`${word} ${slip}`), called(whole, `${slip}nston MFB`));
        expect(answer === undefined || typeof answer !== 'string' || answer.endsWith(whole)).toBe(true);
      }),
    );
  });
});

describe('words that nothing is known of', () => {
  it('make a question of an answer', () => {
    expect(told('unity is strength')).toEqual(['unity is strength ? UNITY BANK']);
    expect(told('he had lunch with someone from zenith')).toEqual([
      'he had lunch with someone from zenith ? ZENITH BANK PLC',
    ]);
  });

  it('may make another name of one that they stand beside', () => {
    expect(told('zenith bank lagos')).toEqual(['zenith bank lagos ? ZENITH BANK PLC']);
    expect(told('code of zenith bank lagos')).toEqual(['code of zenith bank lagos ? ZENITH BANK PLC']);
    expect(told('code of bank: zenith')).toEqual(['zenith = ZENITH BANK PLC']);
    expect(told('gtb zenoth')).toEqual(['gtb = GTBANK PLC', 'zenoth = ZENITH BANK PLC']);
  });

  it('make no other name of one beside them with up to three small letters', () => {
    expect(told('kini code fun zenith bank')).toEqual(['zenith bank = ZENITH BANK PLC']);
  });

  it('make no other name of one when they are verbs, or not right beside it', () => {
    expect(told('is it zenith that is failing')).toEqual(['zenith = ZENITH BANK PLC']);
    expect(told('zenith failing')).toEqual(['zenith = ZENITH BANK PLC']);
    expect(told('sent to zenith by Okafor')).toEqual(['zenith = ZENITH BANK PLC']);
    expect(told('sent to zenith Okafor')).toEqual(['sent to zenith Okafor ? ZENITH BANK PLC']);
  });

  it('make another one of it when they are no filler, whatever they are', () => {
    for (const word of ['lagos', 'pensions', 'Okafor', 'harbour', 'contact'])
      expect(told(`zenith ${word} code`)).toEqual([`zenith ${word} code ? ZENITH BANK PLC`]);
    for (const word of ['inward', 'INWARD']) expect(told(`zenith ${word} code`)).toEqual(['zenith = ZENITH BANK PLC']);
  });

  it('are talk of a bank where its name is no word as well', () => {
    expect(told('please add gtb to the drawer')).toEqual(['gtb = GTBANK PLC']);
    expect(told('please add gtb and kuda to the drawer')).toEqual([
      'gtb = GTBANK PLC',
      'kuda = KUDA MICROFINANCE BANK',
    ]);
    expect(told('please add unity to the drawer')).toEqual(['please add unity to the drawer ? UNITY BANK']);
    expect(told('please add obudu ranch to the drawer')).toEqual([
      'please add obudu ranch to the drawer ? OBUDU RANCH MFB',
    ]);
  });

  it('are no greeting, however it is written', () => {
    for (const greeting of ['goodafternoon', 'Gud evening', 'Good day'])
      expect(ask(`${greeting}. bank code for wema`)).toMatchObject({ answers: [{ said: 'wema' }], leftOut: [] });
  });

  it('are left out where something says that banks are meant', () => {
    expect(ask('Chika wants the code of zenith').leftOut).toEqual(['Chika']);
    expect(told('Chika wants the code of zenith')).toEqual(['zenith = ZENITH BANK PLC']);
  });

  it('are a person beside an account number, and so is a bank among them when there is another', () => {
    expect(told('Unity Okafor 0123456789 GTBank')).toEqual(['GTBank = GTBANK PLC']);
    expect(ask('Unity Okafor 0123456789 GTBank').leftOut).toEqual(['Unity', 'Okafor']);
    expect(told('Okafor GTBank 0123456789')).toEqual(['GTBank = GTBANK PLC']);
    expect(told('0123456789, Zenoth Okafor, gtb')).toEqual(['gtb = GTBANK PLC']);
  });

  it('are a person beside an account number, unless people call that bank by its short name', () => {
    const list = ['ADA MFB', 'KUDA MICROFINANCE BANK'].map((institutionName, at) => ({
      institutionCode: at === 0 ? '090483' : '090267',
      institutionName,
    }));
    const lead = (text: string) =>
      banksIn(readBankQuestion(text), createBankIndex(list)).answers.map(({ hits: [best], suggestions: [near] }) =>
        best ? best.bank.institutionName : `? ${near?.institutionName}`,
      );
    expect(lead('account 0123456789, name Ada Obi')).toEqual(['? ADA MFB']);
    expect(lead('0123456789 Ada MFB Obi')).toEqual(['ADA MFB']);
    expect(lead('0123456789 Ada')).toEqual(['ADA MFB']);
    expect(lead('Ada Obi Kuda 0123456789')).toEqual(['KUDA MICROFINANCE BANK']);
    expect(lead('0123456789 Kuda Obi')).toEqual(['KUDA MICROFINANCE BANK']);
    expect(lead('Details Ada Obi Kuda 0123456789')).toEqual(['KUDA MICROFINANCE BANK']);
  });

  it('are persons beside banks, with or without accounts', () => {
    expect(told('Sender: Trader Obi (GTB) Receiver: Musa Bello (zenith)')).toEqual([
      'GTB = GTBANK PLC',
      'zenith = ZENITH BANK PLC',
    ]);
    expect(told('kuda 0123456789 for Trader')).toEqual(['kuda = KUDA MICROFINANCE BANK']);
    expect(told('Trader 1098765432, Kuda 2012345678')).toEqual([
      'Trader = Trader MFB',
      'Kuda = KUDA MICROFINANCE BANK',
    ]);
  });

  it('are a person where a label says so, beside what is labelled as a bank', () => {
    const { answers, leftOut } = ask('narration: unity rent, account name: Union Kuda Ltd, bank: zenoth');
    expect(answers.map(({ hits: [best] }) => best?.bank.institutionName)).toEqual(['ZENITH BANK PLC']);
    expect(leftOut).toEqual(['unity rent', 'Union Kuda Ltd']);
  });

  it('are an address behind a comma', () => {
    expect(told('Zenith Bank Plc, Lagos Nigeria')).toEqual(['Zenith Bank Plc = ZENITH BANK PLC']);
  });

  it('say more of a name in brackets', () => {
    expect(told('gtb (main branch), zenith (the Backup) code')).toEqual([
      'gtb = GTBANK PLC',
      'zenith = ZENITH BANK PLC',
    ]);
    expect(told('0123456789 (zenoth bank)')).toEqual(['zenoth bank = ZENITH BANK PLC']);
  });

  it('are a heading before a colon', () => {
    expect(told('fintechs: gtb, zenith')).toEqual(['gtb = GTBANK PLC', 'zenith = ZENITH BANK PLC']);
    expect(told('zenoth: 0123456789')).toEqual(['zenoth = ZENITH BANK PLC']);
  });

  it('matter nothing to a code that is in the list', () => {
    expect(told('meaning of 000015')).toEqual(['000015 = ZENITH BANK PLC']);
    expect(told('000015zenith')).toEqual(['000015 zenith = ZENITH BANK PLC']);
  });

  it('are no other banks', () => {
    expect(told('0123456789 Zenith GTB')).toEqual(['Zenith = ZENITH BANK PLC', 'GTB = GTBANK PLC']);
  });

  it('are searched beside an account number when they are all there is', () => {
    expect(told('0123456789 zenoth bank')).toEqual(['zenoth bank = ZENITH BANK PLC']);
  });
});

it('asks once for one bank', () => {
  expect(told('zenith, 000015')).toEqual(['zenith = ZENITH BANK PLC']);
  expect(told('gtb or gtbank')).toEqual(['gtb = GTBANK PLC']);
  expect(told('hsbc, hsbc, gtb')).toEqual(['hsbc', 'gtb = GTBANK PLC']);
});
