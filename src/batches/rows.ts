import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { hasReferenceShape } from '../reading/shapes.ts';

/** Awaited between two steps of long work, so that the event loop never waits long. */
export type Rest = () => Promise<void>;

/** Longest stretch of work before `Rest` lets the event loop run; one step may come on top. */
const stretchMs = 5;

export function createRest(): Rest {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < stretchMs) return;
    await nextTurn();
    sinceMs = performance.now();
  };
}

/** The rows of a file that hold anything. */
export interface Sheet {
  rows: SheetRow[];
  /** Cells with numbers that a spreadsheet may have rounded. */
  rounded: ReadonlySet<string>;
  /** Columns of its longest row. */
  width: number;
  delimiter: string;
  /** Why the rows end before the text does: a quotation mark never ends, or there are too many cells. */
  endedBy: 'quotes' | 'bound' | undefined;
}

export interface SheetRow {
  cells: string[];
  /** As spreadsheets count rows, from 1. */
  number: number;
}

/** `1.23E+17`: no quotes bring its digits back. */
const isScientific = /^\s*\d+(?:[.,]\d+)?E\+?\d+\s*$/i;
/** More digits than a spreadsheet stores, unless quotes mark the cell as text. */
const isLong = /^\s*\d{16,}\s*$/;

/** Bounds of a table, so that a file of 1 MB takes seconds at most and little memory. */
export const columnsMax = 100;
export const cellsMax = 200_000;

/** Any line end ends a row: files that were put together have several kinds. */
const lenient = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] };
/** Bytes parsed at once; a row takes some five microseconds, even an empty one. */
const sliceMax = 1024;

export async function sheetOf(text: string, rest: Rest): Promise<Sheet> {
  const [line = '', named] = /^"?sep=(.)"?[,;\t]*(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = named ?? (await delimiterOf(body, rest));
  const rounded = new Set<string>();
  const sheet: Sheet = { rows: [], rounded, width: 0, delimiter, endedBy: undefined };
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
    await pipeline(Readable.from(slicesOf(Buffer.from(body), rest), { highWaterMark: 1 }), parse(options).resume());
    return sheet;
  } catch {
    return { ...sheet, endedBy: cellCount > cellsMax ? 'bound' : 'quotes' };
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

async function* slicesOf(bytes: Buffer, rest: Rest) {
  for (let at = 0; at < bytes.length; at += sliceMax) {
    yield bytes.subarray(at, at + sliceMax);
    await rest();
  }
}

const delimiters = ['\t', ';', ',', '|'] as const;
const sampleMax = 16 * 1024;
const sampleRowsMax = 100;

/**
 * The delimiter that gives the most rows of one length. Of two that do, the one that leaves references alone in their
 * cells, then the one with more columns: a comma file may have `;` in every narration.
 */
async function delimiterOf(text: string, rest: Rest): Promise<string> {
  let best = { delimiter: '\t', score: [0, 0, 0] };
  for (const delimiter of delimiters) {
    const score = scoreOf(sampleRows(text.slice(0, sampleMax), delimiter));
    const differs = score.findIndex((each, at) => each !== best.score[at]);
    if (differs !== -1 && (score[differs] ?? 0) > (best.score[differs] ?? 0)) best = { delimiter, score };
    await rest();
  }
  return best.delimiter;
}

function scoreOf(rows: readonly string[][]): number[] {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[usual, count] = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (usual < 2) return [0, 0, 0];
  return [count, rows.flat().filter((cell) => hasReferenceShape(cell)).length, usual];
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

/** The lines of a text with their numbers; a longer line in pieces that end between two words. */
export function* piecesOf(text: string): Generator<{ piece: string; number: number; isWhole: boolean }> {
  let number = 0;
  for (const { 0: line } of text.matchAll(/[^\r\n]+|\r\n?|\n/g)) {
    if (/^[\r\n]/.test(line)) {
      number += 1;
      continue;
    }
    for (const piece of partsOf(line)) yield { piece, number: number + 1, isWhole: piece.length === line.length };
  }
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
