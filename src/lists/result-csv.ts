import { inTurns } from '../async.ts';
import type { NamedFile } from '../blocks/blocks.ts';
import { maskPersonal } from '../reading/personal.ts';
import { describeRequery, formatAge, formatCsv, formatTimes } from '../tables/csv.ts';
import { requeryText } from '../transfers/contradictions.ts';
import { type Row, rowText } from '../transfers/row.ts';
import type { List } from './list.ts';
import { type ParsedList, type ParsedRow, readListAgain } from './read-list.ts';
import { columnsMax } from './read-rows.ts';

/**
 * The most cells in a file, in which each row is padded to the longest row; if more, rows are cut
 * to `columnsMax`.
 */
const filledMax = 1_000_000;

/**
 * Reads a list's file again and creates its result. The rows that were read are not held when the
 * result is sent: of a large file they take as much memory as the result and its copies.
 */
export async function createResultFile(
  list: List,
  rows: readonly Row[],
  resources: Parameters<typeof readListAgain>[1],
): Promise<{ file: NamedFile; unread: string | undefined }> {
  const { parsed, unread } = await readListAgain(list, resources);
  return { file: await createResultCsv(list, rows, parsed), unread };
}

/**
 * Creates a CSV file of all rows, in the order of the list. Columns with the answers follow the
 * list's own columns. In a list of requeries, the column `status` has the record's earlier status,
 * and `requery` what the requery answered, or how it failed.
 * @param parsed the list's file, read again; `undefined` if the references came as text or the
 *   file cannot be read
 */
export async function createResultCsv(
  list: List,
  rows: readonly Row[],
  parsed: ParsedList | undefined,
): Promise<NamedFile> {
  const source: ListedRows = parsed ?? {
    above: [],
    head: ['reference'],
    rows: list.references.map((reference) => ({ cells: [reference], reference })),
  };
  const { head, cellsOf } = await ownColumns(source);

  const heads = new Set(head.map((each) => each.trim().toLowerCase()));
  /** Names an added column so that no column of the list has the same name. */
  const headOf = (column: string): string =>
    heads.has(column.toLowerCase()) ? headOf(`found ${column}`) : column;

  const hasRequeries = list.isRequery || rows.some((row) => requeryText(row) !== '');
  const added = ['status'];
  if (hasRequeries) added.push('requery', 'disagrees');
  added.push('amount', 'currency', 'bank', 'bankCode', 'id', 'createdAt', 'completedAt', 'note');

  // An answer stands beside each row of the file in which its reference was typed.
  const rowByTyped = new Map(
    rows.flatMap((row) => (row.typed ?? []).map((typed): [string, Row] => [typed, row])),
  );

  /** Generates the lines one by one, as a file may have 90,000 lines. */
  function* lines() {
    yield* source.above;
    yield [...head, ...added.map(headOf)];

    for (const listed of source.rows) {
      const cells = addedCells(listed, rowByTyped.get(listed.reference ?? ''), list);
      yield [...cellsOf(listed), ...added.map((column) => cells[column])];
    }
  }

  const name = list.file
    ? `${list.file.name.replace(/\.\w+$/, '')}-answers.csv`
    : `${list.count}-references.csv`;
  return { name, content: await formatCsv(lines()) };
}

/** What the columns with the answers are added to. */
type ListedRows = Pick<ParsedList, 'above' | 'head' | 'rows'>;

/**
 * Returns the list's own columns: their heads, and the cells of a row, padded to the same length.
 * In a text, the reference stands beside its line, which may hold keys.
 */
async function ownColumns(source: ListedRows) {
  const isText = source.head?.join() === 'line';
  const width = await widthOf(source, isText ? 1 : 0);
  const padded = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, at) => cells[at] ?? '');

  const head = isText
    ? ['reference', 'line']
    : (source.head ?? Array.from({ length: width }, (_, at) => `column ${at + 1}`));

  return {
    head: padded(head),
    cellsOf: ({ cells, reference = '' }: ParsedRow) =>
      padded(isText ? [reference, ...cells.map(maskPersonal)] : cells),
  };
}

/**
 * Number of cells that each row is padded to.
 * @param extraCount number of cells to add to the longest row
 */
async function widthOf({ head = [], rows }: ListedRows, extraCount: number): Promise<number> {
  let longest = head.length;
  let rowCount = 0;

  for await (const { cells } of inTurns(rows)) {
    longest = Math.max(longest, cells.length);
    rowCount += 1;
  }

  longest += extraCount;
  return longest * rowCount > filledMax ? Math.min(longest, columnsMax) : longest;
}

/** Creates the cells of the added columns, by column name. */
function addedCells(
  { reference, isRounded }: Partial<ParsedRow>,
  row: Row | undefined,
  { utcOffsetSeconds }: List,
): Record<string, string | undefined> {
  if (row === undefined) {
    if (isRounded) return { note: 'left out: may be rounded' };
    return { note: reference === undefined ? 'no reference in this row' : 'not looked up' };
  }

  const { transaction = {}, failure } = row;
  const words = rowText(row);

  return {
    status: failure === undefined ? words : undefined,
    ...describeRequery(row),
    amount: transaction.amount,
    currency: transaction.currency,
    bank: transaction.destinationBankName,
    bankCode: transaction.destinationBankCode,
    id: transaction.id,
    ...formatTimes(row, utcOffsetSeconds),
    note: failure === undefined ? formatAge(row) : words,
  };
}
