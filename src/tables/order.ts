import { disagrees, type Row, rowGroup } from '../transfers/row.ts';

/**
 * Sorts rows that need attention to the top; rows that need it equally keep the order in which they
 * were requested.
 */
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

/**
 * Ranks a row, from 0 at the top: answered rows that may need action, then unanswered, not found
 * and settled rows.
 */
export function attentionRank(row: Row): number {
  const failure = row.failure === 'not_found' ? 'not found' : 'no answer';
  return attention.indexOf(disagrees(row) ? 'disagrees' : (rowGroup(row) ?? failure));
}
