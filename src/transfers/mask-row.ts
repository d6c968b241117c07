import { isOfStatusWords } from './channel-values.ts';
import { maskRequery } from './mask-requery.ts';
import { maskTransaction, type ShareAccountNumbers } from './mask-transaction.ts';
import type { FoundRow } from './row.ts';
import { hidden } from './status-group.ts';

/** Masks a row for a channel. */
export function maskRow(row: FoundRow, mode: ShareAccountNumbers): FoundRow {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  const recorded = row.recorded === undefined || isOfStatusWords(row.recorded) ? row.recorded : hidden;
  return row.kind === 'requery'
    ? { ...row, recorded, answer: maskRequery(row.answer, mode).answer }
    : { ...row, recorded };
}
