import { expect, it } from 'vitest';
import { readList } from '../../src/batches/list.ts';
import { createReferences } from '../../src/reading/references.ts';

const references = createReferences();
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
const utf16be = (text: string) => new Uint8Array([0xfe, 0xff, ...Buffer.from(text, 'utf16le').swap16()]);
const utf8 = (text: string) => new TextEncoder().encode(text);
const one = 'GARO-8f3k2j1';
const two = 'GARO-5p1d6w8';

/** What a file holds: its references, its rows, the rows without one, and those that may be rounded. */
const lists: readonly [what: string, file: Uint8Array, found: string][] = [
  ['commas', utf8(`Date,Ref\n2026-01-31,${one}\n2026-01-31,${two}\n`), `${one} ${two}; 2, 0, 0`],
  ['semicolons, and commas in amounts', utf8(`Ref;Amount\n${one};1,50\n${two};2,00`), `${one} ${two}; 2, 0, 0`],
  ['tabs', utf8(`Ref\tAmount\n${one}\t1\n`), `${one}; 1, 0, 0`],
  ['no head', utf8(`1,${one}\n2,${two}`), `${one} ${two}; 2, 0, 0`],
  ['a BOM', utf8(`\ufeff${one}\n`), `${one}; 1, 0, 0`],
  ['UTF-16, little end first', utf16(`Ref\tNäme\r\n${one}\té\r\n`), `${one}; 1, 0, 0`],
  ['UTF-16, big end first', utf16be(`Ref,Name\r\n${one},é\r\n`), `${one}; 1, 0, 0`],
  ['Windows-1252', latin1(`Ref,Näme\r\n${one},é\r\n`), `${one}; 1, 0, 0`],
  ['quotes with commas and lines', utf8(`Note,Ref\n"a, ""b""\nc",${one}\n`), `${one}; 1, 0, 0`],
  ['one twice', utf8(`Ref\n${one}\n${one}\n${two}`), `${one} ${two}; 3, 0, 0`],
  ['rows without one', utf8(`Ref,x\n${one},1\n,2\nnone,3\n`), `${one}; 3, 2, 0`],
  ['the same column twice', utf8(`a,b\n${one},${one}\n${two},${two}\n`), `${one} ${two}; 2, 0, 0`],
  ['other numbers beside it', utf8(`id,Ref\n1234567890123456789,${one}\n`), `${one}; 1, 0, 0`],
  [
    'rounded numbers among them',
    utf8(`Ref,x\n${one},a\n${two},b\n1.23E+17,c\n12345678901234567,d`),
    `${one} ${two}; 4, 0, 2`,
  ],
  [
    'references of another kind',
    utf8('Order,Ref\n1,SHOP-5000001\n2,SHOP-5000002'),
    'SHOP-5000001 SHOP-5000002; 2, 0, 0',
  ],
  ['lines of text', utf8(`${one}\nand ${two} is late\nthat is all`), `${one} ${two}; 3, 1, 0`],
];

it('a list is read from files of all kinds', () => {
  const read = lists.map(([what, file]): [string, string] => {
    const list = readList(file, 'a.csv', references);
    return [what, `${list.references.join(' ')}; ${list.rows.length}, ${list.withoutCount}, ${list.roundedCount}`];
  });
  expect(read).toEqual(lists.map(([what, , found]) => [what, found]));
});

it('a reference stands in the row that it came in', () => {
  const { head, rows } = readList(latin1(`Ref,Näme\n${two},b\n,c\n${one},a\n`), 'a.csv', references);
  expect(head).toEqual(['Ref', 'Näme']);
  expect(rows).toEqual([
    { cells: [two, 'b'], reference: two },
    { cells: ['', 'c'], reference: undefined },
    { cells: [one, 'a'], reference: one },
  ]);
});

it.each<[Uint8Array, string]>([
  [utf8(''), 'is empty.'],
  [utf8(`a,"b\n${one},c`), 'is broken: a quotation mark in it never ends.'],
  [utf8('Name,Amount\nJane,5\n'), 'has no references, as `GARO-8f3k2j1` is one.'],
  [
    utf8(`a,b\n${one},GARO-1a2b3c4\n${two},GARO-2a2b3c4`),
    'has references in several columns (`a`, `b`): send it with one of them.',
  ],
  [
    utf8('id\n1.23457E+17\n'),
    'has numbers that a spreadsheet may have rounded, and no references. Format the column as text, and save it again.',
  ],
  [new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'is an Excel workbook: save it as CSV, and send that.'],
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'is no text: send a CSV, TSV or text file.'],
])('what is no list is refused in words: %#', (file, sentence) => {
  expect(() => readList(file, 'a.csv', references)).toThrow(`\`a.csv\` ${sentence}`);
});
