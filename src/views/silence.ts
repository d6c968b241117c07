import type { Row } from '../transfers/row.ts';

/** What a look-up among many without an answer does not say, for the context line. */
export function silences(rows: readonly Row[]): string[] {
  const failures = rows.filter((row) => row.kind === 'failure');
  const isSilent = failures.some(({ failure }) => failure !== 'not_found');
  const foundNothing = failures.some(({ failure, isRequery }) => isRequery && failure === 'not_found');
  return [
    ...(isSilent ? ['what has no answer says nothing about those transactions'] : []),
    ...(foundNothing ? ['a requery that finds nothing says nothing about the transfer'] : []),
  ];
}
