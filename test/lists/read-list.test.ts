import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { type Choice, readList } from '../../src/lists/read-list.ts';
import { createReferences } from '../../src/reading/references.ts';
import { liveBytes } from '../support/live-bytes.ts';

const references = createReferences();
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
const utf16be = (text: string) =>
  new Uint8Array([0xfe, 0xff, ...Buffer.from(text, 'utf16le').swap16()]);
const read = (file: string | Uint8Array, column?: number) =>
  readList(
    typeof file === 'string' ? new TextEncoder().encode(file) : file,
    'a.csv',
    references,
    column,
  );
const one = 'GARO-8f3k2j1';
const two = 'GARO-5p1d6w8';
const both = `${one} ${two}`;

/**
 * What a file holds: its references, its rows, the rows without one, and those that may be rounded.
 */
const lists: readonly [what: string, file: string | Uint8Array, found: string][] = [
  [
    'commas, and two ends of lines',
    `Date,Ref\r\n2026-01-31,${one}\n2026-01-31,${two}\n`,
    `${both}; 2, 0, 0`,
  ],
  ['semicolons, and commas in amounts', `Ref;Amount\n${one};1,50\n${two};2,00`, `${both}; 2, 0, 0`],
  ['tabs', `Ref\tAmount\n${one}\t1\n`, `${one}; 1, 0, 0`],
  ['no head', `1,${one}\n2,${two}`, `${both}; 2, 0, 0`],
  ['a BOM', `\ufeff${one}\n`, `${one}; 1, 0, 0`],
  ['UTF-16, little end first', utf16(`Ref\tNäme\r\n${one}\té\r\n`), `${one}; 1, 0, 0`],
  [
    'UTF-16, big end first',
    utf16be(`Ref,Name\r\n${one},${'名'.repeat(60)}\r\n`),
    `${one}; 1, 0, 0`,
  ],
  ['Windows-1252', latin1(`Ref,Näme\r\n${one},é\r\n`), `${one}; 1, 0, 0`],
  ['quotes with commas and lines', `Note,Ref\n"a, ""b""\nc",${one}\n`, `${one}; 1, 0, 0`],
  ['one twice', `Ref\n${one}\n${one}\n${two}`, `${both}; 3, 0, 0`],
  ['rows without one', `Ref,x\n${one},1\n,2\nnone,3\n`, `${one}; 3, 2, 0`],
  ['the same column twice', `a,b\n${one},${one}\n${two},${two}\n`, `${both}; 2, 0, 0`],
  ['other numbers beside it', `id,Ref\n1234567890123456789,${one}\n`, `${one}; 1, 0, 0`],
  [
    'rounded numbers',
    `Ref,x\n${one},a\n${two},b\n"(1,023.5E+17)",c\n12345678901234567,d`,
    `${both}; 4, 1, 1`,
  ],
  [
    'references of another kind',
    'Order,Ref\n1,SHOP-5000001\n2,SHOP-5000002',
    'SHOP-5000001 SHOP-5000002; 2, 0, 0',
  ],
  ['words about one', 'Day,Note\n1,ref SHOP-5000001 is late\n2,POS', 'SHOP-5000001; 3, 2, 0'],
  [
    'parts between slashes',
    'Reference,x\n2026/000123,1\nREF/77/12,2',
    '2026/000123 REF/77/12; 2, 0, 0',
  ],
  [
    'bars',
    `Date|Ref|Amount\n2026-09-01|${one}|1,000.00\n2026-09-02|${two}|2,000.00`,
    `${both}; 2, 0, 0`,
  ],
  [
    'semicolons in each narration',
    `1,${one},NIP; TRF,10.00\n2,${two},NIP; TRF,10.00`,
    `${both}; 2, 0, 0`,
  ],
  ['UTF-16 without its mark', utf16(`Ref,Name\r\n${one},a\r\n`).subarray(2), `${one}; 1, 0, 0`],
  [
    'UTF-16 without its mark, big end first',
    utf16be(`Ref,Name\r\n${one},a\r\n`).subarray(2),
    `${one}; 1, 0, 0`,
  ],
  [
    'zero bytes and the end of file of DOS',
    `Ref,x\r\n${one},\0\r\n\u0001\u001a\0\0`,
    `${one}; 1, 0, 0`,
  ],
  ['sep=', `sep=;\nRef;Amount\n${one};1,50\n`, `${one}; 1, 0, 0`],
  [
    'a reference in a narration',
    `Day,Narration\n1,NIP/ADA EZE/${one}/X\n2,POS\n`,
    `${one}; 2, 1, 0`,
  ],
  [
    'a bank’s number beside it',
    `Bank Ref,Text\nFT2625514JJH,T/${one}\nFT262559K888,T/${two}`,
    `${both}; 2, 0, 0`,
  ],
  [
    'many kinds',
    `Ref,Phone\n${one},08128727357\nFLW-4123700972,0\n,0`,
    `${one} FLW-4123700972; 3, 1, 0`,
  ],
  ['two in a cell', `Text,x\n"ref ${one}\nand ${two}",1\n`, `${both}; 2, 0, 0`],
  ['digits under Reference', 'Reference,Account No\n000123456,0123456789\n', '000123456; 1, 0, 0'],
  [
    'a broken quotation mark',
    `Ref,No\n${one},FT2625514JJH\n${two},"FT262559K888\n`,
    `${both}; 3, 1, 0`,
  ],
  ['the head of something else', `Session ID,x\n${one},1\n`, `${one}; 1, 0, 0`],
  [
    'rows that a quotation mark took in',
    `Ref,Name,Sum\n${one},"A,1\n${two},12",5\n,C,6`,
    `${both}; 4, 2, 0`,
  ],
  [
    'several in each line',
    `${one}, ${two}\nGARO-1a2b3c4, GARO-1a2b3c5`,
    `${both} GARO-1a2b3c4 GARO-1a2b3c5; 4, 0, 0`,
  ],
  ['HTML', `<td>${one}</td><td>0123456789</td></tr><tr><td>${two}</td>`, `${both}; 2, 0, 0`],
  ['JSON', `[{\n  "reference": "${one}",\n  "account": "0123456789"\n}]`, `${one}; 1, 0, 0`],
  [
    'JSON of several objects',
    `{"items": [{"ref": "${one}", "sum": "1,000"}, {\n  "ref": "${two}"},\n{"ref": ""}]}`,
    `${both}; 3, 1, 0`,
  ],
  [
    'a JSON object a line, the last cut off',
    `{"a":1,"ref":"${one}"}\n{"a":2,"ref":"${two}"}\n{"a":3,"re`,
    `${both}; 3, 1, 0`,
  ],
  ['lines of text', `${one}\nand ${two} is late\nthat is all`, `${both}; 3, 1, 0`],
];

it('a list is read from files of all kinds', async () => {
  const found = lists.map(async ([what, file]): Promise<[string, string]> => {
    const list = await read(file);
    const rows = [...list.rows];
    const without = rows.filter(
      ({ reference, isRounded }) => reference === undefined && !isRounded,
    ).length;
    const rounded = rows.filter(({ isRounded }) => isRounded).length;
    return [what, `${list.chosen.references.join(' ')}; ${rows.length}, ${without}, ${rounded}`];
  });
  expect(await Promise.all(found)).toEqual(lists.map(([what, , found]) => [what, found]));
});

it('each reference of a list is found in its own row', async () => {
  const { head, rows } = await read(latin1(`Ref,Näme\n${two},b\n,c\n1.23E+17,d\n${one},a\n`));
  expect(head).toEqual(['Ref', 'Näme']);
  expect([...rows]).toEqual([
    { cells: [two, 'b'], reference: two },
    { cells: ['', 'c'], reference: undefined, isRounded: false },
    { cells: ['1.23E+17', 'd'], reference: undefined, isRounded: true },
    { cells: [one, 'a'], reference: one },
  ]);
});

it('all of 700 references in one line are found', async () => {
  const wanted = Array.from(
    { length: 700 },
    (_each, at) => `GARO-1a2b${String(at).padStart(3, '0')}`,
  );
  const { chosen, rows: listed } = await read(`<td>${wanted.join('</td></tr><tr><td>')}</td>`);
  expect(chosen.references).toEqual(wanted);
  const rows = [...listed];
  expect(rows).toHaveLength(700);
  expect(rows[0]?.cells).toEqual([wanted[0]]); // not the whole line, seven hundred times
});

it.each([
  [
    'many commas in narrations',
    `1;${one};a, b, c, d\n2;${two};e, f, g, h`,
    ['1', one, 'a, b, c, d'],
  ],
  [
    'one semicolon in amounts',
    `1,NIP ${one} X,1;5\n2,NIP ${two} X,2;0`,
    ['1', `NIP ${one} X`, '1;5'],
  ],
])(
  "a separator that isolates the most references tells a list's columns apart: %s",
  async (_what, text, cells) => {
    expect([...(await read(text)).rows][0]?.cells).toEqual(cells);
  },
);

it.each([
  [
    'titles',
    `ACCOUNT STATEMENT,,\nAccount No:,0123987654,\nDay,Bank Ref,Narration\n1,FT2625514JJH,TRF/${one}`,
    2,
  ],
  ['titles without commas', `ACCOUNT STATEMENT\n\nDay,Text\n1,${one}`, 1],
  ['rows without a reference', `A Ltd,\nRef,Day\n,1\nN/A,2\n${one},3`, 1],
])("a list's head is the row above its first reference: %s", async (_what, text, above) => {
  const list = await read(text);
  expect(list.above).toHaveLength(above);
  expect(list.head?.join()).toMatch(/^(?:Day|Ref),/);
});

it('several columns of a list that look like references can each be chosen', async () => {
  const text =
    'tx_ref,flwRef,uuid\nSHOP-50000011,FLW-MOCK-1a2b3,6dde0464-cf5e-4973-aec8-8a2571746e0c\n,FLW-MOCK-1a2b3,';
  const { choices, chosen, leftOut } = await read(text);
  const counts = { withoutCount: 1, repeatCount: 0, roundedCount: 0 };
  expect(choices).toEqual([
    { at: 0, name: 'tx_ref', references: ['SHOP-50000011'], ...counts },
    {
      at: 1,
      name: 'flwRef',
      references: ['FLW-MOCK-1a2b3'],
      ...counts,
      withoutCount: 0,
      repeatCount: 1,
    },
  ]);
  expect(chosen).toEqual(choices[0]);
  expect(leftOut).toEqual([{ word: '6dde0464-cf5e-4973-aec8-8a2571746e0c', row: 2 }]);
  expect((await read(text, 1)).chosen.references).toEqual(['FLW-MOCK-1a2b3']);
});

it('a column with some references of another can be chosen too', async () => {
  const { choices } = await read(`Ref,Parent\n${one},${one}\n${two},SHOP-50000011`);
  expect(choices.map(({ references }) => references)).toEqual([
    [one, two],
    [one, 'SHOP-50000011'],
  ]);
});

it.each<[string, string, Partial<Choice>, string[]]>([
  ['a total is no row', `Ref,Sum\n${one},5\nGrand Total:,5`, { withoutCount: 0 }, []],
  ['a payee may be called Total', `Ref,To\n${one},Total\n,Ada`, { withoutCount: 1 }, []],
  [
    'days that a spreadsheet made of codes are named',
    `Reference\n${one}\n45671\n1-Mar\n1/14/2025`,
    { references: [one], withoutCount: 3 },
    ['45671', '1-Mar', '1/14/2025'],
  ],
  [
    'an identifier of another column is named at any length',
    `Reference,TSQ\n${one},12345698690885579\n${two},19247`,
    { roundedCount: 0 },
    ['12345698690885579', '19247'],
  ],
  [
    'of two cells, the first is the head of the second',
    `id | 884301\nreference | ${one}\nid | 884302\nreference | _ABC_7_\nreference | see mail`,
    { references: [one, '_ABC_7_'], withoutCount: 3 },
    ['884301', '884302', 'see mail'],
  ],
  [
    'a reference is one with any signs in it',
    `Name,Reference\nAda,${one}\nChi,*X9*\nEze,PAY/77?x=1\nFemi,${two}`,
    { references: [one, '*X9*', 'PAY/77?x=1', two], withoutCount: 0 },
    [],
  ],
  [
    'what a log holds is named by what can be looked up, and identifiers first',
    `100200300 boot port=9404\nGET ${one} 41ms\ntsq?transactionId=19260 200`,
    { references: [one] },
    ['19260', '100200300'],
  ],
  [
    'two tables are one list',
    `Reference,Sum\n${one},5\nName,Reference\nMusa,${two}`,
    { at: undefined, references: [one, two] },
    [],
  ],
  [
    'a rounded number is no row without a reference',
    `Ref,x\n${one},a\n"(1,023.5E+17)",c\n,d`,
    { withoutCount: 1, roundedCount: 1 },
    [],
  ],
  [
    'a line of a chat is no head',
    `1/2/2025,9:12 - Ada: hi\n1/2/2025,9:13 - Ada: ${one}`,
    { name: 'column 2', withoutCount: 1 },
    [],
  ],
])('a row of a list is read: %s', async (_what, text, counts, leftOut) => {
  const list = await read(text);
  expect(list.chosen).toMatchObject(counts);
  expect(list.leftOut.map(({ word }) => word)).toEqual(leftOut);
});

it('a text has one column, whose head is "line"', async () => {
  for (const text of [`{"a": 1, "ref": "${one}"}\n{"a": 2}`, `${one}\nand more`])
    expect(await read(text)).toMatchObject({ head: ['line'], chosen: { name: 'the lines' } });
});

it('a list names each word that it does not look up, with its row: first those of the chosen column', async () => {
  const text = ['Reference,Bank Ref', `${one},FT262559K880`, 'N/A,FT262559K881', `${two},`, 'x,'];
  expect((await read(text.join('\n'))).leftOut).toEqual([
    { word: 'N/A', row: 3 },
    { word: 'x', row: 5 },
    { word: 'FT262559K880', row: 2 },
    { word: 'FT262559K881', row: 3 },
  ]);
});

it("of a list's 2,000 words not looked up, 1,000 are named and all are counted", async () => {
  const { leftOut, leftOutCount } = await read(`Reference\n${one}\n${'x\n'.repeat(2_000)}`);
  expect(leftOut).toHaveLength(1_000);
  expect(leftOutCount).toBe(2_000);
});

it('numbers below the head of another field are never looked up; words there are named', async () => {
  const text = `Account Number,Phone,BVN,Session ID,Ref\n0123456789,08012345678,22212345678,"${'1'.repeat(30)}",${one}`;
  expect(await read(text)).toMatchObject({ chosen: { references: [one] }, leftOut: [] });
  const repeated = await read('Reference,Note\nSHOP-5000001,x\nSHOP-5000002,SHOP-5000001');
  expect(repeated.choices.length).toBe(1);
  expect(repeated.leftOut).toEqual([]);
  const word = 'AB-77123456';
  expect(await read(`${text}\n,,,${word},${two}`)).toMatchObject({
    chosen: { references: [one, two] },
    leftOut: [{ word, row: 3 }],
  });
});

const wide = (at: number, width: number) => `${Array(width).fill('1').with(at, one).join()}\n`;
const byLines = 'More than 200,000 cells: the lines were read instead.';
it.each<
  [where: string, text: string, references: string[], at?: number | undefined, bounds?: string]
>([
  [
    'in a column that is read',
    wide(7, 2_500),
    [one],
    7,
    'Only the first 100 of 2,500 columns were read.',
  ],
  ['beyond, found by lines', wide(1_500, 2_500), [one]],
  ['in many rows', `${wide(0, 100).repeat(2_001)}${two}\n`, [one, two], undefined, byLines],
])(
  'a list that is too large is read up to its limit, or by lines, and says so: %s',
  async (...row) => {
    const [, text, references, at, bounds] = row;
    const list = await read(`${text}${'1,'.repeat(99)}1\n`);
    expect(list.chosen.references).toEqual(references);
    expect(list.chosen.at).toEqual(at);
    expect(list.bounds).toEqual(bounds);
  },
);

const own = fc.stringMatching(/^(?:R-)?GARO-[a-z\d]{6}\d$/);
const cell = fc.oneof(
  own,
  own.map((reference) => `NIP/TRF; ${reference}, x|y`),
  fc.tuple(own, own).map((pair) => pair.join(' and ')),
  fc.constantFrom('', '"', 'a "b" c', '12" PIPE', 'line\nend', '\t', '1.23E+17'),
  fc.constantFrom('1,000.00', '=1+1', 'N/A', '0123456789', 'http://a.b/c?d=e'),
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.stringMatching(/^\d{1,20}$/),
);
const file = fc
  .record({
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 25 }),
    titles: fc.array(fc.constantFrom('ACCOUNT STATEMENT', 'Account Name:,SHOP LTD', 'sep=;', ''), {
      maxLength: 3,
    }),
    head: fc.constantFrom([], [['Reference', 'Date', 'Narration', 'Account', 'Amount']]),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quotes: fc.constantFrom('all', 'none', 'broken'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
  })
  .map(({ rows, titles, head, delimiter, quotes, end, encoding }) => {
    const write = (text: string) => {
      if (quotes === 'all') return `"${text.replaceAll('"', '""')}"`;
      return quotes === 'broken' && text.length % 5 === 0 ? `"${text}` : text;
    };
    const text = [
      ...titles,
      ...[...head, ...rows].map((row) => row.map(write).join(delimiter)),
    ].join(end);
    return { bytes: new Uint8Array(Buffer.from(`\ufeff${text}`, encoding)), text };
  });
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes, text: '' }));

it("a list's references are those of its text, whatever its rows look like", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: file }, noise), async ({ bytes, text }) => {
      const inText = text.match(/(?<![\p{L}\d])(?:R-)?GARO-[a-z\d]{6}\d(?![\p{L}\d])/gu) ?? [];
      const list = await read(bytes).catch((error: unknown) => {
        if (error instanceof UserError && inText.length === 0) return undefined;
        throw error;
      });
      const inRows = new Set([...(list?.rows ?? [])].flatMap(({ reference = [] }) => reference));
      expect(inRows).toEqual(new Set(list?.chosen.references));
      for (const reference of inRows) expect(reference).not.toMatch(/^\d[\d.]*E\+\d+$/i);
      const found = [...inRows, ...(list?.choices.flatMap((choice) => choice.references) ?? [])];
      expect(new Set(found.filter((each) => /^(?:R-)?GARO-[a-z\d]{6}\d$/.test(each)))).toEqual(
        new Set(inText),
      );
    }),
    { numRuns: 100 },
  );
});

it.each<[string | Uint8Array, string]>([
  ['', 'is empty.'],
  ['\n'.repeat(1_000_000), 'is empty.'],
  [
    'Name,Amount\nJane,5\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    'id\n1.23457E+17\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`. A spreadsheet has dropped digits of `1.23457E+17` (row 2): take them from where they came from.',
  ],
  [
    new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]),
    'is an Excel workbook: save it as CSV, and send that.',
  ],
  [
    'Bank,Code\nGTB,000013\nZenith,000015\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    'Code\n0123456789\n77x2\n88y3\n99z4',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    'Note,Amount\nsk_live_9f8e7d6c5b4a3928,5\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`. That looks like a secret key: revoke it, and delete the message.',
  ],
  [
    'txn_id\tnote\n12345698690885579\tlate\n19253\t\n1.23457E+16\t\n19253\t\n',
    'has no references, but 2 transaction ids. A spreadsheet has dropped digits of `1.23457E+16` (row 4): take them from where they came from.',
  ],
  [
    'Batch No,Bank,Account,Staff\nPB-2026-0514,000013,0123456789,EMP-00417\nPB-2026-0514,000014,,EMP-00418\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    'pod\nworker-7d9f8b6c54-x2lqp\n',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    'a,b\n0123456789,08012345678',
    'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
  ],
  [
    Uint8Array.from({ length: 400 }, (_, at) => (at * 97) % 256),
    'is no text: send a CSV, TSV or text file.',
  ],
])('a file that is no list is refused with a sentence: %#', async (file, sentence) => {
  await expect(read(file)).rejects.toMatchObject({ message: `\`a.csv\` ${sentence}` });
});

it('100,000 lines without a reference are held as their text alone', async () => {
  const before = liveBytes();
  const { rows } = await read(`${one}\n"${'1\n'.repeat(100_000)}`); // no table: its quotation never ends
  expect(liveBytes() - before).toBeLessThan(3_000_000);
  expect([...rows]).toHaveLength(100_001);
});
