import fc from 'fast-check';
import { institutions } from 'slack-sandbox/transfer-service';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { knownBanks } from '../../src/banks/aliases.ts';
import { type BankAnswer, findBanks } from '../../src/banks/cover.ts';
import { type BankHit, createBankSearch } from '../../src/banks/search.ts';
import {
  endsWithKind,
  foldName,
  isClearSlip,
  isMisspeltKind,
  isNear,
  spell,
} from '../../src/banks/spelling.ts';
import { readBankQuestion } from '../../src/reading/bank-names.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectLinear } from '../support/growth.ts';

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
const search = createBankSearch(banks);
/** Codes and names: `000013 GTBANK PLC`. */
const listed = (...entries: string[]) =>
  entries.map((entry) => ({ institutionCode: entry.slice(0, 6), institutionName: entry.slice(7) }));
const listOf = (names: readonly string[]) =>
  names.map((institutionName, at) => ({ institutionCode: String(200_000 + at), institutionName }));

/** Behind the name of a bank: by what other name it was found, or that it was by a slip. */
const told = ({ bank, alias, isSlip }: BankHit) =>
  `${bank.institutionName}${alias ? ` (${alias})` : isSlip ? ' (slip)' : ''}`;

it('every query of the fixture finds its banks in the recorded order', () => {
  const words = z.array(z.string());
  const Search = z.object({
    why: z.string(),
    /** The list; without it the one above. Its codes begin with 200000. */
    names: words.optional(),
    known: z.array(z.tuple([z.string(), z.string()]).rest(z.string())).default([]),
    query: z.string(),
    hits: words,
    isCertain: z.boolean().default(false),
  });
  const kept = jsonLines('bank-searches.jsonl', Search);
  const searched = kept.map(({ why, names, known, query }) => {
    const { hits, isCertain } = (names ? createBankSearch(listOf(names), known) : search)(query);
    return { why, ...(names && { names }), known, query, hits: hits.map(told), isCertain };
  });
  expect(searched).toEqual(kept);
});

it.each([
  ['058', '200001'],
  ['05800', '058001'],
  ['12345', '200001', '200002'],
  ['123456'],
  ['alpha 058001'],
  ['a058'],
])(
  'three digits are an old code first, six a code, and digits beside letters neither: %s',
  (query, ...found) => {
    const list = listed('058001 ALPHA', '200001 12345 FINANCE', '200002 123456 FINANCE');
    const byDigits = createBankSearch(list, [['200001', '12345', '058']]);
    expect(byDigits(query).hits.map(({ bank }) => bank.institutionCode)).toEqual(found);
  },
);

const withInvalidCode = [
  { institutionCode: '058', institutionName: 'GTBANK PLC' },
  { institutionCode: '214-X', institutionName: 'Seaside MFB' },
];
const index = createBankSearch([
  { institutionCode: '000015', institutionName: 'ZENITH BANK PLC' },
  ...withInvalidCode,
]);

it.each(['gtbank', 'GTB', '058', 'gtbnak'])(
  'a bank-list entry without a six-digit code is no hit, and told apart from no bank: %s',
  (query) => {
    expect(index(query)).toMatchObject({
      hits: [],
      isCertain: false,
      withInvalidCode: withInvalidCode[0],
    });
  },
);

it('a bank-list entry without a six-digit code ranks below a bank, and is never "near"', () => {
  const both = createBankSearch([
    { institutionCode: '000013', institutionName: 'GTBANK' },
    ...withInvalidCode,
  ]);
  expect(both('gtbank').hits).toHaveLength(1);
  expect(both('gtbank').withInvalidCode).toBeUndefined();
  expect(index('seasidee land').withInvalidCode).toBeUndefined();
  expect(index('seas').hits).toEqual([]);
});

it("finds a bank by the central bank's older code of it", () => {
  const olderCodes = {
    '011': 'FIRST BANK OF NIGERIA',
    '023': 'CITI BANK',
    '030': 'HERITAGE BANK',
    '032': 'UNION BANK',
    '033': 'UNITED BANK FOR AFRICA',
    '035': 'WEMA BANK',
    '044': 'ACCESS BANK',
    '050': 'ECOBANK',
    '057': 'ZENITH BANK PLC',
    '058': 'GTBANK PLC',
    '068': 'STANDARD CHARTERED BANK',
    '070': 'FIDELITY BANK',
    '076': 'POLARIS BANK',
    '082': 'KEYSTONE BANK',
    '101': 'PROVIDUS BANK',
    '214': 'FCMB',
    '215': 'UNITY BANK',
    '221': 'STANBIC IBTC BANK',
    '232': 'STERLING BANK',
    '301': 'JAIZ BANK',
  };
  const found = Object.keys(olderCodes).map((code) => [
    code,
    ofInstitutions(code).hits[0]?.bank.institutionName,
  ]);
  expect(Object.fromEntries(found)).toEqual(olderCodes);
});

it("recognises a six-digit sort code by a bank's old three digits", () => {
  for (const query of ['058152036', '058-152-036'])
    expect(search(query)).toMatchObject({ hits: [{ alias: '058' }], isCertain: false });
  expect(search('999152036').hits).toEqual([]);
});

it('a search takes time linear in the length of the bank list', () => {
  const words = ['GOLDEN', 'ROYAL', 'UNITY', 'CREST'];
  const name = (_: unknown, at: number) =>
    `${words[at % 4]} ${at.toString(36)}${at} MICROFINANCE BANK`;
  const made = (size: number) => createBankSearch(listOf(Array.from({ length: size }, name)));
  const bySize = new Map([800, 3_200].map((size) => [size, made(size)]));
  const queries = ['royal 5', 'goldne', 'zenith bank', 'unty', 'crest mfb', 'qwertyuiop', '200400'];
  return expectLinear(800, (size) => {
    for (const query of queries) bySize.get(size)?.(query);
  });
});

it('a search finds nothing in an empty list, or for a query longer than any name', () => {
  for (const query of ['gtb', '058', '000013', 'monipoint', ''])
    expect(createBankSearch([])(query).hits).toEqual([]);
  expect(search('zenith'.padEnd(100)).hits).not.toEqual([]);
  expect(search('zenith'.padEnd(101)).hits).toEqual([]);
});

it("a bank's exact name finds it first, whatever case, accents, punctuation and blanks", () => {
  const kind = fc.constantFrom(
    '',
    ' BANK',
    ' BANK PLC',
    ' MFB',
    '  Microfinance Bank',
    ' MORTGAGE BANK LTD',
  );
  const name = fc
    .tuple(fc.array(fc.stringMatching(/^[A-Z]{2,9}$/), { minLength: 1, maxLength: 3 }), kind)
    .map(([words, last]) => words.join(' ') + last);

  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 20 }).map(listOf), (list) => {
      const index = createBankSearch(list);
      for (const { institutionName } of list) {
        const dressed = institutionName.replace(/[AEIOU]/g, '$&\u0301');
        const spaced = `" ${institutionName.replace(/ /g, ' -  ')}!`;
        const variants = [institutionName, institutionName.toLowerCase(), dressed, spaced];
        const [plain, ...others] = variants.map((variant) =>
          index(variant).hits.map((hit) => hit.bank),
        );
        expect(spell(plain?.[0]?.institutionName ?? '').full).toBe(spell(institutionName).full);
        expect(plain?.map((bank) => bank.institutionName)).toContain(institutionName);
        for (const hits of others) expect(hits).toEqual(plain);
      }
    }),
    { numRuns: 50 },
  );
});

it("all spellings of a bank's name fold to the recorded form", () => {
  const kept = jsonLines('folded-names.jsonl', z.object({ name: z.string(), folded: z.string() }));
  expect(kept.map(({ name }) => ({ name, folded: foldName(name) }))).toEqual(kept);
  const others = [
    'Microbiz',
    'Microsystems',
    'Microvis',
    'Micro Bank',
    'Mfon Bank',
    'Minance Ltd',
    'mfx',
    'xmf',
  ];
  for (const name of [...others, 'refinance', 'Wicrofinance', 'finance'])
    expect(foldName(name)).not.toContain('mfb');
});

it('folding a folded bank name changes nothing', () => {
  const kinds = [
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
  ];
  const words = fc.array(fc.constantFrom(...kinds)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), words), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
    { numRuns: 2000 },
  );
});

it('the distinctive words of a query are those without kinds and fillers', () => {
  expect(spell('UNITED BANK FOR AFRICA PLC')).toMatchObject({
    telling: ['united', 'africa'],
    core: 'unitedafrica',
  });
  expect(spell('ECOBANK BANK')).toMatchObject({ core: 'ecobank', plain: 'ecobankbank' });
  expect(spell('Mortgage Bank of Nigeria').telling).toEqual(['mortgage', 'bank', 'of', 'nigeria']);
  const glued = ['Abbank', 'Abank', 'Stonemortgage', 'Randmerchant', 'Trustlimited', 'Banker'];
  expect(glued.map((name) => spell(name).keys.at(-1))).toEqual([
    'ab',
    'abank',
    'stone',
    'rand',
    'trust',
    'banker',
  ]);
  expect(['zenith bank', 'bank zenith', 'bank'].map((name) => endsWithKind(spell(name)))).toEqual([
    true,
    false,
    false,
  ]);
  const words = ['bnak', 'bak', 'limted', 'bank', 'ba', 'ltdd', 'zenith'];
  expect(words.filter(isMisspeltKind)).toEqual(['bnak', 'bak', 'limted']);
});

it.each([
  ['moneipoint', 'moniepoint', 'clear'],
  ['opey', 'opay', 'clear'],
  ['kuda', 'kudi', 'near'],
  ['absa', 'absu', 'near'],
  ['citizen', 'citizens', 'near'],
  ['inland', 'island', 'near'],
  ['moneypoint', 'moniepoint', 'near'],
  ['kotus', 'lotus', 'near'],
  ['lobus', 'globus', 'near'],
  ['xenith', 'zenith', 'near'],
  ['zanoths', 'zeniths', 'near'],
  ['kontxgxra', 'kontagora', 'near'],
  ['zenith1', 'zenith', 'neither'],
  ['kuda', 'yuda', 'neither'],
  ['xenitt', 'zenith', 'neither'],
  ['zanoth', 'zenith', 'neither'],
  ['ub', 'uba', 'neither'],
  ['ux', 'ub', 'neither'],
])('%j for %j is a slip that is %s', (typed, meant, how) => {
  expect([isClearSlip(typed, meant), isNear(typed, meant)]).toEqual([
    how === 'clear',
    how !== 'neither',
  ]);
});

it('a mortgage bank is a certain hit only with its kind in the query', () => {
  const aspire = { institutionCode: '070033', institutionName: 'ASPIRE MORTGAGE BANK' };
  const { isCertain } = createBankSearch([aspire])('aspire');
  expect(isCertain).toBe(false);
  expect(createBankSearch([aspire])('aspire mortgage').isCertain).toBe(true);
});

it('no code, name or alias stands twice in the table of aliases, and none is empty', () => {
  const names = knownBanks.flatMap((row) => [...new Set(row)]);
  const folded = names.map((name) => spell(name.replace(/^was /, '')).full);
  // Known both as a bank of its own and as what Access Bank was merged with.
  expect(folded.filter((name, at) => name === '' || folded.indexOf(name) !== at)).toEqual([
    'diamondbank',
  ]);
  for (const [code] of knownBanks) expect(code).toMatch(/^\d{6}$/);
});

const ofInstitutions = createBankSearch(institutions);
const indexOf = (banks: readonly string[]) => createBankSearch(listed(...banks));
const called = (...names: string[]) => indexOf(names.map((name, at) => `09900${at} ${name}`));

/** What was searched for and what it is: `=` the answer, `?` what is only near. */
function answered({ query, hits, isCertain }: BankAnswer): string {
  const names = hits.map(({ bank }) => bank.institutionName);
  return isCertain
    ? `${query} = ${names[0]}`
    : [query, ...names.slice(0, 3).map((name) => `? ${name}`)].join(' ');
}

it('a text with several banks and other words is split as recorded', () => {
  const words = z.array(z.string());
  const Asked = z.object({
    why: z.string(),
    /** Codes and names; without them the institutions of the fixtures. */
    banks: words.optional(),
    typed: z.string(),
    answers: words,
    leftOut: words.default([]),
  });
  const kept = jsonLines('bank-answers.jsonl', Asked);
  const asked = kept.map(({ why, banks, typed }) => {
    const { answers, leftOut } = findBanks(
      readBankQuestion(typed),
      banks ? indexOf(banks) : ofInstitutions,
    );
    return { why, ...(banks && { banks }), typed, answers: answers.map(answered), leftOut };
  });
  expect(asked).toEqual(kept);
});

/** What answers as certain, and `?` before the nearest of what does not. */
const sure = (text: string, index: ReturnType<typeof called>) =>
  findBanks(readBankQuestion(text), index).answers.map(({ hits: [best], isCertain }) =>
    isCertain ? best?.bank.institutionName : `? ${best?.bank.institutionName ?? ''}`.trim(),
  );

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
])('a bank that is not in the list is never answered as certain: %s', (name, ...list) => {
  const bank = / Bank/.test(name) ? name : `${name} Bank`;
  const index = called(...list, 'ZENITH BANK PLC');
  for (const text of [bank, bank.toLowerCase(), `what is the code for ${bank}?`, `zenith, ${bank}`])
    expect([text, sure(text, index).at(-1)]).toEqual([text, expect.stringMatching(/^\?/)]);
});

it.each([
  ['money point', 'MONIEPOINT MICROFINANCE BANK'],
  ['pls money point code', 'MONIEPOINT MICROFINANCE BANK'],
  ['mony point', 'MONIEPOINT MICROFINANCE BANK'],
  ['fare money', 'FAIRMONEY MICROFINANCE BANK'],
  ['o pey code', 'OPAY'],
  ['palm pey', 'PALMPAY'],
])('%s, two words with a slip, is near %s and no bank that is farther', (typed, nearest) => {
  const index = called(
    'MONIEPOINT MICROFINANCE BANK',
    'POINTONE MICROFINANCE BANK',
    'FAIRMONEY MICROFINANCE BANK',
    'OPAY',
    'PALMPAY',
    'PEYTON MFB',
  );
  expect(sure(typed, index)).toEqual([expect.stringMatching(new RegExp(`${nearest}$`))]);
});

it('a bank is quoted as typed, and never searched for by its kind alone', () => {
  for (const typed of [
    '9 payment service bank',
    'code for the service bank',
    'national bank of bank',
  ])
    expect(
      findBanks(readBankQuestion(typed), called('ZENITH BANK PLC', 'HOPE PSB', 'MERCY FINANCE')),
    ).toMatchObject({
      answers: [{ query: typed, hits: [], isCertain: false }],
      leftOut: [],
    });
});

it.each(['gtbank mfb', 'gtb psb', 'fcmb mfb', 'fcmb', 'kuda psb'])(
  '%s is not a certain hit for a bank of another kind, or for one of two',
  (query) => {
    const names = ['GTBANK PLC', 'FIRST CITY MONUMENT BANK', 'FCMB MFB', 'KUDA MICROFINANCE BANK'];
    const codes = ['000013', '000003', '090409', '090267'];
    const all = names.map((institutionName, at) => ({
      institutionName,
      institutionCode: codes[at] ?? '',
    }));
    const withoutOne = all.filter(({ institutionName }) =>
      query === 'fcmb'
        ? institutionName !== 'FIRST CITY MONUMENT BANK'
        : institutionName !== 'FCMB MFB',
    );
    expect(createBankSearch(withoutOne)(query).isCertain).toBe(false);
  },
);

it.each([
  ['*737#', 'GTBANK PLC'],
  ['skye', 'POLARIS BANK'],
])('%s is %s', (query, institutionName) => {
  const institutionCode = institutionName === 'GTBANK PLC' ? '000013' : '000008';
  const { hits, isCertain } = createBankSearch([{ institutionCode, institutionName }])(query);
  expect([hits[0]?.bank.institutionName, isCertain]).toEqual([institutionName, true]);
});
