import { cut, foldBlanks } from '../plain-text.ts';
import type { Ask } from './asks.ts';
import { askOf, type Row, transactionOf } from './row.ts';
import { hidden } from './status-group.ts';
import { unsettledOf } from './unsettled.ts';

export interface Requeries {
  asks: Ask[];
  /** How many rows are not settled and name nothing that a requery takes. */
  withoutIdCount: number;
}

/**
 * What to requery of a table: the rows whose status is neither settled nor reversed, a record by its id as under its
 * card. A row without an answer is asked for again, and not requeried.
 */
export function requeriesOf(rows: readonly Row[]): Requeries {
  const unsettled = unsettledOf(rows);
  const asks = unsettled.flatMap((row) => requeryOf(row) ?? []);
  return { asks, withoutIdCount: unsettled.length - asks.length };
}

function requeryOf(row: Row): Ask | undefined {
  if (row.kind !== 'record') return askOf(row);
  const id = transactionOf(row)?.id?.trim() ?? '';
  return /^\d+$/.test(id)
    ? { isRequery: true, asked: id, ofRecord: row.asked, recorded: recordedIn(row.status) }
    : undefined;
}

/** In characters: a button carries it, beside those of the other rows. */
export const recordedMax = 40;

/** A word that a channel may not read is not told to whoever presses there. */
function recordedIn(status = ''): string | undefined {
  return status === hidden ? undefined : cut(foldBlanks(status), recordedMax) || undefined;
}
