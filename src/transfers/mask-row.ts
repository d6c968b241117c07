import { maskRequery } from './mask-requery.ts';
import { maskTransaction, type ShareAccountNumbers } from './masking.ts';
import type { Row } from './row.ts';

/** A row for everybody's eyes. */
export function maskRow(row: Row, mode: ShareAccountNumbers): Row {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  return row.kind === 'requery' ? { ...row, answer: maskRequery(row.answer, mode).answer } : row;
}
