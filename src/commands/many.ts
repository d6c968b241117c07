import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { lookedUp } from '../transfers/looked-up.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf } from '../transfers/row.ts';
import { lookUpList } from '../views/look-up-list.ts';
import { manyCard } from '../views/many/many-card.ts';
import { tooMany } from '../views/many/too-many.ts';
import type { Unclear } from '../views/unclear.ts';
import type { Inquiry } from './command.ts';

export const manyMax = 25;

export interface ManyInput extends Many {
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** What the question says that can be read in two ways. */
  unclear?: readonly Unclear[];
  /** The person who shared the table. */
  sharedBy?: string | undefined;
}

/** More than are looked up at once are only counted, and offered in parts. */
export type FoundMany =
  | ({
      rows: readonly FoundRow[];
      askedAtMs: number;
      leftOut: readonly string[];
      sharedBy: string | undefined;
    } & Unasked)
  | ({ tooMany: Many } & Unasked);

interface Unasked {
  unclear: readonly Unclear[];
}

/** Looks up many at once, in one answer, and reports the progress meanwhile. */
export const many = {
  async find(input, { transferApi }, { onProgress }) {
    const { leftOut, unclear = [], sharedBy } = input;
    const count = input.references.length + input.identifiers.length;
    if (count > manyMax) return { tooMany: input, unclear };
    const askedAtMs = Date.now();
    const report = (answered: number, all: number) =>
      onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
    report(0, count);
    const rows = await lookUpMany(input, transferApi, { onProgress: report });
    return { rows, askedAtMs, leftOut, unclear, sharedBy };
  },
  forChannel: (found, mode) =>
    'tooMany' in found ? found : { ...found, rows: found.rows.map((row) => maskRow(row, mode)) },
  lookedUp: (found) => ('tooMany' in found ? [] : lookedUp(found.rows)),
  show(found, reader, presentation) {
    if ('tooMany' in found) return tooMany(found.tooMany, manyMax, found.unclear);
    const rows = found.rows.map(rowOf);
    if (reader.isInWindow) return lookUpList({ ...found, rows, currency: presentation.currency });
    return manyCard({ ...found, ...reader, ...presentation, rows, slash: presentation.names.slash });
  },
} satisfies Inquiry<ManyInput, FoundMany>;
