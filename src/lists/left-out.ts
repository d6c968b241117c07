import type { Reading } from '../reading/references.ts';
import { type Column, type Columns, referenceShareMin } from './columns.ts';
import type { Sheet } from './read-rows.ts';
import type { DataRow, Selection } from './select-columns.ts';

/** A word of a list's file that may be a reference but is not looked up. */
export interface LeftOut {
  word: string;
  /** Number of the row or line, counted from 1 as in spreadsheets and editors. */
  row: number;
}

/** The most words to hold that are not asked for: a large file may have one in each row. */
const leftOutMax = 1_000;

/** Collects the words of a file's rows that are neither looked up nor plain. */
export function createLeftOut(
  { all, sheet }: Columns,
  { asked, chosen, others, isAsked }: Selection,
) {
  const inAsked: LeftOut[] = [];
  let inAskedCount = 0;
  /** By word, so that each is listed once. */
  const inOthers = new Map<string, LeftOut>();
  const identifiers = new Set<string>();

  return {
    addRow({ index, cells, number: row, wanted }: DataRow): void {
      const words = new Set(asked.flatMap(({ readings }) => leftOf(readings.get(index), wanted)));
      const hasNothing = wanted.size + words.size === 0;
      const unread = hasNothing ? unreadCell(cells, chosen, sheet) : undefined;
      if (unread !== undefined) words.add(unread);

      inAskedCount += words.size;
      if (inAsked.length < leftOutMax) for (const word of words) inAsked.push({ word, row });

      for (const word of others.flatMap(({ readings }) => leftOf(readings.get(index))))
        if (!isAsked(word)) inOthers.set(word, { word, row });

      for (const { readings } of all)
        for (const identifier of readings.get(index)?.identifiers ?? [])
          identifiers.add(identifier);
    },
    /** Lists the words as `ParsedList` has them: identifiers first. */
    list(): { leftOut: LeftOut[]; leftOutCount: number } {
      const words = [...inAsked, ...inOthers.values()];
      const identifiersFirst = new Set([
        ...words.filter(({ word }) => identifiers.has(word)),
        ...words,
      ]);

      return {
        leftOut: [...identifiersFirst].slice(0, leftOutMax),
        leftOutCount: inAskedCount + inOthers.size,
      };
    },
  };
}

/**
 * Returns the chosen column's cell of a row in which nothing was read, if it should have been a
 * reference: its column is one of references, or the cell beside it says so.
 */
function unreadCell(
  cells: readonly string[],
  chosen: Column | undefined,
  { rounded }: Sheet,
): string | undefined {
  if (chosen === undefined) return undefined;

  const cell = cells[chosen.at] ?? '';
  if (rounded.has(cell) || !/[\p{L}\d]/u.test(cell)) return undefined;

  const isAllReferences = chosen.loneCount >= chosen.wanted.size * referenceShareMin;
  return isAllReferences || chosen.labelOf(cells) === 'reference' ? cell.trim() : undefined;
}

/** Returns the words of a cell or line that are neither plain nor looked up (`wanted`). */
function leftOf(reading: Reading | undefined, wanted?: ReadonlySet<string>): string[] {
  const words = reading ? [...reading.references, ...reading.identifiers, ...reading.named] : [];
  return words.filter((word) => !wanted?.has(word));
}
