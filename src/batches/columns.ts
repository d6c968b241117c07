import { plainText } from '../reading/clean.ts';
import type { Reading, References } from '../reading/references.ts';
import { hasReferenceShape, isOwn, ownWithin } from '../reading/shapes.ts';
import { type Label, labelKind } from '../reading/words.ts';
import { columnsMax, inTurns, partsOf, piecesOf, type Sheet, type SheetRow } from './rows.ts';

/** One column of a sheet, with what its cells hold. */
export interface Column {
  at: number;
  label: Label | undefined;
  /** Number of cells with anything in them, the head's too. */
  filledCount: number;
  /** Number of cells with references. */
  foundCount: number;
  /** Number of cells that are one reference and nothing else. */
  loneCount: number;
  /** Number of cells with one of the service's own references among other words. */
  ownCount: number;
  /** By the index of the row; cells that hold only plain words are left out. */
  readings: Map<number, Reading>;
  /** References that are to be asked for, by the index of the row. */
  wanted: Map<number, Set<string>>;
  /** All of them… */
  references: Set<string>;
  /** …and what they begin with. */
  families: Set<string>;
}

export interface Columns {
  columns: Column[];
  /** Index of the row whose cells say what stands below them; `undefined` where no cell says so. */
  headAt: number | undefined;
  /** All words that are not plain, of all columns. */
  words: Set<string>;
}

/** Readings that are remembered: most cells of a status or a currency are the same. */
const knownMax = 1_000;

export async function readColumns(sheet: Sheet, references: References): Promise<Columns> {
  const { rows, rounded, width } = sheet;
  const headAt = headIn(rows);
  const columns = Array.from({ length: Math.min(width, columnsMax) }, (_, at): Column => {
    const label = labelOf(rows[headAt ?? -1]?.cells[at] ?? '');
    const counts = { filledCount: 0, foundCount: 0, loneCount: 0, ownCount: 0 };
    return { at, label, ...counts, readings: new Map(), wanted: new Map(), references: new Set(), families: new Set() };
  });
  const read: Columns = { columns, headAt, words: new Set() };
  const known = new Map<string, Reading>();
  for await (const [index, { cells }] of inTurns(rows.entries())) {
    for (const column of columns.slice(0, cells.length)) {
      const cell = cells[column.at]?.trim() ?? '';
      if (cell === '') continue;
      column.filledCount += 1;
      if (rounded.has(cells[column.at] ?? '')) continue;
      const label = index > (headAt ?? -1) ? column.label : undefined;
      const key = `${label} ${cell}`;
      const reading = known.get(key) ?? (await readCell(cell, label, references));
      if (known.size < knownMax && key.length < knownMax) known.set(key, reading);
      for (const words of Object.values(reading)) for (const word of words) read.words.add(word);
      add(column, index, cell, reading);
    }
  }
  return read;
}

async function readCell(cell: string, label: Label | undefined, references: References): Promise<Reading> {
  const parts: Reading[] = [];
  for await (const part of inTurns(partsOf(cell))) parts.push(references.inCell(plainText(part), label));
  const all = (key: keyof Reading) => [...new Set(parts.flatMap((part) => part[key]))];
  return { references: all('references'), identifiers: all('identifiers'), named: all('named') };
}

/** Numbers of a column whose head says that they are something else are plain. */
function add(column: Column, index: number, cell: string, reading: Reading): void {
  const { references, named } = reading;
  const identifiers = column.label === 'other' ? [] : reading.identifiers;
  if (references.length > 0) column.foundCount += 1;
  if (references.length === 1 && references[0] === cell) column.loneCount += 1;
  if (references.some(isOfOwn)) column.ownCount += 1;
  if (references.length + identifiers.length + named.length > 0)
    column.readings.set(index, { references, identifiers, named });
}

/** `GARO-8f3k2j1`, `GARO-8f3k2j1_failed` */
function isOfOwn(reference: string): boolean {
  return ownWithin(reference).length > 0;
}

/** A longer cell is no head. */
const headMax = 60;

/** What a head says of its column; `flw_ref` and `flwRef` end with what they are. */
export function labelOf(head: string): Label | undefined {
  if (head.length > headMax) return undefined;
  const words = head.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const isReference = /[\s_.-]ref(?:erence)?(?:[\s_.-]?(?:no|id|number))?\W*$/i.test(words);
  return labelKind(head) ?? (isReference ? 'reference' : undefined);
}

/** Heads stand in the first rows, below the titles of a statement. */
const headsMax = 50;

/** The row without numbers that has the most labels, above the first reference. */
function headIn(rows: readonly SheetRow[]): number | undefined {
  const top = rows.slice(0, headsMax);
  const first = top.findIndex(({ cells }) => cells.slice(0, columnsMax).some(hasReferenceShape));
  const labels = top.slice(0, first === -1 ? headsMax : first).map(({ cells }) => {
    const some = cells.slice(0, columnsMax);
    return some.some((cell) => /\d{3}/.test(cell)) ? 0 : some.filter((cell) => labelOf(cell) !== undefined).length;
  });
  const most = Math.max(0, ...labels);
  return most === 0 ? undefined : labels.indexOf(most);
}

/** `FLW-` of `FLW-4123700972`, `SWP` of `SWP96774403` */
const familyOf = (reference: string) => /^(?:R-)?\p{L}+[-_]?/u.exec(reference)?.[0] ?? '';

/** A column of references has one in at least this share of its filled cells, if its head does not say so. */
export const mostly = 0.5;

/** From the best to the last. */
const kinds: readonly ((column: Column) => boolean)[] = [
  ({ ownCount }) => ownCount > 0,
  ({ label, foundCount }) => label === 'reference' && foundCount > 0,
  ({ loneCount, filledCount }) => loneCount > 0 && loneCount >= (filledCount - 1) * mostly,
];

/**
 * Columns with references of the best kind: the service's own, wherever in a cell they stand; else those whose head says
 * that they are references; else those where most cells are one. Where there is none, each column has what it holds.
 */
export async function choicesOf({ rows, width }: Sheet, { columns }: Columns): Promise<Column[]> {
  const best = kinds.map((is) => columns.filter(is)).find((some) => some.length > 0);
  for (const column of best ?? columns) {
    // A narration has other numbers beside the service's own.
    const takesAll = width === 1 || column.label === 'reference' || column.ownCount === 0;
    for await (const [row, { references }] of inTurns(column.readings)) {
      const isAlone = takesAll || isOneThing.test(rows[row]?.cells[column.at]?.trim() ?? '');
      want(column, row, isAlone ? references : references.filter(isOfOwn));
    }
  }
  return withoutRepeats(best ?? []);
}

const isOneThing = /^[\p{L}\d_-]+$/u;

function want({ wanted, references, families }: Column, row: number, some: Iterable<string>): void {
  const inRow = wanted.get(row) ?? new Set();
  for (const each of some) {
    wanted.set(row, inRow.add(each));
    references.add(each);
    families.add(familyOf(each));
  }
}

/** Without columns whose references all stand in another one. */
function withoutRepeats(choices: readonly Column[]): Column[] {
  const first = ({ label }: Column) => (label === 'reference' ? 1 : 0);
  const sorted = [...choices].sort((a, b) => b.references.size - a.references.size || first(b) - first(a));
  const left: Column[] = [];
  for (const choice of sorted) {
    const isRepeat = left.some(({ references }) => [...choice.references].every((each) => references.has(each)));
    if (!isRepeat) left.push(choice);
  }
  return left.sort((a, b) => a.at - b.at);
}

const wordInText = /[\p{L}\d]+(?:[-_]+[\p{L}\d]+)*/gu;
const ownInText = /(?<![\p{L}\d])(?:R-)?\p{L}+-[\p{L}\d]{7}(?![\p{L}\d])/gu;

/** The service's own references in a text, found without the reader that the account checks. */
export function ownIn(text: string): string[] {
  return text.match(ownInText)?.filter(isOwn) ?? [];
}

const familiesOf = (choices: readonly Column[]) => new Set(choices.flatMap(({ families }) => [...families]));

/** Whether the service's own references in the text, and others like those that were found, all stand in the cells. */
export async function addsUp(text: string, { words }: Columns, choices: readonly Column[]): Promise<boolean> {
  const families = familiesOf(choices);
  const isMissing = (word: string) =>
    !words.has(word) && families.has(familyOf(word)) && hasReferenceShape(word) && !isOfOwn(word);
  for await (const { piece } of inTurns(piecesOf(text))) {
    if (piece.match(wordInText)?.some(isMissing) || ownIn(piece).some((own) => !words.has(own))) return false;
  }
  return true;
}

/** Whether a cell of two columns to choose from holds lines that look like rows: an open quotation mark took them in. */
export function isSwallowed({ rows, width, delimiter }: Sheet, choices: readonly Column[]): boolean {
  const isRows = (cell = '') => /[\r\n]/.test(cell) && cell.split(delimiter).length >= width;
  return (
    choices.length > 1 &&
    choices.some(({ at, wanted }) => [...wanted.keys()].some((row) => isRows(rows[row]?.cells[at])))
  );
}

/** In the lines of a broken table, references of another kind than those of its columns are those of other columns. */
export function isLikeChosen({ width }: Sheet, choices: readonly Column[]): (reference: string) => boolean {
  const families = familiesOf(choices);
  return (reference) => width === 1 || families.size === 0 || isOfOwn(reference) || families.has(familyOf(reference));
}
