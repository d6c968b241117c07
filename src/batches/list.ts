import { parse } from 'csv-parse/sync';
import { code } from '../blocks/mrkdwn.ts';
import { UserError } from '../errors.ts';
import type { References } from '../reading/references.ts';
import { couldBeReference } from '../reading/shapes.ts';

/** A list that somebody sent as a file, with the reference that each of its rows is about. */
export interface List {
  /** Absent where the first row is data too. */
  head: readonly string[] | undefined;
  rows: readonly ListRow[];
  /** Each once, in the order of the rows. */
  references: readonly string[];
  /** Rows with neither a reference nor a number that may be rounded. */
  withoutCount: number;
  /** Rows whose number a spreadsheet may have rounded: it is never taken for a reference. */
  roundedCount: number;
}

interface ListRow {
  cells: readonly string[];
  reference: string | undefined;
}

/**
 * Reads CSV, TSV or plain lines, in UTF-8, UTF-16 or Windows-1252.
 * @param name of the file, for sentences
 * @throws UserError that says why no list can be read from it
 */
export function readList(bytes: Uint8Array, name: string, references: References): List {
  const refuse = (why: string) => new UserError(`${code(name, 60)} ${why}`);
  const text = decode(bytes);
  if (text === 'workbook') throw refuse('is an Excel workbook: save it as CSV, and send that.');
  if (text === 'binary') throw refuse('is no text: send a CSV, TSV or text file.');
  const sheet = sheetOf(text);
  if (sheet === undefined) throw refuse('is broken: a quotation mark in it never ends.');
  const { rows, rounded } = sheet;
  if (rows.length === 0) throw refuse('is empty.');
  const exact = (read: (cell: string) => string | undefined) => (cell: string) =>
    rounded.has(cell) ? undefined : read(cell.trim());
  const own = exact((cell) => loneReference(cell, references));
  const some = rows.slice(0, looked);
  // References of another kind have no column to themselves where there are some of the usual shape.
  const referenceIn = candidates(some, own).length > 0 ? own : exact(otherReference);
  const columns = candidates(some, referenceIn);
  const [column, another] = columns;
  if (another !== undefined) {
    const names = columns.map((at) => code(rows[0]?.[at] || `column ${at + 1}`, 40));
    throw refuse(`has references in several columns (${names.join(', ')}): send it with one of them.`);
  }
  const inColumn = column === undefined ? undefined : listOf(sheet, column, referenceIn);
  if (inColumn !== undefined && rows.some(({ length }) => length > 1)) return inColumn;
  const inLines = linesOf(text, references);
  const fuller = inColumn && inColumn.references.length >= inLines.references.length ? inColumn : inLines;
  if (fuller.references.length > 0) return fuller;
  if (rounded.size === 0) throw refuse('has no references, as `GARO-8f3k2j1` is one.');
  const why = 'has numbers that a spreadsheet may have rounded, and no references.';
  throw refuse(`${why} Format the column as text, and save it again.`);
}

/** Rows that tell which column holds references: reading all cells of a long file would keep others waiting. */
const looked = 200;

function listOf({ rows, rounded }: Sheet, column: number, referenceIn: (cell: string) => string | undefined): List {
  const cellOf = (row: readonly string[]) => row[column] ?? '';
  const [first, ...others] = rows;
  const isHead = first !== undefined && others.length > 0 && referenceIn(cellOf(first)) === undefined;
  const body = isHead ? others : rows;
  return list(
    isHead ? first : undefined,
    body.map((cells) => ({ cells, reference: referenceIn(cellOf(cells)) })),
    body.filter((row) => rounded.has(cellOf(row))).length,
  );
}

/** Lines of text that name references among other words; one that names several is a row for each. */
function linesOf(text: string, references: References): List {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const rows = lines.flatMap((line): ListRow[] => {
    const { references: found } = references.inTalk(line);
    return (found.length === 0 ? [undefined] : found).map((reference) => ({ cells: [line], reference }));
  });
  return list(undefined, rows, 0);
}

function list(head: List['head'], rows: readonly ListRow[], roundedCount: number): List {
  const found = rows.flatMap(({ reference }) => reference ?? []);
  const withoutCount = rows.length - found.length - roundedCount;
  return { head, rows, references: [...new Set(found)], withoutCount, roundedCount };
}

/** A column of references has one in at least so many of its filled cells, whatever its head says. */
const mostly = 0.5;

/** The columns that hold references; one that repeats another is none of its own. */
function candidates(rows: readonly string[][], referenceIn: (cell: string) => string | undefined): number[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => at).filter((at) => {
    const cells = rows.flatMap((row) => row[at] ?? []).filter((cell) => cell.trim() !== '');
    const found = cells.flatMap((cell) => referenceIn(cell) ?? []);
    const isNew = !seen.has(found.join());
    seen.add(found.join());
    return isNew && found.length > 0 && found.length >= (cells.length - 1) * mostly;
  });
}

/** A cell that is a reference and nothing else. */
function loneReference(text: string, references: References): string | undefined {
  const { references: found } = references.inTalk(text);
  return found.length === 1 && found[0] === text ? text : undefined;
}

/** A cell that has the shape of a reference of another kind: `SHOP-5000001`. */
function otherReference(text: string): string | undefined {
  return /^\S+$/.test(text) && couldBeReference(text) ? text : undefined;
}

/** `1.23E+17`: no quotes bring its digits back. */
const isScientific = /^\s*\d+(?:[.,]\d+)?E\+?\d+\s*$/i;
/** More digits than a spreadsheet keeps, unless quotes say that it was saved as text. */
const isLong = /^\s*\d{16,}\s*$/;

interface Sheet {
  rows: string[][];
  /** Cells with numbers that a spreadsheet may have rounded. */
  rounded: ReadonlySet<string>;
}

const delimiters = ['\t', ';', ','] as const;

/** The rows that hold anything; `undefined` when the quotes make no sense. */
function sheetOf(text: string): Sheet | undefined {
  const rounded = new Set<string>();
  const cast = (cell: string, { quoting }: { quoting: boolean }) => {
    if (isScientific.test(cell) || (!quoting && isLong.test(cell))) rounded.add(cell);
    return cell;
  };
  const lax = { relax_column_count: true, relax_quotes: true, skip_records_with_empty_values: true };
  try {
    return { rows: parse(text, { ...lax, delimiter: delimiterOf(text), cast }), rounded };
  } catch {
    return undefined;
  }
}

/** The one that parts most of the first lines, outside quotes; plain lines have none. */
function delimiterOf(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n?|\n/, 20)
    .filter((line) => line.trim() !== '');
  const parted = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length;
  const [best = ','] = [...delimiters].sort((a, b) => parted(b) - parted(a));
  return best;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of a ZIP file, as `.xlsx` is one, and of Excel's older form. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

function decode(bytes: Uint8Array): string {
  const begins = (marks: readonly number[]) => marks.every((mark, at) => bytes[at] === mark);
  if (workbooks.some(begins)) return 'workbook';
  if (begins([0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (begins([0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.some(isOfNoText)) return 'binary';
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // as older versions of Windows save a text
  }
}

/** Control characters but blanks and Escape. */
function isOfNoText(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x1b);
}
