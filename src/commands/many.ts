import { type Recalled, recalledForChannel } from '../history/recalled.ts';
import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { lookedUp } from '../transfers/looked-up.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf, transactionOf } from '../transfers/row.ts';
import { hintLines } from '../views/hint-lines.ts';
import { lookUpList } from '../views/look-up-list.ts';
import { manyCard } from '../views/many/many-card.ts';
import { tooMany } from '../views/many/too-many.ts';
import type { Unclear } from '../views/unclear.ts';
import type { Inquiry } from './command.ts';
import { recallAll } from './recall.ts';

export const manyMax = 25;

export interface ManyInput extends Many {
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** What the question says that can be read in two ways. */
  unclear?: readonly Unclear[];
  /** The person who shared the table. */
  sharedBy?: string | undefined;
}

interface FoundRows {
  rows: readonly FoundRow[];
  askedAtMs: number;
  leftOut: readonly string[];
  sharedBy: string | undefined;
  recalled: Recalled;
}

/** More than are looked up at once are only counted, and offered in parts. */
export type FoundMany = (FoundRows | { tooMany: Many }) & { unclear: readonly Unclear[] };

/** Looks up many at once, in one answer, and reports the progress meanwhile. */
export const many = {
  async find(input, services, finding) {
    const { leftOut, unclear = [], sharedBy } = input;
    const count = input.references.length + input.identifiers.length;
    if (count > manyMax) return { tooMany: input, unclear };
    const askedAtMs = Date.now();
    const report = (answered: number, all: number) =>
      finding.onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
    report(0, count);
    const rows = await lookUpMany(input, services.transferApi, { onProgress: report });
    const recalled = await recallAll(rows, services, finding);
    return { rows, askedAtMs, leftOut, unclear, sharedBy, recalled };
  },
  forChannel(found, mode) {
    if ('tooMany' in found) return found;
    const rows = found.rows.map((row) => maskRow(row, mode));
    return { ...found, rows, recalled: recalledForChannel(found.recalled) };
  },
  lookedUp: (found) => ('tooMany' in found ? [] : lookedUp(found.rows)),
  show(found, reader, presentation) {
    if ('tooMany' in found) return tooMany(found.tooMany, manyMax, found.unclear);
    const rows = found.rows.map(rowOf);
    const transactions = rows.flatMap((row) => transactionOf(row) ?? []);
    const shown = { ...found, rows, hints: hintLines(found.recalled, transactions) };
    const { currency, knowsShape } = presentation;
    if (reader.isInWindow) return lookUpList({ ...shown, currency, knowsShape });
    return manyCard({ ...shown, ...reader, ...presentation, slash: presentation.names.slash });
  },
} satisfies Inquiry<ManyInput, FoundMany>;
