import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, stringify } from 'csv-stringify/sync';
import { duration } from '../blocks/mrkdwn.ts';
import { foldBlanks } from '../text.ts';
import { textNames, timeNames } from '../transfer-service/fields.ts';
import { type Row, recordNameOf, wordsOf } from '../transfers/row.ts';
import { byAttention } from './order.ts';

/** The first columns are those of the row itself. */
const isOther = (name: string) => !['reference', 'status', 'amount'].includes(name);

/**
 * The whole table as a file for the asker alone. An apostrophe begins every cell that a spreadsheet would run as a
 * formula. Every cell is one line in quotes: some spreadsheets begin a row at any line break outside them.
 * @param utcOffsetSeconds of the asker; the times are in UTC without it
 */
export function tableCsv(rows: readonly Row[], utcOffsetSeconds?: number): string {
  const records = byAttention(rows).map((row) => {
    const { isRequery, asked, transaction: txn } = row;
    return {
      reference: recordNameOf(row),
      status: row.failure === undefined ? row.status : wordsOf(row),
      amount: txn?.amount,
      ...Object.fromEntries(textNames.filter(isOther).map((field) => [field, txn?.[field]])),
      reversedFlag: row.reversedFlag,
      ...Object.fromEntries(timeNames.map((field) => [field, isoTime(txn?.[field], utcOffsetSeconds)])),
      transactionId: isRequery ? asked : undefined,
      recordStatus: row.recorded,
      note: oldNote(row),
    };
  });
  return stringify(records, { ...form, header: true });
}

/** How old an answer is that a cache on the way kept. */
export function oldNote({ ageMs = 0 }: Row): string {
  return ageMs === 0 ? '' : `${duration(ageMs)} old`;
}

/** What every file has in common. */
const form: Options = {
  quoted: true,
  quoted_empty: true,
  cast: { string: oneLine },
  record_delimiter: 'windows',
  bom: true,
};

/** Cells written at once, in some five milliseconds; the event loop runs between. */
const sliceMax = 1_000;

/** Lines of cells as a file, as safe as `tableCsv`; tens of thousands keep nothing else waiting. */
export async function csvOf(lines: Iterable<readonly (string | undefined)[]>): Promise<string> {
  const written: string[] = [];
  let slice: (string | undefined)[][] = [];
  let cellCount = 0;
  const write = () => {
    written.push(stringify(slice, { ...form, bom: written.length === 0 }));
    [slice, cellCount] = [[], 0];
  };
  for (const cells of lines) {
    slice.push([...cells]);
    cellCount += cells.length;
    if (cellCount < sliceMax) continue;
    write();
    await nextTurn();
  }
  write();
  return written.join('');
}

/** ISO 8601, as `2026-01-31T14:58:00+01:00`; empty where there is no time. */
export function isoTime(epochMs: number | undefined, utcOffsetSeconds = 0): string {
  if (epochMs === undefined) return '';
  const local = new Date(epochMs + utcOffsetSeconds * 1000).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.round(utcOffsetSeconds / 60));
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return utcOffsetSeconds === 0 ? `${local}Z` : `${local}${utcOffsetSeconds < 0 ? '-' : '+'}${parts.join(':')}`;
}

/** A negative amount begins like a formula but is none. */
function oneLine(text: string): { value: string; escape_formulas: boolean } {
  const value = foldBlanks(text);
  return { value, escape_formulas: !/^-\d+(?:\.\d+)?$/.test(value) };
}
