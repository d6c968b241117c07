import { inTurns } from '../async.ts';
import { code } from '../blocks/mrkdwn.ts';
import { OnlyIdsError, UserError } from '../errors.ts';
import { explainMasks } from '../reading/personal.ts';
import type { References } from '../reading/references.ts';
import { findSessions } from '../reading/shapes.ts';
import type { Files } from '../slack/files.ts';
import { digest, formatCount, formatNumber, joinNonEmpty } from '../text.ts';
import { type Column, type Columns, readColumns } from './columns.ts';
import { createLeftOut, type LeftOut } from './left-out.ts';
import type { List } from './list.ts';
import {
  cellsMax,
  columnsMax,
  decode,
  linesIn,
  readLines,
  readSheet,
  rowsAbove,
  type Sheet,
} from './read-rows.ts';
import { rowsBelowHead, type Selection, selectColumns } from './select-columns.ts';

/** What was read in a file sent as a list, including the reference that each row is about. */
export interface ParsedList {
  /** The rows above the head, such as titles. */
  above: readonly Cells[];
  /** Absent if no row of a table was recognised as the head; `line` of a text. */
  head: Cells | undefined;
  /** Read from the file's cells on each iteration, as most rows of a large file have nothing. */
  rows: Iterable<ParsedRow>;
  /**
   * What the person can choose to look up: up to four columns of references or, as the only choice,
   * the whole file.
   */
  choices: readonly Choice[];
  /** The one of `choices` whose references are in `rows`. */
  chosen: Choice;
  /**
   * Words that may be references but are not looked up: transaction identifiers before all, then the
   * chosen column's, then those of columns not in `choices`. At most `leftOutMax`; `leftOutCount` is
   * the number of all.
   */
  leftOut: readonly LeftOut[];
  leftOutCount: number;
  /** A sentence that says which part of the file was not read; absent if the whole file was. */
  bounds: string | undefined;
}

type Cells = readonly string[];

/** A column by its index and head, or the whole file if `at` is undefined. */
export interface Titled {
  at: number | undefined;
  name: string;
}

export interface Choice extends Titled {
  /** In the order of the rows, without duplicates. */
  references: readonly string[];
  /**
   * Number of rows without a reference, not including totals and those that `roundedCount` counts.
   */
  withoutCount: number;
  /** Number of references that an earlier row has too. */
  repeatCount: number;
  roundedCount: number;
}

export interface ParsedRow {
  cells: Cells;
  reference: string | undefined;
  /**
   * Whether a spreadsheet may have rounded the row's number, so that the number was not read as a
   * reference.
   */
  isRounded?: boolean;
}

/**
 * Parses CSV, TSV or plain lines without blocking the event loop. If the table ends early, or the
 * text contains a reference that was read in no cell of it, the table is broken, and the text is
 * read line by line instead.
 * @param name the file's name, for error messages
 * @param column index of the chosen column, if there are several to choose from
 * @throws UserError that says why the file cannot be read as a list
 */
export async function readList(
  bytes: Uint8Array,
  name: string,
  references: References,
  column?: number,
): Promise<ParsedList> {
  const refuse = (why: string) => new UserError(`${code(name, 60)} ${why}`);
  const text = decode(bytes, refuse);
  const { table, isLike, bounds } = await readTable(text, references);
  const columns = table ?? (await readColumns(readLines(text), references, isLike));
  const parsed = await listIn(columns, column);

  if (parsed.chosen.references.length > 0) return { ...parsed, bounds };

  const { sessions, identifiers, broken } = await othersIn(columns);
  const { message } = refuse(whyNone(parsed.leftOut, identifiers.length, broken));
  throw sessions.length + identifiers.length === 0
    ? new UserError(message)
    : new OnlyIdsError(message, sessions, identifiers);
}

/**
 * Finds what a file without references holds: session ids, the identifiers in columns whose head
 * names them, and the numbers that a spreadsheet has shortened.
 */
async function othersIn({ sheet: { rows, rounded }, all }: Columns) {
  const sessions = new Set<string>();
  const broken: string[] = [];

  for await (const { cells, number: row } of inTurns(rows)) {
    for (const session of findSessions(cells.join(' '))) sessions.add(session);
    for (const cell of cells)
      if (rounded.has(cell)) broken.push(`${code(cell.trim(), 40)} (row ${row})`);
  }

  const readings = all
    .filter(({ label }) => label === 'identifier')
    .flatMap((column) => [...column.readings.values()]);
  const identifiers = new Set(readings.flatMap((reading) => reading.identifiers));
  return { sessions: [...sessions], identifiers: [...identifiers], broken };
}

/** Reads a text as a table. Drops a broken one, so that memory never holds it beside the lines. */
async function readTable(text: string, references: References) {
  const columns = await readColumns(await readSheet(text), references);
  const isWhole = await columns.isWhole(linesIn(text));

  return {
    table: isWhole ? columns : undefined,
    isLike: columns.isLikeChosen,
    bounds: boundsOf(columns.sheet, isWhole),
  };
}

function boundsOf({ width, endedBy }: Sheet, isWhole: boolean): string | undefined {
  if (endedBy === 'bound')
    return `More than ${formatNumber(cellsMax)} cells: the lines were read instead.`;
  if (!isWhole || width <= columnsMax) return undefined;
  return `Only the first ${columnsMax} of ${formatNumber(width)} columns were read.`;
}

/** The most broken numbers of a file without references to name. */
const shownMax = 5;

function whyNone(leftOut: readonly LeftOut[], idCount: number, broken: readonly string[]): string {
  const lines = [
    idCount > 0
      ? `has no references, but ${formatCount(idCount, 'transaction id')}.`
      : 'has no references: it needs a column of them, such as `GARO-8f3k2j1`.',
    broken.length > 0 &&
      `A spreadsheet has dropped digits of ${broken.slice(0, shownMax).join(', ')}: take them from where they came from.`,
    ...explainMasks(leftOut.map(({ word }) => word)),
  ];
  return joinNonEmpty(lines, ' ');
}

/** Names the whole file as the one choice. */
const wholeFile: Titled = { at: undefined, name: 'the lines' };

const titleOf = ({ at }: Column, head: Cells | undefined): Titled => ({
  at,
  name: head?.[at]?.trim() || `column ${at + 1}`,
});

async function listIn(
  columns: Columns,
  chosenAt: number | undefined,
): Promise<Omit<ParsedList, 'bounds'>> {
  const { sheet } = columns;
  const selection = selectColumns(columns, chosenAt);
  const { offered, chosen, headAt } = selection;
  const { rowCount, whole, ...leftOutWords } = await tallyRows(columns, selection);

  const above = rowsAbove(sheet, headAt + 1).map(({ cells }) => cells);
  const head = above.pop();
  const isProse = sheet.width === 1 && headAt === -1;

  const choiceOf = (column: Column): Choice => ({
    ...(isProse ? wholeFile : titleOf(column, head)),
    references: [...column.references],
    withoutCount: rowCount - column.wanted.size - column.roundedCount,
    repeatCount: [...column.wanted.values()].flat().length - column.references.size,
    roundedCount: column.roundedCount,
  });

  return {
    ...leftOutWords,
    above,
    head: head ?? (isProse ? ['line'] : undefined),
    rows: listedRows(sheet, selection),
    choices: chosen ? offered.map(choiceOf) : [whole],
    chosen: chosen ? choiceOf(chosen) : whole,
  };
}

/** What the rows below the head hold, totals not counted. */
interface Tally extends Pick<ParsedList, 'leftOut' | 'leftOutCount'> {
  rowCount: number;
  /** The whole file, with the references of all columns in `asked`. */
  whole: Choice;
}

async function tallyRows(columns: Columns, selection: Selection): Promise<Tally> {
  const leftOut = createLeftOut(columns, selection);
  const references = new Set<string>();
  let referenceCount = 0;
  let rowCount = 0;
  let emptyCount = 0;

  for await (const row of rowsBelowHead(columns, selection)) {
    rowCount += 1;
    if (row.wanted.size === 0) emptyCount += 1;

    referenceCount += row.wanted.size;
    for (const reference of row.wanted) references.add(reference);
    leftOut.addRow(row);
  }

  return {
    rowCount,
    whole: {
      ...wholeFile,
      references: [...references],
      withoutCount: emptyCount,
      repeatCount: referenceCount - references.size,
      roundedCount: 0,
    },
    ...leftOut.list(),
  };
}

/**
 * The most characters in all copies of a row; else, a file of one line would be copied for each of
 * its references.
 */
const copiesMax = 10_000;

/**
 * Returns the rows below the head with the references of the columns `asked`. Holds the cells and
 * the references alone, and not what else was read.
 */
function listedRows(
  { rows, rounded }: Sheet,
  { asked, chosen, headAt }: Selection,
): Iterable<ParsedRow> {
  const chosenAt = chosen?.at;
  const wantedIn = asked.map(({ wanted }) => wanted);
  return {
    *[Symbol.iterator]() {
      for (const { index, cells } of rows) {
        if (index <= headAt) continue;

        const wanted = wantedIn.flatMap((each) => each.get(index) ?? []);
        if (wanted.length > 0) yield* copiesFor(cells, new Set(wanted));
        else {
          const chosenCell = chosenAt === undefined ? '' : (cells[chosenAt] ?? '');
          yield { cells, reference: undefined, isRounded: rounded.has(chosenCell) };
        }
      }
    },
  };
}

/** Creates a row for each reference: copies of all cells or, if too long, the reference alone. */
function copiesFor(cells: Cells, wanted: ReadonlySet<string>): ParsedRow[] {
  const isLong = wanted.size > 1 && wanted.size * cells.join().length > copiesMax;
  return Array.from(wanted, (reference) => ({ cells: isLong ? [reference] : cells, reference }));
}

/** A list's file, read again, or why its rows cannot be used. */
interface ReadAgain {
  parsed?: ParsedList;
  /** Says why the CSV lacks the columns of the person's file. */
  unread?: string;
}

const withoutColumns = 'the CSV has its references alone';

/**
 * Reads a list's file from Slack again. Rows of a file that was edited since are not used: they
 * were not looked up. Empty if the list has no file.
 */
export async function readListAgain(
  { file }: Pick<List, 'file'>,
  { files, services }: { files: Files; services: { references: References } },
): Promise<ReadAgain> {
  if (file === undefined) return {};

  try {
    const { bytes } = await files.read(file);
    if (file.digest !== undefined && file.digest !== digest(bytes))
      return { unread: `the file was changed after I read it: ${withoutColumns}` };
    return { parsed: await readList(bytes, file.name, services.references, file.column) };
  } catch {
    return { unread: `the file could not be read again: ${withoutColumns}` };
  }
}
