import { inTurns } from '../async.ts';
import type { Column, Columns } from './columns.ts';
import type { SheetRow } from './read-rows.ts';

/** The most columns to choose from, one button each. */
const choicesMax = 4;

/** The columns of a sheet by what is done with them. */
export interface Selection {
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

/**
 * Decides which columns are looked up, offered or only named.
 * @param chosenAt index of the column that the person chose
 */
export function selectColumns(columns: Columns, chosenAt: number | undefined): Selection {
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

/** Matches a cell of the row that sums up a table. */
const isTotal = /^\W*(?:grand |sub-?)?totals?\W*$/i;

/** A row of the table, totals left out. */
export interface DataRow extends SheetRow {
  /** Its references in the columns `asked`, without duplicates. */
  wanted: ReadonlySet<string>;
}

/** Goes through the rows below the head that are no totals, without blocking the event loop. */
export async function* rowsBelowHead(
  { sheet }: Columns,
  { asked, headAt }: Selection,
): AsyncGenerator<DataRow> {
  for await (const row of inTurns(sheet.rows)) {
    if (row.index <= headAt) continue;

    const wanted = new Set(asked.flatMap((column) => column.wanted.get(row.index) ?? []));
    const isSum = wanted.size === 0 && row.cells.some((cell) => isTotal.test(cell));
    if (!isSum) yield { ...row, wanted };
  }
}
