import { UserError } from '../errors.ts';
import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf } from '../transfers/row.ts';
import { manyCard } from '../views/many/many-card.ts';
import type { Inquiry } from './command.ts';

export const manyMax = 25;

export interface ManyInput extends Many {
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
}

export interface FoundMany {
  rows: readonly FoundRow[];
  askedAtMs: number;
  leftOut: readonly string[];
}

/** Looks up many at once, in one answer, and reports the progress meanwhile. */
export const many = {
  async find(input, { transferApi }, onProgress) {
    const count = input.references.length + input.identifiers.length;
    if (count > manyMax)
      throw new UserError(`That is ${count} at once, and txnbot looks up at most ${manyMax}. Ask in two parts.`);
    const askedAtMs = Date.now();
    const report = (answered: number, all: number) =>
      onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
    report(0, count);
    const rows = await lookUpMany(input, transferApi, { onProgress: report });
    return { rows, askedAtMs, leftOut: input.leftOut };
  },
  forChannel: (found, mode) => ({ ...found, rows: found.rows.map((row) => maskRow(row, mode)) }),
  show: (found, _reader, { currency, names }) =>
    manyCard({ ...found, rows: found.rows.map(rowOf), currency, slash: names.slash }),
} satisfies Inquiry<ManyInput, FoundMany>;
