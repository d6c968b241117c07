import { disagrees, groupOf, type Row } from '../transfers/row.ts';

/** Sorts rows that need attention first; equal ones keep the order in which they were asked for. */
export function byAttention(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => attentionOf(a) - attentionOf(b));
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

/** Lower numbers first: what somebody can act on, then what is not known, then what is at its end. */
export function attentionOf(row: Row): number {
  const failure = row.failure === 'not_found' ? 'not found' : 'no answer';
  return attention.indexOf(disagrees(row) ? 'disagrees' : (groupOf(row) ?? failure));
}
