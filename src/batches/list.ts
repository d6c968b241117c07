import { code } from '../blocks/mrkdwn.ts';
import { UserError } from '../errors.ts';
import { plainText } from '../reading/clean.ts';
import type { Reading, References } from '../reading/references.ts';
import { numberShape } from '../reading/shapes.ts';
import { addsUp, isLikeChosen, isSwallowed, ownIn } from './account.ts';
import { type Choice, type Columns, choicesOf, mostly, readColumns, together } from './columns.ts';
import { cellsMax, columnsMax, createRest, decode, piecesOf, type Rest, type Sheet, sheetOf } from './rows.ts';

/** A list that somebody sent as a file, with the reference that each of its rows is about. */
export interface List {
  /** Titles above the head. */
  above: readonly Cells[];
  /** Absent where the first row is data too. */
  head: Cells | undefined;
  rows: readonly ListRow[];
  /** Each once, in the order of the rows. */
  references: readonly string[];
  /** The column of the references; more where there are several to choose from; none where they stand anywhere. */
  columns: readonly ListColumn[];
  /** Columns with many other references or words that are not plain; none of them is asked for. */
  otherColumns: readonly OtherColumn[];
  /** Other words that are neither asked for nor plain. */
  named: readonly Named[];
  /** Rows with neither a reference nor a number that may be rounded. */
  withoutCount: number;
  /** Rows whose number a spreadsheet may have rounded: it is never taken for a reference. */
  roundedCount: number;
  /** A sentence about what was not read. */
  bounds: string | undefined;
}

type Cells = readonly string[];

export interface ListColumn {
  at: number;
  name: string;
  references: readonly string[];
}

export interface OtherColumn {
  at: number;
  name: string;
  count: number;
}

export interface Named {
  word: string;
  /** As spreadsheets and editors count, from 1. */
  row: number;
}

interface ListRow {
  cells: Cells;
  reference: string | undefined;
  /** Whether its number is left out because a spreadsheet may have rounded it. */
  isRounded?: boolean;
}

/**
 * Reads CSV, TSV or plain lines, and lets the event loop run meanwhile. A reference that stands in the text and in no
 * row means that the rows are broken: then the lines are read.
 * @param name of the file, for sentences
 * @param column that was chosen of several
 * @throws UserError that says why no list can be read from it
 */
export async function readList(
  bytes: Uint8Array,
  name: string,
  references: References,
  column?: number,
): Promise<List> {
  const refuse = (why: string) => new UserError(`${code(name, 60)} ${why}`);
  const rest = createRest();
  const decoded = decode(bytes);
  if (decoded === 'workbook') throw refuse('is an Excel workbook: save it as CSV, and send that.');
  if (decoded === 'binary') throw refuse('is no text: send a CSV, TSV or text file.');
  const { text } = decoded;
  if (!/\S/.test(text)) throw refuse('is empty.');
  await rest();
  const sheet = await sheetOf(text, rest);
  const read = await readColumns(sheet, references, rest);
  const choices = await choicesOf(sheet, read, rest);
  const isWhole =
    sheet.endedBy === undefined && !isSwallowed(sheet, choices) && (await addsUp(text, read, choices, rest));
  const list = isWhole
    ? await inRows(sheet, read, { choices, column, rest })
    : await inLines(text, references, { isWanted: isLikeChosen(sheet, choices), endedBy: sheet.endedBy, rest });
  if (list.references.length > 0) return list;
  const ids = list.named.filter(({ word }) => /^\d+$/.test(word) && numberShape(word) === undefined).length;
  if (sheet.rounded.size === 0 && ids > 0)
    throw refuse(`has no references. Are its ${ids} numbers transaction identifiers? Paste them behind tsq.`);
  const words = list.named.filter(({ word }) => /\p{L}/u.test(word)).map(({ word }) => code(word, 40));
  const one = words.length > 3 ? `one of its ${words.length} other words` : words.join(' or ');
  if (sheet.rounded.size === 0 && words.length > 0)
    throw refuse(`has nothing that is surely a reference. To ask for ${one}, type it behind txn.`);
  if (sheet.rounded.size === 0)
    throw new UserError(`I found no references in ${code(name, 60)} (such as ${code('GARO-8f3k2j1')}).`);
  const why = 'has numbers that a spreadsheet may have rounded, and no references.';
  throw refuse(`${why} Format the column as text, and save it again.`);
}

const number = (count: number) => count.toLocaleString('en');

/** Buttons under an offer. */
const choicesMax = 4;

const none: ReadonlySet<string> = new Set();

async function inRows(
  sheet: Sheet,
  read: Columns,
  { choices, column, rest }: { choices: readonly Choice[]; column: number | undefined; rest: Rest },
): Promise<List> {
  const { rows, rounded, width } = sheet;
  const isOwnKind = choices.some((choice) => choice.column.ownCount > 0);
  const hasHead = choices.some((choice) => headAbove(sheet, read, choice) !== -1);
  // Several on each line are one list, not columns to choose from.
  const isGrid = isOwnKind && choices.length > 1 && (choices.length > choicesMax || !hasHead);
  const offered = isGrid ? [] : choices.slice(0, choicesMax);
  const chosen =
    offered.find((each) => each.column.at === column) ?? offered[0] ?? (await together(choices, read.columns, rest));
  const headAt = headAbove(sheet, read, chosen);
  const nameOf = (at: number) => rows[headAt]?.cells[at]?.trim() || `column ${at + 1}`;
  const columnOf = (at: number, references: string[]): ListColumn => ({ at, name: nameOf(at), references });
  const isProse = width === 1 && headAt === -1;
  const { add, named, list } = createList();
  const { at, readings, loneCount } = chosen.column;
  const isAllReferences = loneCount >= chosen.wanted.size * mostly;
  for (const [index, { cells, number }] of rows.entries()) {
    if (index <= headAt) continue;
    const wanted = chosen.wanted.get(index) ?? none;
    const cell = cells[at] ?? '';
    const left = leftOf(readings.get(index), wanted);
    const isUnread = isAllReferences && wanted.size + left.length === 0 && /[\p{L}\d]/u.test(cell);
    const isRounded = rounded.has(cell);
    add({ cells, number, isRounded }, wanted, isUnread && !isRounded ? [cell] : left);
    await rest();
  }
  const otherColumns: OtherColumn[] = [];
  for (const [other, words] of await unasked(sheet, read, { asked: isGrid ? choices : offered, headAt, rest })) {
    if (words.length <= strayMax) named.push(...words);
    else otherColumns.push({ at: other, name: nameOf(other), count: words.length });
  }
  return {
    ...list(),
    above: rows.slice(0, Math.max(0, headAt)).map(({ cells }) => cells),
    head: rows[headAt]?.cells,
    columns: isProse ? [] : offered.map(({ column, references }) => columnOf(column.at, [...references])),
    otherColumns,
    bounds: width > columnsMax ? `Only the first ${columnsMax} of ${number(width)} columns were read.` : undefined,
  };
}

/** So many words of a column are named each; of more, the column. */
const strayMax = 3;

/** Index of the row right above the first reference, but for rows in between that have none; −1 without one. */
function headAbove({ rows, rounded, width }: Sheet, { headAt }: Columns, { column, wanted }: Choice): number {
  const first = [...wanted.keys()].reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (headAt !== undefined && headAt < first) return headAt;
  if (width === 1 || first === Number.POSITIVE_INFINITY) return -1;
  return rows.slice(0, first).findLastIndex(({ cells }, index) => {
    const cell = cells[column.at] ?? '';
    return /\p{L}/u.test(cell) && !rounded.has(cell) && !column.readings.has(index);
  });
}

/** Words below the head of each column that is not offered, but for references that are asked for anyhow. */
async function unasked(
  { rows }: Sheet,
  { columns }: Columns,
  { asked, headAt, rest }: { asked: readonly Choice[]; headAt: number; rest: Rest },
): Promise<[number, Named[]][]> {
  const others = asked.length === 0 ? [] : columns.filter((each) => asked.every(({ column }) => column !== each));
  const found: [number, Named[]][] = [];
  for (const { at, readings } of others) {
    const left = new Map<string, Named>();
    for (const [index, reading] of readings) {
      const words = index > headAt ? leftOf(reading, none) : [];
      const isAsked = (word: string) => asked.some((choice) => choice.references.has(word));
      for (const word of words) if (!isAsked(word)) left.set(word, { word, row: rows[index]?.number ?? 0 });
      await rest();
    }
    found.push([at, [...left.values()]]);
  }
  return found;
}

/** What of a cell or a line is not asked for. */
function leftOf(reading: Reading | undefined, wanted: ReadonlySet<string>): string[] {
  if (reading === undefined) return [];
  return [...reading.references.filter((each) => !wanted.has(each)), ...reading.identifiers, ...reading.named];
}

/** Longer lines come back as their references alone: a file of one line would come back once for each. */
const lineMax = 1_000;

/** Lines of text that name references among other words; one that names several is a row for each. */
async function inLines(
  text: string,
  references: References,
  { isWanted, endedBy, rest }: { isWanted: (word: string) => boolean; endedBy: Sheet['endedBy']; rest: Rest },
): Promise<List> {
  const { add, list } = createList();
  for (const { piece, number, isWhole } of piecesOf(text)) {
    const reading = references.inCell(plainText(piece), undefined);
    const read = new Set(Object.values(reading).flat());
    const unread = ownIn(piece).filter((own) => !read.has(own));
    const wanted = new Set([...reading.references.filter(isWanted), ...unread]);
    const cells = isWhole && piece.length <= lineMax ? [piece] : undefined;
    if (piece.trim() !== '') add({ cells, number, isRounded: false }, wanted, leftOf(reading, wanted));
    await rest();
  }
  const bounds = endedBy === 'bound' ? `More than ${number(cellsMax)} cells: the lines were read instead.` : undefined;
  return { ...list(), above: [], head: undefined, columns: [], otherColumns: [], bounds };
}

interface RowToAdd {
  /** Absent where they are too long to come back. */
  cells: Cells | undefined;
  number: number;
  isRounded: boolean;
}

function createList() {
  const rows: ListRow[] = [];
  const named: Named[] = [];
  const references = new Set<string>();
  let [withoutCount, roundedCount] = [0, 0];
  return {
    named,
    add({ cells, number, isRounded }: RowToAdd, wanted: ReadonlySet<string>, left: readonly string[]): void {
      for (const word of left) named.push({ word, row: number });
      for (const reference of wanted) references.add(reference);
      const isLong = wanted.size > 1 && (cells?.join().length ?? 0) > lineMax * 10;
      for (const reference of wanted) rows.push({ cells: isLong || !cells ? [reference] : cells, reference });
      if (wanted.size > 0) return;
      rows.push({ cells: cells ?? [], reference: undefined, isRounded });
      if (isRounded) roundedCount += 1;
      else withoutCount += 1;
    },
    list: () => ({ rows, named, references: [...references], withoutCount, roundedCount }),
  };
}
