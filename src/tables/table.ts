import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import { duration } from '../blocks/mrkdwn.ts';
import type { Inquiry } from '../command.ts';
import { UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { Services } from '../services.ts';
import { foldBlanks } from '../text.ts';
import { textNames, timeNames } from '../transfer-service/fields.ts';
import { agedLines } from '../transfers/answer.ts';
import { maskRow } from '../transfers/disclosure.ts';
import {
  type Background,
  backgroundForChannel,
  backgroundOf,
  hintLines,
  lookUpRow,
  recentLookUps,
} from '../transfers/look-up.ts';
import { type Ask, byAttention, type Row, recordNameOf, wordsOf } from '../transfers/row.ts';
import type { TableActionsOptions } from './actions.ts';
import { tableCard } from './card.ts';

export const tableMax = 25;

export interface TableInput {
  leftOut?: readonly string[];
  asks: readonly Ask[];
  sharedBy?: string | undefined;
  /** What is behind its button already. */
  rest?: readonly Ask[] | undefined;
  /** Whether it takes the place of an older table. */
  isRefresh?: boolean;
}

export interface FoundTable extends Omit<TableActionsOptions, 'audience'> {
  leftOut: readonly string[];
  rows: readonly Row[];
  refreshedAtMs: number | undefined;
  background: Background;
}

/** Many at once, in one answer: 25 of them, the rest stands behind a button. */
export const tableOf = {
  async find(input, services, asker): Promise<FoundTable> {
    const { leftOut = [], sharedBy, isRefresh } = input;
    const asks = input.asks.slice(0, tableMax);
    const rest = [...input.asks.slice(tableMax), ...(input.rest ?? [])];
    const refreshedAtMs = isRefresh ? Date.now() : undefined;
    const { rows, background } = await lookUpMany(asks, services, asker, 'table');
    return { rows, rest, refreshedAtMs, leftOut, sharedBy, background };
  },
  forChannel(found, mode) {
    const rows = found.rows.map((row) => maskRow(row, mode));
    return { ...found, rows, background: backgroundForChannel(found.background) };
  },
  recentLookUps: (found) => recentLookUps(found.rows),
  show(found, reader, presentation) {
    const transactions = found.rows.flatMap(({ transaction }) => transaction ?? []);
    const utcOffsetSeconds = reader.audience === 'asker' ? reader.asker.utcOffsetSeconds : undefined;
    const hints = [...agedLines(found.rows), ...hintLines(found.background, transactions)];
    return tableCard({ ...found, hints, utcOffsetSeconds, ...reader, ...presentation });
  },
} satisfies Inquiry<TableInput, FoundTable>;

/** The table as a file. It looks the rows up again: the button carries only what to ask for. */
export const tableFile = {
  find: async ({ asks }, services, asker) => (await lookUpMany(asks, services, asker, 'answer')).rows,
  forChannel: (rows, mode) => rows.map((row) => maskRow(row, mode)),
  show(rows, { asker: { utcOffsetSeconds } }) {
    const day = isoTime(Date.now(), utcOffsetSeconds).slice(0, 10);
    return { name: `transactions-${day}.csv`, content: tableCsv(rows, utcOffsetSeconds) };
  },
} satisfies Inquiry<Pick<TableInput, 'asks'>, readonly Row[], { name: string; content: string }>;

/** Of the four places that all tables share: a table that hangs leaves one to another table. */
const inFlightMax = 3;
/** For all of them together; after it, unanswered look-ups count as timed out, unsent ones as not asked. */
const deadlineMs = 20_000;

/** Looks up many at once, reports how far it is, and remembers them. A failure is a row, and does not affect the others. */
export async function lookUpMany(
  asks: readonly Ask[],
  services: Pick<Services, 'transferApi' | 'history'>,
  asker: Asker,
  what: 'table' | 'answer',
): Promise<{ rows: Row[]; background: Background }> {
  const endsAtMs = performance.now() + deadlineMs;
  const limit = pLimit(inFlightMax);
  let answered = 0;
  const report = () =>
    asker.report(`Still asking: ${answered} of ${asks.length} answered so far. The ${what} will follow here.`);
  const look = async (ask: Ask): Promise<Row> => {
    const withinMs = endsAtMs - performance.now();
    if (withinMs <= 0) return { ...ask, failure: 'not_asked' };
    const batch = { key: limit, withinMs };
    return lookUpRow(ask, services.transferApi, { batch }).catch((error: unknown) => rejected(ask, error));
  };
  report();
  const rows = await Promise.all(
    asks.map((ask) =>
      limit(async () => {
        const row = await look(ask);
        answered += 1;
        report();
        return row;
      }),
    ),
  );
  return { rows, background: backgroundOf(rows, services, asker) };
}

/** What the service cannot be asked for. Other errors are ours, and for the error boundary. */
function rejected(ask: Ask, error: unknown): Row {
  if (error instanceof UserError) return { ...ask, failure: 'rejected' };
  throw error;
}

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
    const iso = (epochMs: number | undefined) => (epochMs === undefined ? '' : isoTime(epochMs, utcOffsetSeconds));
    return {
      reference: recordNameOf(row),
      status: row.failure === undefined ? row.status : wordsOf(row),
      amount: txn?.amount,
      ...Object.fromEntries(textNames.filter(isOther).map((field) => [field, txn?.[field]])),
      reversedFlag: row.reversedFlag,
      ...Object.fromEntries(timeNames.map((field) => [field, iso(txn?.[field])])),
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

/** ISO 8601, as `2026-01-31T14:58:00+01:00`. */
export function isoTime(epochMs: number, utcOffsetSeconds = 0): string {
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
