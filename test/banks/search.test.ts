import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spell } from '../../src/banks/fold-name.ts';
import { createBankIndex } from '../../src/banks/search.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectConstant, texts } from '../support/growth.ts';

const banks = [
  ['000013', 'GTBANK PLC'],
  ['000014', 'ACCESS BANK'],
  ['000015', 'ZENITH BANK PLC'],
  ['100018', 'ZenithMobile'],
  ['000016', 'FIRST BANK OF NIGERIA'],
  ['000003', 'FCMB'],
  ['090479', 'First Heritage MFB'],
  ['000004', 'UNITED BANK FOR AFRICA'],
  ['000040', 'UBA MONI'],
  ['090405', 'MONIEPOINT MICROFINANCE BANK'],
  ['090267', 'Kuda  Micro-Finance Bank'],
  ['120001', '9 payment service Bank'],
  ['100004', 'OPAY'],
  ['090640', 'ABSU MICROFINANCE BANK'],
  ['090001', 'Ọ̀ṣun Savings & Loans'],
  ['090299', 'KONTAGORA ROYAL MORTGAGE BANK LIMITED'],
  ['110072', '78 FINANCE COMPANY LIMITED'],
  ['090999', 'Twin Bank'],
  ['090998', 'Twin Bank'],
  ['090997', 'Twin Mortgage'],
  ['090999', 'Other Name Of Twin'],
  ['100042', 'Pocketapp'],
  ['100042', 'PocketApp'],
].map(([institutionCode = '', institutionName = '']) => ({ institutionCode, institutionName }));
const search = createBankIndex(banks);
const codes = (query: string) => search(query).hits.map((hit) => hit.bank.institutionCode);
const names = (query: string) => search(query).hits.map((hit) => hit.bank.institutionName);
const why = (query: string) => search(query).hits[0]?.why;

describe('by code', () => {
  it.each(['000015', '000-015', '000 015', ' 000015 ', 'ZENITH BANK PLC   `000015`'])('finds %j', (query) => {
    expect(codes(query)).toEqual(['000015']);
  });

  it('takes fewer digits as the beginning of a code, and of a name when no code begins so', () => {
    expect(codes('00001')).toEqual(['000013', '000014', '000015', '000016']);
    expect(why('00001')).toEqual({ kind: 'code' });
    expect(names('78')).toEqual(['78 FINANCE COMPANY LIMITED']);
  });

  it('lists one code under two names, but not one name in two spellings', () => {
    expect(names('090999')).toEqual(['Twin Bank', 'Other Name Of Twin']);
    expect(names('pocketapp')).toEqual(['Pocketapp']);
  });

  it('knows three digits as a code of another scheme', () => {
    expect(search('058').hits).toEqual([{ bank: banks[0], why: { kind: 'three-digits', code: '058' } }]);
    expect(codes('076')).toEqual([]); // a bank that is not in this list
  });

  it.each(['0000150', '999999', '099', 'gtbank 000015', '000018'])('finds nothing for %s', (query) => {
    expect(search(query).hits).toEqual([]);
  });
});

describe('by name', () => {
  it.each([
    ['zenith', '000015'],
    ['Zenith Bank', '000015'],
    ['ZENITHBANK', '000015'],
    ['zenith bank plc', '000015'],
    ['gt bank', '000013'],
    ['gt', '000013'],
    ['first', '000016'],
    ['firstheritage', '090479'],
    ['fi rst heri tage', '090479'],
    ['heritage first', '090479'],
    ['kuda mfb', '090267'],
    ['kuda micro finance', '090267'],
    ['kuda mf bank ltd', '090267'],
    ['kuda mirco-finance', '090267'],
    ['kuda m', '090267'],
    ['kudabank', '090267'],
    ['9psb', '120001'],
    ['9 pay', '120001'],
    ['osun savings and loans', '090001'],
    ['united bank africa', '000004'],
    ['royal kontagora', '090299'],
    ['bank of nigeria', '000016'],
    ['o-pay', '100004'],
  ])('%j finds %s first, and plainly so', (query, code) => {
    expect(codes(query)[0]).toBe(code);
    expect(why(query)).toBeUndefined();
  });

  it.each([
    ['zenoth bank', '000015'],
    ['zentih', '000015'],
    ['acess', '000014'],
    ['monipoint', '090405'],
    ['moneipoint mfb', '090405'],
    ['opey', '100004'],
    ['royal kontagroa', '090299'],
    ['united bnak for afirca', '000004'],
  ])('%j finds %s in spite of its spelling', (query, code) => {
    expect(codes(query)[0]).toBe(code);
    expect(why(query)).toEqual({ kind: 'spelling' });
  });

  it('takes no misspelt beginning beside a right one, but a whole name', () => {
    const list = ['Crestline MFB', 'Crustline Wide MFB', 'Crustli MFB'];
    const found = createBankIndex(
      list.map((institutionName, at) => ({ institutionCode: `10000${at}`, institutionName })),
    );
    expect(found('crestli').hits.map((hit) => hit.bank.institutionName)).toEqual(['Crestline MFB', 'Crustli MFB']);
  });

  it('lets the first letter be missing or one too many, from five letters on', () => {
    const list = ['Lotus Bank', 'GLOBUS BANK', 'AVEST MFB', 'CREST MFB', 'Yello Digital'];
    const found = createBankIndex(
      list.map((institutionName, at) => ({ institutionCode: `10000${at}`, institutionName })),
    );
    const foundNames = (query: string) => found(query).hits.map((hit) => hit.bank.institutionName);
    expect(foundNames('lobus')).toEqual(['Lotus Bank', 'GLOBUS BANK']);
    expect(foundNames('yavest')).toEqual(['AVEST MFB']);
    expect(foundNames('hello')).toEqual([]);
    expect(foundNames('rest')).toEqual([]);
  });

  it('lists all that begin alike, the whole name first', () => {
    expect(codes('first')).toEqual(['000016', '090479', '000003']);
    expect(codes('zenith')).toEqual(['000015', '100018']);
    expect(codes('zenit')).toEqual(['000015', '100018']);
    expect(codes('twin')).toEqual(expect.arrayContaining(['090999', '090998', '090997']));
  });

  it('lists those of a kind when nothing else is said', () => {
    expect(codes('mortgage')).toEqual(expect.arrayContaining(['090299', '090997']));
    expect(codes('mortgage')).toHaveLength(2);
  });

  it('takes the kind for the choice between two of one name, and for the end of the name', () => {
    expect(codes('twin mortgage')[0]).toBe('090997');
    expect(codes('zenith bank')).toEqual(['000015']);
    expect(codes('op bank')).toEqual([]);
  });

  it.each(['hsbc', 'barclays', 'wells fargo', 'nubank', 'ubs switzerland', 'absa', 'qwertyuiop', 'bank of china'])(
    'finds no bank for %j',
    (query) => {
      expect(codes(query)).toEqual([]);
    },
  );
});

describe('names that people use and the list does not', () => {
  it.each([
    ['gtb', 'GTB', '000013'],
    ['guaranty trust', 'Guaranty Trust Bank', '000013'],
    ['uba', 'UBA', '000004'],
    ['first city', 'First City Monument Bank', '000003'],
    ['paycom', 'Paycom', '100004'],
    ['diamond', 'Diamond Bank', '000014'],
  ])('%j: %s', (query, alias, code) => {
    expect(codes(query)[0]).toBe(code);
    expect(why(query)).toEqual({ kind: 'alias', alias });
  });

  it('may be said together', () => {
    expect(names('opay paycom')).toEqual(['OPAY']);
    expect(names('opay diamond')).toEqual([]);
  });

  it('put the bank that is called so before one that begins so', () => {
    expect(names('uba')).toEqual(['UNITED BANK FOR AFRICA', 'UBA MONI']);
  });

  it('count for nothing when their code is not in the list, or is another institution there', () => {
    const other = createBankIndex([{ institutionCode: '000013', institutionName: 'SEASIDE COOPERATIVE' }]);
    expect(other('gtb')).toMatchObject({ hits: [], suggestions: [] });
  });

  it('are initials of three letters or more, too', () => {
    expect(names('krmb')).toEqual(['KONTAGORA ROYAL MORTGAGE BANK LIMITED']);
    expect(why('krmb')).toEqual({ kind: 'initials' });
  });
});

describe('nothing found', () => {
  const suggested = (query: string) => search(query).suggestions.map((bank) => bank.institutionName);

  it('asks about near names', () => {
    expect(suggested('ubaa')).toEqual(['UNITED BANK FOR AFRICA']);
    expect(suggested('absa')).toEqual(['ABSU MICROFINANCE BANK']);
    expect(suggested('access bank lagos')).toEqual(['ACCESS BANK']);
    expect(suggested('kont bank')).toEqual(['KONTAGORA ROYAL MORTGAGE BANK LIMITED']);
    expect(suggested('op bank')).toEqual([]);
  });

  it.each(['hsbc', 'barclays', 'qqqq', 'credit suisse', '?!', ''])(
    'asks about nothing that is not near: %j',
    (query) => {
      expect(search(query)).toMatchObject({ hits: [], suggestions: [] });
    },
  );

  it('is all that an empty list answers', () => {
    const empty = createBankIndex([]);
    for (const query of ['gtb', '058', '000013', 'monipoint', ''])
      expect(empty(query)).toMatchObject({ hits: [], suggestions: [] });
  });
});

describe('any text at all', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 100 }),
    fc
      .array(fc.constantFrom('first', 'bank', 'mfb', 'micro', 'finance', 'zenit', 'a', '9', 'psb', '&'), {
        maxLength: 8,
      })
      .map((words) => words.join(' ')),
  );

  it('is answered without an error, from the list and without repeats', () => {
    fc.assert(
      fc.property(text, (query) => {
        const { hits, suggestions } = search(query);
        expect(new Set(hits.map((hit) => hit.bank)).size).toBe(hits.length);
        for (const bank of [...hits.map((hit) => hit.bank), ...suggestions]) expect(banks).toContain(bank);
        expect(hits.length === 0 || suggestions.length === 0).toBe(true);
      }),
    );
  });
});

describe('any list', () => {
  const word = fc.stringMatching(/^[A-Z]{2,9}$/);
  const kind = fc.constantFrom('', ' BANK', ' BANK PLC', ' MFB', '  Microfinance Bank', ' MORTGAGE BANK LTD');
  const name = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), kind)
    .map(([words, last]) => words.join(' ') + last);
  const lists = fc
    .uniqueArray(name, { minLength: 1, maxLength: 20 })
    .map((all) => all.map((institutionName, index) => ({ institutionCode: String(200000 + index), institutionName })));

  it('finds each by its exact name first, whatever the case, accents, punctuation and blanks', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const index = createBankIndex(list);
        for (const { institutionName } of list) {
          const dressed = [...institutionName]
            .map((letter) => (/[AEIOU]/.test(letter) ? `${letter}\u0301` : letter))
            .join('');
          const variants = [
            institutionName,
            institutionName.toLowerCase(),
            dressed,
            `" ${institutionName.replace(/ /g, ' -  ')}!`,
          ];
          const [plain, ...others] = variants.map((variant) => index(variant).hits.map((hit) => hit.bank));
          expect(spell(plain?.[0]?.institutionName ?? '').full).toBe(spell(institutionName).full);
          expect(plain?.map((bank) => bank.institutionName)).toContain(institutionName);
          for (const hits of others) expect(hits).toEqual(plain);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('finds a long enough word in spite of one slip', () => {
    const slip = fc.tuple(
      fc.constantFrom('drop', 'add', 'change', 'swap'),
      fc.nat(),
      fc.constantFrom(...'aeioustrnlk'),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{6,12}$/), slip, (word, [how, position, letter]) => {
        const at = 1 + (position % (word.length - 2));
        const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
        const typed = {
          drop: `${before}${next}${after}`,
          add: `${before}${letter}${here}${next}${after}`,
          change: `${before}${letter}${next}${after}`,
          swap: `${before}${next}${here}${after}`,
        }[how];
        fc.pre(![word, typed].some((text) => /(?:mfb|psb|ltd|plc)/.test(text ?? ''))); // what says the kind is no name
        const list = [...banks, { institutionCode: '200000', institutionName: `${word} Microfinance Bank` }];
        expect(createBankIndex(list)(typed ?? '').hits.map((hit) => hit.bank.institutionCode)).toContain('200000');
      }),
    );
  });
});

it('finds nothing in what is longer than any name, and does not read it', async () => {
  expect(search('zenith '.repeat(3_000))).toMatchObject({ hits: [], suggestions: [] });
  const made = texts(3_000, (size) => 'zenith '.repeat(size));
  await expectConstant(3_000, (size) => search(made(size)));
});
