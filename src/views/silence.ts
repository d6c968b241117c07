import type { Row } from '../transfers/row.ts';

/** Said of many when some have no answer, which is not the same as not found. */
export function silence(rows: readonly Row[]): string | undefined {
  const isSilent = rows.some((row) => row.kind === 'failure' && row.failure !== 'not_found');
  return isSilent ? 'what has no answer says nothing about those transactions' : undefined;
}
