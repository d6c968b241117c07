import { type Recalled, recalledForChannel } from '../history/hints.ts';
import { lookedUp, maskRow } from '../transfers/look-up.ts';
import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { type Ask, type FoundRow, rowOf, transactionOf } from '../transfers/row.ts';
import { hintLines } from '../views/history-lines.ts';
import { isoTime, manyCsv } from '../views/many/csv.ts';
import { manyCard } from '../views/many/many-card.ts';
import type { Unclear } from '../views/offers.ts';
import type { Inquiry } from './command.ts';
import { recallAll } from './recalled-transaction.ts';

export const manyMax = 25;

export interface ManyInput extends Many {
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** What the question says that can be read in two ways. */
  unclear?: readonly Unclear[];
  /** The person who shared the table. */
  sharedBy?: string | undefined;
  /** What is behind its button already. */
  rest?: readonly Ask[];
  /** Whether it takes the place of an older table. */
  isRefresh?: boolean;
}

export interface FoundMany {
  rows: readonly FoundRow[];
  /** More than are looked up at once. */
  rest: readonly Ask[];
  refreshedAtMs: number | undefined;
  leftOut: readonly string[];
  unclear: readonly Unclear[];
  sharedBy: string | undefined;
  recalled: Recalled;
}

/** Looks up many at once, in one answer, and reports the progress meanwhile; 25 of them, the rest stands behind a button. */
export const many = {
  async find(input, services, finding) {
    const { leftOut, unclear = [], sharedBy, isRefresh } = input;
    const references = input.references.slice(0, manyMax);
    const identifiers = input.identifiers.slice(0, manyMax - references.length);
    const count = references.length + identifiers.length;
    const rest = [...beyond(input, references.length, identifiers.length), ...(input.rest ?? [])];
    const refreshedAtMs = isRefresh ? Date.now() : undefined;
    const report = (answered: number, all: number) =>
      finding.onProgress?.(`Still asking: ${answered} of ${all} answered so far. The table will follow here.`);
    report(0, count);
    const rows = await lookUpMany({ ...input, references, identifiers }, services.transferApi, { onProgress: report });
    const recalled = await recallAll(rows, services, finding);
    return { rows, rest, refreshedAtMs, leftOut, unclear, sharedBy, recalled };
  },
  forChannel(found, mode) {
    const rows = found.rows.map((row) => maskRow(row, mode));
    return { ...found, rows, recalled: recalledForChannel(found.recalled) };
  },
  lookedUp: (found) => lookedUp(found.rows),
  show(found, reader, presentation) {
    const rows = found.rows.map(rowOf);
    const transactions = rows.flatMap((row) => transactionOf(row) ?? []);
    return manyCard({ ...found, rows, hints: hintLines(found.recalled, transactions), ...reader, ...presentation });
  },
} satisfies Inquiry<ManyInput, FoundMany>;

function beyond({ references, identifiers, records }: Many, taken: number, requeried: number): Ask[] {
  return [
    ...references.slice(taken).map((asked) => ({ isRequery: false, asked })),
    ...identifiers.slice(requeried).map((asked) => ({ isRequery: true, asked, ...records?.get(asked) })),
  ];
}

/** The table as a file. It looks the rows up again: the button carries only what to ask for. */
export const manyFile = {
  async find(input, services, finding) {
    const rows = await lookUpMany(input, services.transferApi);
    await recallAll(rows, services, finding);
    return rows;
  },
  forChannel: (rows, mode) => rows.map((row) => maskRow(row, mode)),
  show(rows, { asker: { utcOffsetSeconds } }) {
    const day = isoTime(Date.now(), utcOffsetSeconds).slice(0, 10);
    return { name: `transactions-${day}.csv`, content: manyCsv(rows.map(rowOf), utcOffsetSeconds) };
  },
} satisfies Inquiry<Many, readonly FoundRow[], { name: string; content: string }>;
