import type { Row } from '../transfers/row.ts';
import { whichAreCutOff } from './shape-words.ts';
import { saysNotOfMoney } from './status-caution.ts';

/**
 * What a look-up among many without an answer does not say, for the context line.
 * @param knowsShape whether references look as txnbot takes them to, and not as an operator has said
 */
export function silences(rows: readonly Row[], knowsShape: boolean): string[] {
  const failures = rows.filter((row) => row.kind === 'failure');
  const isSilent = failures.some(({ failure }) => failure !== 'not_found');
  const notFound = failures.filter(({ failure }) => failure === 'not_found');
  const references = notFound.filter(({ isRequery }) => !isRequery).map(({ asked }) => asked);
  const cutOff = knowsShape ? whichAreCutOff(references) : undefined;
  return [
    ...(isSilent ? ['what has no answer says nothing about those transactions'] : []),
    ...(references.length > 0 ? [`a reference that is not found ${saysNotOfMoney}`] : []),
    ...(cutOff === undefined ? [] : [cutOff]),
    ...(notFound.some(({ isRequery }) => isRequery)
      ? ['a requery that finds nothing says nothing about the transfer']
      : []),
  ];
}
