import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { inTurns } from '../async.ts';
import { unfoldMail } from '../reading/clean.ts';
import { hasReferenceShape } from '../reading/shapes.ts';
import { countEach, JsonText } from '../text.ts';

/**
 * First bytes of workbooks, in hexadecimal: of ZIP files (`.xlsx` and `.numbers`), then of `.xls`.
 */
const workbooks = ['504b0304', 'd0cf11e0'];

/** The character that begins a colour code in a log line. */
const escapeCharacter = '\x1b';
/** Matches control characters that occur in text only as padding at the end. */
const strayControl = /[^\P{Cc}\t-\r]/gu;
/**
 * The largest share of control characters in a text in Unicode or Windows-1252; in compressed data
 * it is an eighth.
 */
const unicodeMax = 0.3;
const narrowMax = 0.08;

/**
 * Decodes a file in UTF-8, UTF-16 or Windows-1252, with control characters replaced by blanks.
 * @param refuse creates the error to throw, from the reason why the file cannot be read
 */
export function decode(bytes: Uint8Array, refuse: (why: string) => Error): string {
  if (workbooks.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')))
    throw refuse('is an Excel workbook: save it as CSV, and send that.');

  const unicode = wideEncodingOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  // Older versions of Windows save text as Windows-1252.
  const decoded = new TextDecoder(unicode ?? 'windows-1252')
    .decode(bytes)
    .replaceAll(escapeCharacter, ' ');
  const text = decoded.replace(strayControl, ' ').trimEnd();
  const strays = decoded.slice(0, text.length).match(strayControl)?.length ?? 0;
  const shareMax = unicode ? unicodeMax : narrowMax;
  const straysMax = Math.max(2, text.length * shareMax); // a short text may have two
  if (text.startsWith('%PDF-') || strays > straysMax)
    throw refuse('is no text: send a CSV, TSV or text file.');
  if (text.trim() === '') throw refuse('is empty.');

  return unfoldMail(text);
}

/** Number of bytes from which the encoding is guessed. */
const guessedMax = 4_096;

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte of Latin text. */
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

/** The non-empty rows of a table, or the non-empty lines of a text, each as a row with one cell. */
export interface Sheet {
  /** Lines are split from the text on each iteration: 1 MB may have 500,000 of them. */
  rows: Iterable<SheetRow>;
  /** Contents of the cells with a number that a spreadsheet may have rounded. */
  rounded: ReadonlySet<string>;
  /** Number of columns in the longest row. */
  width: number;
  /** Absent if the rows are lines of text. */
  delimiter?: string;
  /** Why the rows end before the text does: an unclosed quotation mark, or too many cells. */
  endedBy: 'quotes' | 'bound' | undefined;
}

export interface SheetRow {
  /** Counted from 0, without empty rows. */
  index: number;
  cells: string[];
  /** Number of the row or line, counted from 1 as in spreadsheets. */
  number: number;
}

/** Returns the rows above the one with the given index. */
export function rowsAbove({ rows }: Sheet, index: number): SheetRow[] {
  const above: SheetRow[] = [];
  for (const row of rows) {
    if (row.index >= index) break;
    above.push(row);
  }

  return above;
}

/**
 * Matches a number such as `1.23E+17`, which has lost digits even if quotes mark the cell as text.
 */
const isScientific = /^\W*\d[\d.,]*E\+?\d+\W*$/i;
/** Matches a number that ends in zeros from the 16th digit on, where a spreadsheet keeps none. */
const isZeroed = /^\s*\d{15}0+\s*$/;

/**
 * Limits on how much of a table is read, so that a file of 1 MB takes seconds at most, and little
 * memory.
 */
export const columnsMax = 100;
export const cellsMax = 200_000;

/**
 * Number of bytes parsed in one step. Each row, even an empty one, takes some five microseconds.
 */
const sliceMax = 1024;

/** Reads a text as a table, but JSON as lines. */
export async function readSheet(text: string): Promise<Sheet> {
  if (/^\s*(?:\[\s*)?\{\s*"/.test(text)) return readJson(text);

  const [line = '', named] = /^"?sep=(.)"?[,;\t]*(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  return parseTable(body, named ?? (await delimiterOf(body)));
}

/** Parses a text, which may be cut off anywhere: the rows that end before the cut are complete. */
async function parseTable(text: string, delimiter: string): Promise<Sheet> {
  const rounded = new Set<string>();
  const rows: SheetRow[] = [];
  const sheet: Sheet = { rows, rounded, width: 0, delimiter, endedBy: undefined };
  let number = 0;
  let cellCount = 0;
  const parser = parse({
    relax_column_count: true,
    relax_quotes: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'], // concatenated files have several kinds
    cast: (cell, { quoting }) => {
      if (isScientific.test(cell) || (!quoting && isZeroed.test(cell))) rounded.add(cell);
      return cell;
    },
    on_record: (cells: string[]) => {
      number += 1;

      const filled = cells.slice(0, columnsMax).filter((cell) => cell.trim() !== '');
      if (filled.length > 0 || cells.some((cell) => cell.trim() !== ''))
        // A copy has no spare capacity.
        rows.push({ index: rows.length, cells: cells.slice(), number });
      sheet.width = Math.max(sheet.width, cells.length);
      cellCount += filled.length;

      if (cellCount > cellsMax) throw new Error('too many cells');

      // Keeps the row out of the parser's output: a stream of 500,000 objects takes seconds.
      return null;
    },
  });

  try {
    await pipeline(
      Readable.from(inTurns(slicesOf(Buffer.from(text))), { highWaterMark: 1 }),
      parser.resume(),
    );

    return sheet;
  } catch {
    // These options leave the parser one error of its own: a quotation mark that never ends.
    return { ...sheet, endedBy: cellCount > cellsMax ? 'bound' : 'quotes' };
  }
}

function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += sliceMax) yield bytes.subarray(at, at + sliceMax);
}

const delimiters = ['\t', ';', ',', '|'];
/** Stands in no text that was decoded: a text in which few lines have cells is one column. */
const noDelimiter = '\0';
/** Number of characters from which the delimiter is guessed. */
const sampleMax = 16 * 1024;

/**
 * Picks the delimiter that gives the most rows of equal length. Of several, picks the one that
 * gives the most cells with a lone reference, then the most columns: a comma-separated file may
 * have `;` in every narration.
 */
async function delimiterOf(text: string): Promise<string> {
  const sample = text.slice(0, sampleMax);
  const tables = await Promise.all(delimiters.map((delimiter) => parseTable(sample, delimiter)));
  const scored = tables.map(({ rows, delimiter }) => ({ delimiter, score: scoreOf(rows) }));
  scored.sort(({ score: a }, { score: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  const [best] = scored;
  return best?.score[0] ? (best.delimiter ?? noDelimiter) : noDelimiter;
}

function scoreOf(rows: Sheet['rows']): [number, number, number] {
  const cells = Array.from(rows, (row) => row.cells);
  // Longest first, so that of equally frequent lengths the longest wins.
  const lengths = cells.map(({ length }) => length).sort((a, b) => b - a);
  const [[usual, count] = [0, 0]] = countEach(lengths);
  if (usual < 2) return [0, 0, 0];
  return [count, cells.flat().filter(hasReferenceShape).length, usual];
}

/**
 * Reads JSON with a row for each object, by the number of its first line. JSON that is cut off, or
 * has an object a line already, keeps its lines.
 */
function readJson(text: string): Sheet {
  if (!JsonText.safeParse(text).success) return readLines(text);

  const objects = text.split(/(?=\{)(?<=\}\s*,\s*)/);
  function* rows() {
    let [number, index] = [1, 0];
    for (const object of objects) {
      for (const piece of splitIntoPieces(object.replace(/\s*\n\s*/g, ' ').trim()))
        yield { cells: [piece], number, index: index++ };
      number += object.split('\n').length - 1;
    }
  }

  return { ...readLines(''), rows: { [Symbol.iterator]: rows } };
}

export function readLines(text: string): Sheet {
  const rows = { [Symbol.iterator]: () => linesIn(text) };
  return { rows, rounded: new Set(), width: 1, endedBy: undefined };
}

/** Splits a text into its filled lines, and overlong lines into pieces that end between words. */
export function* linesIn(text: string): Generator<SheetRow> {
  let index = 0;
  let number = 1;
  for (const [line] of text.matchAll(/[^\r\n]+|\r\n?|\n/g)) {
    if (/^[\r\n]/.test(line)) number += 1;
    else
      for (const piece of splitIntoPieces(line))
        if (piece.trim() !== '') {
          yield { index, cells: [piece], number };
          index += 1;
        }
  }
}

/** Number of characters searched for references in one step, which takes about ten milliseconds. */
const pieceMax = 8_000;
const wordMax = 200;

export function splitIntoPieces(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const longest = text.slice(start, start + pieceMax);
    const isLast = start + longest.length >= text.length;
    const word = isLast ? undefined : /[\p{L}\p{N}_-]+$/u.exec(longest.slice(-wordMax))?.[0];
    const part =
      word === undefined || word.length >= wordMax ? longest : longest.slice(0, -word.length);

    parts.push(part);
    start += part.length;
  }

  return parts;
}
