import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { hasReferenceShape } from '../reading/shapes.ts';
import { countEach } from '../text.ts';

/** First bytes, in hexadecimal, of files that hold no text, whatever the rest looks like. */
const signatures = {
  workbook: ['504b0304', 'd0cf11e0'], // `.xlsx` and `.numbers` are ZIP files; `.xls`
  binary: ['89504e47', 'ffd8ff', '47494638', '25504446', '1f8b', '52617221', '377abcaf'], // images, PDF, archives
};

/** Colours the lines of logs. */
const escapeCharacter = '\x1b';
/** Characters that no text has, but for padding at its end. */
const strayControl = /[^\P{Cc}\t-\r]/gu;
/** A text may have these shares of strays; of compressed data, which is no UTF-8, they are an eighth. */
const straysMax = { unicode: 0.3, 'windows-1252': 0.08 };

/** The text of a file in UTF-8, UTF-16 or Windows-1252; blanks stand for its control characters. */
export function decode(bytes: Uint8Array): { text: string } | 'workbook' | 'binary' {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (signatures.workbook.includes(begin)) return 'workbook';
  if (signatures.binary.some((signature) => begin.startsWith(signature))) return 'binary';
  const unicode = wideEncodingOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  const decoder = new TextDecoder(unicode ?? 'windows-1252'); // older versions of Windows save texts in it
  const decoded = decoder.decode(bytes).replaceAll(escapeCharacter, ' ');
  const text = decoded.replace(strayControl, ' ').trimEnd();
  const strays = decoded.slice(0, text.length).match(strayControl)?.length ?? 0;
  const share = straysMax[unicode === undefined ? 'windows-1252' : 'unicode'];
  return strays > 2 && strays > text.length * share ? 'binary' : { text };
}

/** Bytes of which the encoding is guessed. */
const guessedMax = 4_096;

/** UTF-16 has a mark, or zeros at every other byte of a Latin text. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, guessedMax);
  const [even = 0, odd = 0] = [0, 1].map(
    (side) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length / sample.length,
  );
  if (odd > 0.2 && even < 0.025) return 'utf-16le';
  return even > 0.2 && odd < 0.025 ? 'utf-16be' : undefined;
}

/** Longest stretch of work before the event loop may run; one step may come on top. */
const stretchMs = 5;
let ranMs = 0;

/** Goes through long work, and lets the event loop run between two steps. */
export async function* inTurns<T>(steps: Iterable<T>): AsyncGenerator<T> {
  for (const step of steps) {
    yield step;
    if (performance.now() - ranMs < stretchMs) continue;
    await nextTurn();
    ranMs = performance.now();
  }
}

/** The rows of a file that hold anything: of a table or, with one cell each, its lines. */
export interface Sheet {
  isTable: boolean;
  rows: SheetRow[];
  /** Cells with numbers that a spreadsheet may have rounded. */
  rounded: ReadonlySet<string>;
  /** Columns of its longest row. */
  width: number;
  delimiter: string;
  /** Why the rows end before the text does: a quotation mark never ends, or there are too many cells. */
  endedBy: 'quotes' | 'bound' | undefined;
}

interface SheetRow {
  cells: string[];
  /** As spreadsheets count rows, from 1. */
  number: number;
}

/** `1.23E+17`: no quotes bring its digits back. */
const isScientific = /^\W*\d[\d.,]*E\+?\d+\W*$/i;
/** More digits than a spreadsheet stores, unless quotes mark the cell as text. */
const isLong = /^\s*\d{16,}\s*$/;

/** Bounds of a table, so that a file of 1 MB takes seconds at most and little memory. */
export const columnsMax = 100;
export const cellsMax = 200_000;

/** Any line end ends a row: files that were put together have several kinds. */
const lenient = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] };
/** Bytes parsed at once; a row takes some five microseconds, even an empty one. */
const sliceMax = 1024;

export async function sheetOf(text: string): Promise<Sheet> {
  const [line = '', named] = /^"?sep=(.)"?[,;\t]*(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = named ?? (await delimiterOf(body));
  const rounded = new Set<string>();
  const sheet: Sheet = { isTable: true, rows: [], rounded, width: 0, delimiter, endedBy: undefined };
  let [number, cellCount] = [0, 0];
  const options: Options = {
    ...lenient,
    delimiter,
    cast: (cell, { quoting }) => {
      if (isScientific.test(cell) || (!quoting && isLong.test(cell))) rounded.add(cell);
      return cell;
    },
    on_record: (cells: string[]) => {
      number += 1;
      if (!isBlank(cells)) sheet.rows.push({ cells: cells.slice(), number }); // without the room that it grew
      sheet.width = Math.max(sheet.width, cells.length);
      for (const cell of cells.slice(0, columnsMax)) if (cell.trim() !== '') cellCount += 1;
      if (cellCount > cellsMax) throw new Error('too many cells');
      return null; // a stream of 500,000 objects takes seconds
    },
  };
  try {
    await pipeline(Readable.from(inTurns(slicesOf(Buffer.from(body))), { highWaterMark: 1 }), parse(options).resume());
    return sheet;
  } catch {
    return { ...sheet, endedBy: cellCount > cellsMax ? 'bound' : 'quotes' };
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += sliceMax) yield bytes.subarray(at, at + sliceMax);
}

const delimiters = ['\t', ';', ',', '|'] as const;
const sampleMax = 16 * 1024;
const sampleRowsMax = 100;

/**
 * The delimiter that gives the most rows of one length. Of two that do, the one that leaves references alone in their
 * cells, then the one with more columns: a comma file may have `;` in every narration.
 */
async function delimiterOf(text: string): Promise<string> {
  const scored: { delimiter: string; score: [number, number, number] }[] = [];
  for await (const delimiter of inTurns(delimiters))
    scored.push({ delimiter, score: scoreOf(sampleRows(text.slice(0, sampleMax), delimiter)) });
  scored.sort(({ score: a }, { score: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  return scored[0]?.delimiter ?? ',';
}

function scoreOf(rows: readonly string[][]): [number, number, number] {
  const lengths = rows.map(({ length }) => length).sort((a, b) => b - a); // of two that are as frequent, the longer
  const [[usual, count] = [0, 0]] = countEach(lengths);
  return usual < 2 ? [0, 0, 0] : [count, rows.flat().filter(hasReferenceShape).length, usual];
}

/** Rows of a text that may be cut anywhere: those before the cut are whole. */
function sampleRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const on_record = (cells: string[]) => {
    if (!isBlank(cells)) rows.push(cells);
    return null;
  };
  try {
    parseSync(text, { ...lenient, delimiter, to: sampleRowsMax, on_record });
  } catch {} // the sample ends within quotes
  return rows;
}

/** The lines of a text; a longer line in pieces that end between two words. */
export async function linesOf(text: string): Promise<Sheet> {
  const rows: SheetRow[] = [];
  let number = 1;
  for await (const [line] of inTurns(text.matchAll(/[^\r\n]+|\r\n?|\n/g)))
    if (/^[\r\n]/.test(line)) number += 1;
    else for (const piece of partsOf(line)) if (piece.trim() !== '') rows.push({ cells: [piece], number });
  return { isTable: false, rows, rounded: new Set(), width: 1, delimiter: '\n', endedBy: undefined };
}

/** Characters of a text that are read at once; the reader of references takes some ten milliseconds for them. */
const pieceMax = 8_000;
const wordMax = 200;

export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const longest = text.slice(start, start + pieceMax);
    const isLast = start + longest.length >= text.length;
    const word = isLast ? undefined : /[\p{L}\p{N}_-]+$/u.exec(longest.slice(-wordMax))?.[0];
    const part = word === undefined || word.length >= wordMax ? longest : longest.slice(0, -word.length);
    parts.push(part);
    start += part.length;
  }
  return parts;
}
