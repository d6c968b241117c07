import { maskRequery } from './mask-requery.ts';
import { maskTransaction, type ShareAccountNumbers } from './mask-transaction.ts';
import type { FoundRow } from './row.ts';

/** Masks a row for a channel. */
export function maskRow(row: FoundRow, mode: ShareAccountNumbers): FoundRow {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  return row.kind === 'requery' ? { ...row, answer: maskRequery(row.answer, mode).answer } : row;
}
