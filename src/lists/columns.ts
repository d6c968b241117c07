import { inTurns } from '../async.ts';
import { cleanText } from '../reading/clean.ts';
import type { Reading, References } from '../reading/references.ts';
import { findOwnReferences, hasReferenceShape, isOwnReference } from '../reading/shapes.ts';
import { type Label, labelKind } from '../reading/words.ts';
import { columnsMax, rowsAbove, type Sheet, type SheetRow, splitIntoPieces } from './read-rows.ts';

/**
 * Matches what is no reference among the service's own: the number that a spreadsheet gives to a
 * day, and a transaction id.
 */
const otherNumber = /^(?:[345]\d{4}|\d{17,18})$/;

/** One column of a sheet, and the references and other words that were found in its cells. */
class Column {
  readonly at: number;
  readonly label: Label | undefined;
  filledCount = 0;
  /** Number of cells with a number that a spreadsheet may have rounded. */
  roundedCount = 0;
  foundCount = 0;
  /** Number of cells that contain one reference and nothing else. */
  loneCount = 0;
  /** Number of cells that contain one of the service's own references. */
  ownCount = 0;
  /** What was found in each cell, by row index; cells with only plain words have no entry. */
  readonly readings = new Map<number, Reading>();
  /** References to look up, by row index. */
  readonly wanted = new Map<number, readonly string[]>();
  readonly references = new Set<string>();
  /** Indexes of rows that have more than one word in this column, and a reference among them. */
  readonly #freeTextRows = new Set<number>();

  constructor(at: number, head: string) {
    this.at = at;
    this.label = labelKind(head);
  }

  /** What a cell holds, by the head of its column or, of a row of two cells, by the first. */
  labelOf(cells: readonly string[]): Label | undefined {
    const rowLabel = cells.length === 2 ? cells[this.at - 1] : undefined;
    return this.label ?? labelKind(rowLabel ?? '');
  }

  /**
   * Adds what was found in a cell. Drops identifiers if the column's head says that it holds other
   * things.
   */
  add(index: number, cell: string, found: Reading): void {
    // Equal cells share one Reading, as a large file has a cell in each of its rows.
    const reading = this.label === 'other' ? { ...found, identifiers: [] } : found;
    const { references, identifiers, named } = reading;
    if (references.length > 0) this.foundCount += 1;
    if (references[0] === cell) this.loneCount += 1;
    else if (references.length > 0 && !/^[\p{L}\d_-]+$/u.test(cell)) this.#freeTextRows.add(index);
    if (references.some(holdsOwnReference)) this.ownCount += 1;
    if (references.length + identifiers.length + named.length > 0)
      this.readings.set(index, reading);
  }

  /**
   * Collects the references to look up. In a sheet of several columns, if this one has some of the
   * service's own references, and its head does not say reference, only the service's own are taken
   * from cells with free text.
   */
  async choose({ width }: Sheet, isLike: IsLike): Promise<void> {
    const takesAll = width === 1 || this.label === 'reference' || this.ownCount === 0;
    for await (const [row, { references }] of inTurns(this.readings)) {
      const wanted = references
        .filter(takesAll || !this.#freeTextRows.has(row) ? isLike : holdsOwnReference)
        .filter((reference) => this.ownCount === 0 || !otherNumber.test(reference));
      if (wanted.length > 0) this.wanted.set(row, wanted);
      for (const reference of wanted) this.references.add(reference);
    }
  }
}

export type { Column };

/** Decides by a reference's prefix whether to look it up. */
type IsLike = (reference: string) => boolean;

/**
 * Whether a reference is or contains one of the service's own: `GARO-8f3k2j1`,
 * `GARO-8f3k2j1_failed`.
 */
function holdsOwnReference(reference: string): boolean {
  return findOwnReferences(reference).length > 0;
}

/** The most characters in a column's head; longer text is not taken for one. */
const headMax = 60;

/**
 * Number of rows in which to look for the head, which may be below the titles of an account
 * statement.
 */
const headsMax = 50;

/**
 * Of the rows above the first reference, returns the row with the most known heads and no numbers.
 */
function labelledRow(sheet: Sheet): SheetRow | undefined {
  if (sheet.delimiter === undefined) return undefined;

  const rows = rowsAbove(sheet, headsMax);
  const top = rows.map(({ cells }) => cells.slice(0, columnsMax));
  const firstReferenceAt = top.findIndex((cells) => cells.some(hasReferenceShape));
  const above = firstReferenceAt === -1 ? top : top.slice(0, firstReferenceAt);
  const headCounts = above.map((cells) => {
    const hasNumbers = cells.some((cell) => /\d{3}/.test(cell));
    return hasNumbers ? 0 : cells.filter((cell) => labelKind(cell) !== undefined).length;
  });
  const mostHeads = Math.max(0, ...headCounts);

  return mostHeads === 0 ? undefined : rows[headCounts.indexOf(mostHeads)];
}

/** Returns a reference's prefix: `FLW-` for `FLW-4123700972`, `SWP` for `SWP96774403`. */
const familyOf = (reference: string) => /^(?:R-)?\p{L}+[-_]?/u.exec(reference)?.[0] ?? '';

/**
 * A column of references has at least this share of lone references in its cells, unless its head
 * says what it is.
 */
export const referenceShareMin = 0.5;

/**
 * Tests for a column of references, best first: by the service's own ones, by its head, by its lone
 * references.
 */
const columnKinds: readonly ((column: Column) => boolean)[] = [
  ({ ownCount }) => ownCount > 0,
  ({ label, foundCount }) => label === 'reference' && foundCount > 0,
  ({ loneCount, filledCount }) =>
    loneCount > 0 && loneCount >= (filledCount - 1) * referenceShareMin,
];

/**
 * The most cells to cache, and the most characters in each. Cells are cached as many repeat a
 * status or currency.
 */
const cachedCellsMax = 1_000;

const wordInText = /[\p{L}\d]+(?:[-_]+[\p{L}\d]+)*/gu;
const ownInText = /(?<![\p{L}\d])(?:R-)?\p{L}+-[\p{L}\d]{7}(?![\p{L}\d])/gu;

/**
 * Finds the service's own references by pattern alone, to notice any that were not found by
 * `References`.
 */
function ownReferencesIn(text: string): string[] {
  return text.match(ownInText)?.filter(isOwnReference) ?? [];
}

/** The columns of a sheet, and those of them that contain the references. */
export type Columns = Awaited<ReturnType<typeof readColumns>>;

/**
 * Reads the columns of a sheet and picks the columns that contain the references.
 * @param isLike only for the lines of a broken table: accepts references like those found in the
 * table's columns
 */
export async function readColumns(
  sheet: Sheet,
  references: References,
  isLike: IsLike = () => true,
) {
  const { width, rounded } = sheet;
  const heads = labelledRow(sheet);
  const labelledAt = heads?.index;
  const length = Math.min(width, columnsMax);
  const all = Array.from({ length }, (_, at) => new Column(at, heads?.cells[at] ?? ''));
  /** All words found in the sheet's cells, except plain ones. */
  const found = new Set<string>();

  async function readCells(): Promise<void> {
    const cache = new Map<string, Reading>();
    for await (const { index, cells } of inTurns(sheet.rows))
      for (const column of all.slice(0, cells.length)) {
        const cell = cells[column.at]?.trim() ?? '';
        if (cell === '') continue;

        column.filledCount += 1;
        if (rounded.has(cells[column.at] ?? '')) {
          column.roundedCount += 1;
          continue;
        }

        const isAboveHead = labelledAt !== undefined && index <= labelledAt;
        const label = isAboveHead ? undefined : column.labelOf(cells);
        const key = `${label} ${cell}`;
        const reading = cache.get(key) ?? (await readCell(cell, label, references));

        if (cache.size < cachedCellsMax && key.length < cachedCellsMax) cache.set(key, reading);
        for (const words of Object.values(reading)) for (const word of words) found.add(word);
        column.add(index, cell, reading);
      }
  }

  await readCells();

  const best = columnKinds
    .map((isOfKind) => all.filter(isOfKind))
    .find((ofKind) => ofKind.length > 0);
  // Where no column is one of references, those of all columns are one list.
  for (const column of best ?? all) await column.choose(sheet, isLike);

  const choices = withoutRepeats(best ?? []);
  /** Prefixes of the references in `choices`, such as `FLW-`. */
  const families = new Set(choices.flatMap((choice) => Array.from(choice.references, familyOf)));

  return {
    sheet,
    all,
    /**
     * Columns of the best kind that the sheet has (see `columnKinds`), without those that repeat
     * others; empty if none.
     */
    choices,
    /**
     * Index of the head: the row with known heads; else, for one column, the last words above its
     * references; or −1.
     */
    headAbove(asked: readonly Column[]): number {
      const firstReferenceAt = asked
        .flatMap(({ wanted }) => [...wanted.keys()])
        .reduce((a, b) => Math.min(a, b), Infinity);
      if (labelledAt !== undefined && labelledAt < firstReferenceAt) return labelledAt;

      const [column, ...others] = asked;
      const isOneOfSeveral = width > 1 && column !== undefined && others.length === 0;
      if (!isOneOfSeveral || !Number.isFinite(firstReferenceAt)) return -1;

      return rowsAbove(sheet, firstReferenceAt).findLastIndex(({ cells, index }) => {
        const cell = cells[column.at] ?? '';
        // "Ama: these are stuck" is what somebody wrote, and heads no column.
        const isChat = cell.length > headMax || /:.*\p{L}/u.test(cell);
        return /\p{L}/u.test(cell) && !isChat && !rounded.has(cell) && !column.readings.has(index);
      });
    },
    /**
     * Whether the whole table was parsed: no quotation mark swallowed rows, there were not too many
     * cells, and every reference in `lines` that is the service's own, or has the prefix of one in
     * `choices`, was also found in a cell.
     */
    async isWhole(lines: Iterable<SheetRow>): Promise<boolean> {
      const { rows, delimiter = '', endedBy } = sheet;
      if (endedBy !== undefined) return false;

      const swallowedRows = (cell = '') =>
        /[\r\n]/.test(cell) && cell.split(delimiter).length >= width;
      // A cell that swallowed rows holds the references of all the columns to choose from.
      if (choices.length > 1)
        for (const { index, cells } of rows)
          if (choices.some(({ at, wanted }) => wanted.has(index) && swallowedRows(cells[at])))
            return false;

      // The service's own references are found by their pattern, below.
      const isMissing = (word: string) =>
        !found.has(word) &&
        families.has(familyOf(word)) &&
        hasReferenceShape(word) &&
        !holdsOwnReference(word);

      for await (const { cells } of inTurns(lines)) {
        const [line = ''] = cells;
        if (
          line.match(wordInText)?.some(isMissing) ||
          ownReferencesIn(line).some((reference) => !found.has(reference))
        )
          return false;
      }

      return true;
    },
    /**
     * Accepts references like those in `choices`: in the lines of a broken table, any others are
     * from other columns.
     */
    isLikeChosen: isLikeThese(families, width),
  };
}

/** Made apart from the columns, which need not stay in memory for it. */
function isLikeThese(families: ReadonlySet<string>, width: number): IsLike {
  const takesAll = width === 1 || families.size === 0;
  return (reference) =>
    takesAll || holdsOwnReference(reference) || families.has(familyOf(reference));
}

async function readCell(
  cell: string,
  label: Label | undefined,
  references: References,
): Promise<Reading> {
  const parts: Reading[] = [];
  for await (const part of inTurns(splitIntoPieces(cell))) {
    const reading = references.inCell(cleanText(part), label);
    const readWords = new Set(Object.values(reading).flat());

    parts.push(reading, {
      references: ownReferencesIn(part).filter((word) => !readWords.has(word)),
      identifiers: [],
      named: [],
    });
  }

  const wordsOf = (kind: keyof Reading) => [...new Set(parts.flatMap((part) => part[kind]))];
  return {
    references: wordsOf('references'),
    identifiers: wordsOf('identifiers'),
    named: wordsOf('named'),
  };
}

/** Drops columns whose references are all in another column. */
function withoutRepeats(choices: readonly Column[]): Column[] {
  const headRank = ({ label }: Column) => (label === 'reference' ? 1 : 0);
  const largestFirst = choices.toSorted(
    (a, b) => b.references.size - a.references.size || headRank(b) - headRank(a),
  );
  const distinct = largestFirst.filter((choice, place) => {
    const larger = largestFirst.slice(0, place);
    return !larger.some(({ references }) =>
      [...choice.references].every((each) => references.has(each)),
    );
  });

  return distinct.sort((a, b) => a.at - b.at);
}
