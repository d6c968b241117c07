import { code } from '../blocks/mrkdwn.ts';
import { UserError } from '../errors.ts';
import type { Reading, References } from '../reading/references.ts';
import { numberShape } from '../reading/shapes.ts';
import type { Files } from '../slack/message.ts';
import { type Column, Columns, mostly } from './columns.ts';
import { cellsMax, columnsMax, decode, inTurns, linesOf, type Sheet, sheetOf } from './read-rows.ts';

/** A list that somebody sent as a file, with the reference that each of its rows is about. */
export interface ParsedList {
  /** Titles above the head. */
  above: readonly Cells[];
  /** Absent where the first row is data too. */
  head: Cells | undefined;
  rows: readonly ParsedRow[];
  /** What can be looked up, four at most: each column of references, or what stands anywhere. */
  choices: readonly Choice[];
  /** The choice that `rows` are about. */
  chosen: Choice;
  /** Words that are neither asked for nor plain: of the chosen column first, then of the others. */
  named: readonly Named[];
  /** A sentence about what was not read. */
  bounds: string | undefined;
}

type Cells = readonly string[];

/** A column by its place and its head; without a place, the whole file. */
export interface Titled {
  at: number | undefined;
  name: string;
}

export interface Choice extends Titled {
  /** Each once, in the order of the rows. */
  references: readonly string[];
  /** Rows without a reference, but for those whose number may be rounded. */
  withoutCount: number;
  roundedCount: number;
}

interface Named {
  word: string;
  /** As spreadsheets and editors count, from 1. */
  row: number;
}

export interface ParsedRow {
  cells: Cells;
  reference: string | undefined;
  /** Whether a spreadsheet may have rounded its number: that is never taken for a reference. */
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
): Promise<ParsedList> {
  const refuse = (why: string) => new UserError(`${code(name, 60)} ${why}`);
  const text = decode(bytes, refuse);
  const [sheet, lines] = [await sheetOf(text), await linesOf(text)];
  const table = await Columns.read(sheet, references);
  const isWhole = await table.isWhole(lines);
  const columns = isWhole ? table : await Columns.read(lines, references, table.isLikeChosen);
  const parsed = await listIn(columns, column);
  if (parsed.chosen.references.length === 0) throw refuse(whyNone(parsed, sheet.rounded.size > 0));
  return { ...parsed, bounds: boundsOf(sheet, isWhole) };
}

function boundsOf({ width, endedBy }: Sheet, isWhole: boolean): string | undefined {
  if (endedBy === 'bound') return `More than ${number(cellsMax)} cells: the lines were read instead.`;
  if (!isWhole || width <= columnsMax) return undefined;
  return `Only the first ${columnsMax} of ${number(width)} columns were read.`;
}

function whyNone({ named }: Pick<ParsedList, 'named'>, hasRounded: boolean): string {
  const rounded = 'has numbers that a spreadsheet may have rounded, and no references.';
  if (hasRounded) return `${rounded} Format the column as text, and save it again.`;
  const mayBeMeant = named.filter(({ word }) => [undefined, 'identifier'].includes(numberShape(word)));
  const first = mayBeMeant.slice(0, 2).map(({ word }) => code(word, 40));
  const behind = ` To look up ${first.join(' or ')}, type it behind txn, or an identifier behind tsq.`;
  return `has no references (such as \`GARO-8f3k2j1\`).${first.length === 0 ? '' : behind}`;
}

const number = (count: number) => count.toLocaleString('en');

/** Buttons under an offer. */
const choicesMax = 4;

async function listIn(columns: Columns, chosenAt: number | undefined): Promise<Omit<ParsedList, 'bounds'>> {
  const { sheet, choices } = columns;
  const { rows, rounded, width } = sheet;
  const hasHead = choices.some((choice) => columns.headAbove([choice]) !== -1);
  // Several of the service's own on each line are one list, not columns to choose from.
  const isGrid =
    choices.length > 1 && choices.some(({ ownCount }) => ownCount > 0) && (choices.length > choicesMax || !hasHead);
  const shown = isGrid ? choices : choices.slice(0, choicesMax);
  const offered = isGrid ? [] : shown;
  const chosen = offered.find(({ at }) => at === chosenAt) ?? offered[0];
  // References that are in no one column: those of all choices or, where there are none, of all columns.
  const asked = chosen ? [chosen] : choices.length > 0 ? choices : columns.all;
  const headAt = columns.headAbove(asked);
  const titleOf = ({ at }: Column) => ({ at, name: rows[headAt]?.cells[at]?.trim() || `column ${at + 1}` });
  const isAllReferences = chosen !== undefined && chosen.loneCount >= chosen.wanted.size * mostly;
  const others = choices.length === 0 ? [] : columns.all.filter((each) => !shown.includes(each));
  const isAsked = (word: string) => shown.some(({ references }) => references.has(word));
  const [listed, named]: [ParsedRow[], Named[]] = [[], []];
  /** Words of columns that are not offered, each once. */
  const unasked = new Map<string, Named>();
  for await (const [index, { cells, number }] of inTurns(rows.entries())) {
    if (index <= headAt) continue;
    const wanted = new Set(asked.flatMap((each) => [...(each.wanted.get(index) ?? [])]));
    const left = new Set(asked.flatMap(({ readings }) => leftOf(readings.get(index), wanted)));
    const cell = cells[chosen?.at ?? -1] ?? '';
    const isRounded = rounded.has(cell);
    if (isAllReferences && !isRounded && wanted.size + left.size === 0 && /[\p{L}\d]/u.test(cell)) left.add(cell);
    for (const row of rowsFor(cells, wanted, isRounded)) listed.push(row);
    for (const word of left) named.push({ word, row: number });
    for (const word of others.flatMap(({ readings }) => leftOf(readings.get(index))))
      if (!isAsked(word)) unasked.set(word, { word, row: number });
  }
  const isProse = width === 1 && headAt === -1;
  const choiceOf = (column: Column): Choice => ({
    ...(isProse ? anywhere : titleOf(column)),
    references: [...column.references],
    withoutCount: rows.length - 1 - headAt - column.wanted.size - column.roundedCount,
    roundedCount: column.roundedCount,
  });
  return {
    above: rows.slice(0, Math.max(0, headAt)).map(({ cells }) => cells),
    head: rows[headAt]?.cells,
    rows: listed,
    ...(chosen ? { choices: offered.map(choiceOf), chosen: choiceOf(chosen) } : anywhereIn(listed)),
    named: [...named, ...unasked.values()],
  };
}

/** What of a cell or a line is not plain, but for what is asked for. */
function leftOf(reading: Reading | undefined, wanted?: ReadonlySet<string>): string[] {
  const words = reading ? [...reading.references, ...reading.identifiers, ...reading.named] : [];
  return words.filter((word) => !wanted?.has(word));
}

/** Characters of a row's copies: a file of one line would come back once for each of its references. */
const copiesMax = 10_000;

/** A row for each reference, with its cells unless those are too long to come back so often. */
function rowsFor(cells: Cells, wanted: ReadonlySet<string>, isRounded: boolean): ParsedRow[] {
  if (wanted.size === 0) return [{ cells, reference: undefined, isRounded }];
  const isLong = wanted.size > 1 && wanted.size * cells.join().length > copiesMax;
  return Array.from(wanted, (reference) => ({ cells: isLong ? [reference] : cells, reference }));
}

const anywhere: Titled = { at: undefined, name: 'the lines' };

/** The one choice where references stand in no column of their own. */
function anywhereIn(rows: readonly ParsedRow[]): Pick<ParsedList, 'choices' | 'chosen'> {
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
  const roundedCount = rows.filter(({ isRounded }) => isRounded).length;
  const withoutCount = rows.filter(({ reference }) => reference === undefined).length - roundedCount;
  const chosen = { ...anywhere, references, withoutCount, roundedCount };
  return { choices: [chosen], chosen };
}

/** The file that a list came in, as Slack has it now; `undefined` where it came in none, or that cannot be read. */
export async function readListAgain(
  { file }: { file?: { id: string; name: string; column?: number | undefined } | undefined },
  { files, services }: { files: Files; services: { references: References } },
): Promise<ParsedList | undefined> {
  if (file === undefined) return undefined;
  return files
    .read(file)
    .then(({ bytes }) => readList(bytes, file.name, services.references, file.column))
    .catch(() => undefined);
}
