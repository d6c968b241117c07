import type { Row } from '../transfers/row.ts';
import { saysNotOfMoney } from './status-caution.ts';

/** What a look-up among many without an answer does not say, for the context line. */
export function silences(rows: readonly Row[]): string[] {
  const failures = rows.filter((row) => row.kind === 'failure');
  const isSilent = failures.some(({ failure }) => failure !== 'not_found');
  const notFound = failures.filter(({ failure }) => failure === 'not_found');
  return [
    ...(isSilent ? ['what has no answer says nothing about those transactions'] : []),
    ...(notFound.some(({ isRequery }) => !isRequery) ? [`a reference that is not found ${saysNotOfMoney}`] : []),
    ...(notFound.some(({ isRequery }) => isRequery)
      ? ['a requery that finds nothing says nothing about the transfer']
      : []),
  ];
}
