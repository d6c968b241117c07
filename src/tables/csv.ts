import { Blob } from 'node:buffer';
import { type Options, stringify } from 'csv-stringify/sync';
import { inTurns } from '../async.ts';
import { duration } from '../blocks/mrkdwn.ts';
import { foldBlanks } from '../text.ts';
import { textNames, timeNames } from '../transfer-service/fields.ts';
import { disagrees, requeryText } from '../transfers/contradictions.ts';
import { isAboutOther, type Row, referenceOf, rowText } from '../transfers/row.ts';
import { sortByAttention } from './summary.ts';

/** Whether a field is not one of the first three columns, which are filled from the row itself. */
const isOther = (name: string) => !['reference', 'status', 'amount'].includes(name);

/**
 * Formats the whole table as CSV, for the asker alone. Cells that a spreadsheet would run as a
 * formula begin with an apostrophe. Every cell is one line in quotes: some spreadsheets start a new
 * row at any line break outside quotes.
 * @param utcOffsetSeconds the asker's offset from UTC; without an offset, times are in UTC
 */
export function formatTableCsv(rows: readonly Row[], utcOffsetSeconds?: number): string {
  const records = sortByAttention(rows).map((row) => {
    const { isRequery, asked, transaction: txn } = row;
    return {
      reference: referenceOf(row),
      status: row.failure === undefined && !isAboutOther(row) ? row.status : rowText(row),
      amount: txn?.amount,
      ...Object.fromEntries(textNames.filter(isOther).map((field) => [field, txn?.[field]])),
      reversedFlag: row.reversedFlag,
      ...formatTimes(row, utcOffsetSeconds),
      transactionId: isRequery ? asked : undefined,
      ...describeRequery(row),
      note: formatAge(row),
    };
  });
  return formatRecords(records);
}

/** The columns of every CSV that hold a row's times, in ISO 8601 or as the service wrote them. */
export function formatTimes({ transaction }: Row, utcOffsetSeconds: number | undefined) {
  const times = timeNames.map((field): [string, string | undefined] => [
    field,
    formatIsoTime(transaction?.[field], utcOffsetSeconds) || transaction?.unreadTimes?.[field],
  ]);
  return Object.fromEntries(times);
}

/**
 * The columns of every CSV that hold a row's requery, and whether the two contradict each other.
 */
export function describeRequery(row: Row) {
  return {
    requery: requeryText(row),
    disagrees: disagrees(row) ? 'yes' : '',
  };
}

/** Formats records as CSV, with their fields' names as head, escaped as in `formatTableCsv`. */
export function formatRecords(records: readonly Record<string, string | undefined>[]): string {
  return stringify([...records], { ...form, header: true });
}

/** Says how old a row's answer is if it came from a cache; empty for a fresh answer. */
export function formatAge({ ageMs = 0 }: Row): string {
  return ageMs === 0 ? '' : `${duration(ageMs)} old`;
}

/** Options of every CSV file. */
const form: Options = {
  quoted: true,
  quoted_empty: true,
  cast: { string: oneLine },
  record_delimiter: 'windows',
  bom: true,
};

/** Number of cells written in one step, which takes about five milliseconds. */
const cellsPerStep = 2_000;

/**
 * Formats lines as CSV in UTF-8, escaped as in `formatTableCsv`. Tens of thousands of lines do not
 * block the event loop. What is written waits in pieces outside V8's heap.
 */
export async function formatCsv(lines: Iterable<readonly (string | undefined)[]>): Promise<Blob> {
  const written: Blob[] = [];
  let slice: (readonly (string | undefined)[])[] = [];
  let cellCount = 0;

  const write = () => {
    written.push(new Blob([stringify(slice, { ...form, bom: written.length === 0 })]));
    slice = [];
    cellCount = 0;
  };

  for await (const cells of inTurns(lines)) {
    slice.push(cells);
    cellCount += cells.length;
    if (cellCount >= cellsPerStep) write();
  }

  write();
  return new Blob(written);
}

/** Formats a time in ISO 8601, such as `2026-01-31T14:58:00+01:00`; empty if there is no time. */
export function formatIsoTime(epochMs: number | undefined, utcOffsetSeconds = 0): string {
  if (epochMs === undefined) return '';

  const local = new Date(epochMs + utcOffsetSeconds * 1000).toISOString().slice(0, 19);
  if (utcOffsetSeconds === 0) return `${local}Z`;

  const offset = new Date(Math.abs(utcOffsetSeconds) * 1000).toISOString().slice(11, 16);
  return local + (utcOffsetSeconds < 0 ? '-' : '+') + offset;
}

/**
 * Makes a cell one line, and escapes it if it is a formula; a negative amount starts like a formula
 * but isn't one.
 */
function oneLine(text: string): { value: string; escape_formulas: boolean } {
  const value = foldBlanks(text);
  return { value, escape_formulas: !/^-\d+(?:\.\d+)?$/.test(value) };
}
