import { createHash } from 'node:crypto';
import { inTurns } from '../async.ts';
import { code } from '../blocks/mrkdwn.ts';
import { OnlyIdsError, UserError } from '../errors.ts';
import { explainMasks } from '../reading/personal.ts';
import type { Reading, References } from '../reading/references.ts';
import { findSessions } from '../reading/shapes.ts';
import type { Files } from '../slack/files.ts';
import { formatCount, joinNonEmpty } from '../text.ts';
import { type Column, Columns, referenceShareMin } from './columns.ts';
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

interface LeftOut {
  word: string;
  /** Number of the row or line, counted from 1 as in spreadsheets and editors. */
  row: number;
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
  const columns = table ?? (await Columns.read(readLines(text), references, isLike));
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
  const columns = await Columns.read(await readSheet(text), references);
  const isWhole = await columns.isWhole(linesIn(text));

  return {
    table: isWhole ? columns : undefined,
    isLike: columns.likeChosen(),
    bounds: boundsOf(columns.sheet, isWhole),
  };
}

const formatNumber = (count: number) => count.toLocaleString('en');

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

/** The most words to hold that are not asked for: a large file may have one in each row. */
const leftOutMax = 1_000;

/** The most columns to choose from, one button each. */
const choicesMax = 4;

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

/** The columns of a sheet by what is done with them. */
interface Selection {
  /** One button each; empty if the file is one list. */
  offered: readonly Column[];
  /** The one of `offered` that the person chose, or the best. */
  chosen: Column | undefined;
  /** Their references are looked up. */
  asked: readonly Column[];
  /** Columns whose words are named, as they are neither looked up nor offered. */
  others: readonly Column[];
  /** Whether a word is a reference that is looked up or offered. */
  isAsked: (word: string) => boolean;
  /** Index of the row that heads `asked`, or −1. */
  headAt: number;
}

function selectColumns(columns: Columns, chosenAt: number | undefined): Selection {
  const { choices, all } = columns;
  const areOneList = isOneList(columns);
  const lookedUpOrOffered = areOneList ? choices : choices.slice(0, choicesMax);
  const offered = areOneList ? [] : lookedUpOrOffered;
  const chosen = offered.find(({ at }) => at === chosenAt) ?? offered[0];
  const wholeList = choices.length > 0 ? choices : all;
  const asked = chosen ? [chosen] : wholeList;

  return {
    offered,
    chosen,
    asked,
    others: choices.length === 0 ? [] : all.filter((each) => !lookedUpOrOffered.includes(each)),
    isAsked: (word) => lookedUpOrOffered.some(({ references }) => references.has(word)),
    headAt: columns.headAbove(asked),
  };
}

/**
 * Whether several columns of the service's own references are one list and not a choice: there are
 * more than four, none has a head, or each row has one in one of them alone, as in two tables side
 * by side.
 */
function isOneList(columns: Columns): boolean {
  const { choices } = columns;
  if (choices.length <= 1 || choices[0]?.ownCount === 0) return false;
  if (choices.length > choicesMax) return true;

  const hasHead = choices.some((choice) => columns.headAbove([choice]) !== -1);
  const filled = choices.flatMap(({ wanted }) => [...wanted.keys()]);
  return !hasHead || filled.length === new Set(filled).size;
}

/** What the rows below the head hold, totals not counted. */
interface Tally extends Pick<ParsedList, 'leftOut' | 'leftOutCount'> {
  rowCount: number;
  /** The whole file, with the references of all columns in `asked`. */
  whole: Choice;
}

/** Matches a cell of the row that sums up a table. */
const isTotal = /^\W*(?:grand |sub-?)?totals?\W*$/i;

async function tallyRows(columns: Columns, selection: Selection): Promise<Tally> {
  const { asked, chosen, others, isAsked, headAt } = selection;
  const { sheet } = columns;
  const references = new Set<string>();
  const identifiers = new Set<string>();
  let referenceCount = 0;
  let emptyCount = 0;
  let rowCount = 0;

  const leftOut: LeftOut[] = [];
  let leftOutCount = 0;
  /** Words of `others` by themselves, so that each is listed once. */
  const leftInOthers = new Map<string, LeftOut>();

  for await (const { index, cells, number: row } of inTurns(sheet.rows)) {
    if (index <= headAt) continue;

    for (const { readings } of columns.all)
      for (const identifier of readings.get(index)?.identifiers ?? []) identifiers.add(identifier);

    const wanted = new Set(asked.flatMap((column) => column.wanted.get(index) ?? []));
    for (const reference of wanted) references.add(reference);
    referenceCount += wanted.size;

    if (wanted.size === 0 && cells.some((cell) => isTotal.test(cell))) continue;

    rowCount += 1;
    if (wanted.size === 0) emptyCount += 1;
    const leftInRow = new Set(asked.flatMap(({ readings }) => leftOf(readings.get(index), wanted)));
    const hasNothing = wanted.size + leftInRow.size === 0;
    const unread = hasNothing ? unreadCell(cells, chosen, sheet) : undefined;
    if (unread !== undefined) leftInRow.add(unread);

    leftOutCount += leftInRow.size;
    if (leftOut.length < leftOutMax) for (const word of leftInRow) leftOut.push({ word, row });

    for (const word of others.flatMap(({ readings }) => leftOf(readings.get(index))))
      if (!isAsked(word)) leftInOthers.set(word, { word, row });
  }

  const all = [...leftOut, ...leftInOthers.values()];
  const identifiersFirst = new Set([...all.filter(({ word }) => identifiers.has(word)), ...all]);

  return {
    rowCount,
    whole: {
      ...wholeFile,
      references: [...references],
      withoutCount: emptyCount,
      repeatCount: referenceCount - references.size,
      roundedCount: 0,
    },
    leftOut: [...identifiersFirst].slice(0, leftOutMax),
    leftOutCount: leftOutCount + leftInOthers.size,
  };
}

/**
 * Returns the chosen column's cell of a row in which nothing was read, if it should have been a
 * reference: its column is one of references, or the cell beside it says so.
 */
function unreadCell(
  cells: Cells,
  chosen: Column | undefined,
  { rounded }: Sheet,
): string | undefined {
  if (chosen === undefined) return undefined;

  const cell = cells[chosen.at] ?? '';
  if (rounded.has(cell) || !/[\p{L}\d]/u.test(cell)) return undefined;

  const isAllReferences = chosen.loneCount >= chosen.wanted.size * referenceShareMin;
  return isAllReferences || chosen.labelOf(cells) === 'reference' ? cell.trim() : undefined;
}

/** Returns the words of a cell or line that are neither plain nor in `wanted`. */
function leftOf(reading: Reading | undefined, wanted?: ReadonlySet<string>): string[] {
  const words = reading ? [...reading.references, ...reading.identifiers, ...reading.named] : [];
  return words.filter((word) => !wanted?.has(word));
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

/** Identifies a file's content, to notice an edit between its offer and its result. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
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
    if (file.digest !== undefined && file.digest !== digestOf(bytes))
      return { unread: `the file was changed after I read it: ${withoutColumns}` };
    return { parsed: await readList(bytes, file.name, services.references, file.column) };
  } catch {
    return { unread: `the file could not be read again: ${withoutColumns}` };
  }
}
