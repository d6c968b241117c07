import { type Ask, askLines } from '../../transfers/asks.ts';
import type { ButtonOptions } from '../blocks.ts';

/** In characters, so that a table of 25 fits beside it. */
const valueMax = 1_000;

/** The lines of as many of the rest as a button under a table carries. */
export function restLines(rest: readonly Ask[]): { count: number; lines: string } {
  let count = Math.min(rest.length, valueMax / 4);
  while (count > 0 && askLines(rest.slice(0, count)).length > valueMax) count -= 1;
  return { count, lines: askLines(rest.slice(0, count)) };
}

/** The button that looks up what one table has no rows for. */
export function restButton(rest: readonly Ask[]): ButtonOptions[] {
  const { count, lines } = restLines(rest);
  const which = count < rest.length ? 'Next' : 'Other';
  return count === 0 ? [] : [{ actionId: 'txn:these:0', label: `Look Up the ${which} ${count}`, value: lines }];
}

/** Says how many of the rest that button does not carry. */
export function restNote(rest: readonly Ask[]): string[] {
  const left = rest.length - restLines(rest).count;
  return left > 0 ? [`Ask for the last ${left} of these in another message.`] : [];
}

/** `25`, or `25 of 30`. */
export function countOf(rows: readonly unknown[], rest: readonly Ask[]): string {
  return rest.length === 0 ? String(rows.length) : `${rows.length} of ${rows.length + rest.length}`;
}
