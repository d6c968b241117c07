import pLimit from 'p-limit';
import { mrkdwnReply } from '../blocks/blocks.ts';
import type { Inquiry, Services } from '../command.ts';
import type { Asker } from '../policy.ts';
import { maskRow } from '../transfers/disclosure.ts';
import { lookUpRow, recentLookUps, rememberAndRecall } from '../transfers/record-and-requery.ts';
import { type LookUp, mergeRows, type Row, tieRequeries } from '../transfers/row.ts';
import { type FoundTable, nameLookUps, tableRowsMax } from './buttons.ts';
import { tableCard } from './card.ts';
import { formatIsoTime, formatTableCsv } from './csv.ts';

export interface TableInput {
  leftOut?: readonly string[];
  asks: readonly LookUp[];
  sharedBy?: string | undefined;
  /** When a table is refreshed: the requests that the older table left to its button. */
  rest?: readonly LookUp[] | undefined;
  /** Whether the new table replaces an older one. */
  isRefresh?: boolean;
}

/**
 * Looks up many references, and answers with a table of the first 25 and a button that looks up the
 * rest.
 */
export const tableInquiry = {
  async find(input, services, asker): Promise<FoundTable> {
    const { leftOut = [], sharedBy, isRefresh } = input;
    const asks = input.asks.slice(0, tableRowsMax);
    const rest = [...input.asks.slice(tableRowsMax), ...(input.rest ?? [])];
    const refreshedAtMs = isRefresh ? Date.now() : undefined;
    const { rows, outages } = await lookUpMany(asks, services, asker);
    return { rows, rest, refreshedAtMs, leftOut, sharedBy, outages };
  },
  forChannel(found, mode) {
    const rows = found.rows.map((row) => maskRow(row, mode));
    return { ...found, rows };
  },
  recentLookUps: (found) => recentLookUps(found.rows),
  show: (found, reader, presentation) => tableCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<TableInput, FoundTable>;

/** Looks up a table again, and requeries its open records. */
export const tableCheckInquiry = {
  ...tableInquiry,
  find: (input, services, asker) => {
    const asks = input.asks.map((ask): LookUp => ({ ...ask, check: 'if open' }));
    return tableInquiry.find({ ...input, asks }, services, asker);
  },
} satisfies Inquiry<TableInput, FoundTable>;

/**
 * Sends a table as a CSV file. Looks the rows up again, as the button's value has requests and no
 * answers.
 */
export const tableFileInquiry = {
  find: async ({ asks }, services, asker) => (await lookUpMany(asks, services, asker)).rows,
  forChannel: (rows, mode) => rows.map((row) => maskRow(row, mode)),
  show(rows, { asker: { utcOffsetSeconds } }) {
    const day = formatIsoTime(Date.now(), utcOffsetSeconds).slice(0, 10);
    const file = {
      name: `transactions-${day}.csv`,
      content: formatTableCsv(rows, utcOffsetSeconds),
    };
    return {
      ...mrkdwnReply(
        `The table of ${nameLookUps(rows)} is in a direct message to you, as ${file.name}.`,
      ),
      file,
    };
  },
} satisfies Inquiry<Pick<TableInput, 'asks'>, readonly Row[]>;

/**
 * The most look-ups that one table makes at once: if they hang, some of the slots that tables share
 * are still free.
 */
const tableInFlightMax = 3;
/**
 * Deadline of a whole table; then, look-ups without an answer count as timed out, and those not
 * sent as not asked.
 */
const deadlineMs = 20_000;

/**
 * Looks up many at once, reports progress and adds answers to the history. A failed look-up affects
 * only its row; a transaction that was typed in several ways has one row.
 */
export async function lookUpMany(
  asks: readonly LookUp[],
  services: Pick<Services, 'transferApi' | 'known' | 'bankCounts'>,
  asker: Asker,
): ReturnType<typeof rememberAndRecall> {
  const endsAtMs = performance.now() + deadlineMs;
  const limit = pLimit(tableInFlightMax);
  let answered = 0;
  const report = () => asker.report(`asking: ${answered} of ${asks.length} answered so far`);

  const look = async (ask: LookUp): Promise<Row> => {
    const withinMs = endsAtMs - performance.now();
    const table = { key: limit, withinMs };
    const row: Row =
      withinMs > 0
        ? await lookUpRow(ask, services.transferApi, { table })
        : { ...ask, failure: 'not_asked' };

    answered += 1;
    report();

    return row;
  };

  report();
  const found = await Promise.all(asks.map((ask) => limit(look, ask)));
  const rows = mergeRows(
    found,
    asks.map(({ asked }) => asked),
  );

  return rememberAndRecall(tieRequeries(rows), services, asker);
}
