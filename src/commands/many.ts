import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf } from '../transfers/row.ts';
import { manyCard } from '../views/many/many-card.ts';
import { tooMany } from '../views/many/too-many.ts';
import type { Inquiry } from './command.ts';

export const manyMax = 25;

export interface ManyInput extends Many {
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
}

/** More than are looked up at once are only counted, and offered in parts. */
export type FoundMany =
  | { rows: readonly FoundRow[]; askedAtMs: number; leftOut: readonly string[] }
  | { tooMany: Many };

/** Looks up many at once, in one answer, and reports the progress meanwhile. */
export const many = {
  async find(input, { transferApi }, { onProgress }) {
    const count = input.references.length + input.identifiers.length;
    if (count > manyMax) return { tooMany: input };
    const askedAtMs = Date.now();
    const report = (answered: number, all: number) =>
      onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
    report(0, count);
    const rows = await lookUpMany(input, transferApi, { onProgress: report });
    return { rows, askedAtMs, leftOut: input.leftOut };
  },
  forChannel: (found, mode) =>
    'tooMany' in found ? found : { ...found, rows: found.rows.map((row) => maskRow(row, mode)) },
  show: (found, _reader, { currency, names }) =>
    'tooMany' in found
      ? tooMany(found.tooMany, manyMax)
      : manyCard({ ...found, rows: found.rows.map(rowOf), currency, slash: names.slash }),
} satisfies Inquiry<ManyInput, FoundMany>;
