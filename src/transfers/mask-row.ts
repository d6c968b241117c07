import { maskRequery } from './mask-requery.ts';
import { maskTransaction, type ShareAccountNumbers } from './mask-transaction.ts';
import type { Row } from './row.ts';

/** Masks a row for a channel. */
export function maskRow(row: Row, mode: ShareAccountNumbers): Row {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  return row.kind === 'requery' ? { ...row, answer: maskRequery(row.answer, mode).answer } : row;
}
