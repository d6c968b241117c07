import { lookUpMany, type Many } from '../transfers/look-up-many.ts';
import { maskRow } from '../transfers/mask-row.ts';
import { type FoundRow, rowOf } from '../transfers/row.ts';
import { manyCsv } from '../views/many/csv.ts';
import type { Inquiry } from './command.ts';
import { recallAll } from './recall.ts';

/** The table of many look-ups as a file. It looks them up again: the button carries only what to ask for. */
export const manyFile = {
  async find(many, services, finding) {
    const rows = await lookUpMany(many, services.transferApi);
    await recallAll(rows, services, finding);
    return rows;
  },
  forChannel: (rows, mode) => rows.map((row) => maskRow(row, mode)),
  show(rows) {
    const day = new Date().toISOString().slice(0, 10);
    return { name: `transactions-${day}.csv`, content: manyCsv(rows.map(rowOf)) };
  },
} satisfies Inquiry<Many, readonly FoundRow[], { name: string; content: string }>;
