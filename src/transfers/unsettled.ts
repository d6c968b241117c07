import type { Ask } from './asks.ts';
import { askOf, groupOf, type Row } from './row.ts';

/** The rows whose status is neither settled nor reversed. One without an answer has no status. */
export function unsettledOf(rows: readonly Row[]): Row[] {
  return rows.filter((row) => {
    const group = groupOf(row);
    return group !== undefined && group !== 'settled' && group !== 'reversed';
  });
}

/** What to watch of them: their records, also where a requery was asked by the id of one. */
export function watchable(rows: readonly Row[]): Ask[] {
  const references = unsettledOf(rows).map((row) => (row.kind === 'record' ? row.asked : askOf(row).ofRecord));
  return [...new Set(references)].flatMap((asked) => (asked === undefined ? [] : { isRequery: false, asked }));
}
