import { disagrees, type Row, rowGroup } from '../transfers/row.ts';

/** Sorts rows that need attention to the top; ties keep the order of the request. */
export function sortByAttention(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => attentionRank(a) - attentionRank(b));
}

const attention = [
  'disagrees',
  'failed',
  'reversed',
  'unknown',
  'moving',
  'no answer',
  'not found',
  'settled',
] as const;

/** Ranks a row, lowest first: those that users can act on, then unknown and unanswered ones, then settled ones. */
export function attentionRank(row: Row): number {
  const failure = row.failure === 'not_found' ? 'not found' : 'no answer';
  return attention.indexOf(disagrees(row) ? 'disagrees' : (rowGroup(row) ?? failure));
}
