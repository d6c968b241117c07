import pLimit from 'p-limit';
import type { Asker, Inquiry } from '../command.ts';
import { TransferApiError, type TransferApiFailure, UserError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { TransferApi } from '../transfer-service/client.ts';
import type { Batch } from '../transfer-service/request.ts';
import { type Background, backgroundForChannel, hintLines } from '../transfers/background.ts';
import { agedLines } from '../transfers/card.ts';
import { maskRow } from '../transfers/disclosure.ts';
import { backgroundOf, findTransaction, recentLookUps } from '../transfers/look-up.ts';
import { type Ask, type FoundRow, failedRow, rowOf } from '../transfers/row.ts';
import type { TableActionsOptions } from './actions.ts';
import { tableCard } from './card.ts';
import { isoTime, tableCsv } from './csv.ts';

export const tableMax = 25;

export interface TableInput {
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[];
  asks: readonly Ask[];
  /** The person who shared the table. */
  sharedBy?: string | undefined;
  /** What is behind its button already. */
  rest?: readonly Ask[] | undefined;
  /** Whether it takes the place of an older table. */
  isRefresh?: boolean;
}

export interface FoundTable extends Omit<TableActionsOptions, 'audience'> {
  leftOut: readonly string[];
  rows: readonly FoundRow[];
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
    const rows = found.rows.map(rowOf);
    const transactions = rows.flatMap(({ transaction }) => transaction ?? []);
    const utcOffsetSeconds = reader.audience === 'asker' ? reader.asker.utcOffsetSeconds : undefined;
    const hints = [...agedLines(rows), ...hintLines(found.background, transactions)];
    return tableCard({ ...found, rows, hints, utcOffsetSeconds, ...reader, ...presentation });
  },
} satisfies Inquiry<TableInput, FoundTable>;

/** The table as a file. It looks the rows up again: the button carries only what to ask for. */
export const tableFile = {
  find: async ({ asks }, services, asker) => (await lookUpMany(asks, services, asker, 'answer')).rows,
  forChannel: (rows, mode) => rows.map((row) => maskRow(row, mode)),
  show(rows, { asker: { utcOffsetSeconds } }) {
    const day = isoTime(Date.now(), utcOffsetSeconds).slice(0, 10);
    return { name: `transactions-${day}.csv`, content: tableCsv(rows.map(rowOf), utcOffsetSeconds) };
  },
} satisfies Inquiry<Pick<TableInput, 'asks'>, readonly FoundRow[], { name: string; content: string }>;

/** Looks up many at once, reports how far it is, and remembers them. */
export async function lookUpMany(
  asks: readonly Ask[],
  services: Pick<Services, 'transferApi' | 'history'>,
  asker: Asker,
  what: 'table' | 'answer',
): Promise<{ rows: FoundRow[]; background: Background }> {
  const report = (answered: number) =>
    asker.report(`Still asking: ${answered} of ${asks.length} answered so far. The ${what} will follow here.`);
  report(0);
  const rows = await lookUpAll(asks, services.transferApi, { onProgress: report });
  return { rows, background: backgroundOf(rows, services, asker) };
}

/** Of the four places that all tables share: a table that hangs leaves one to another table. */
const inFlightMax = 3;

interface LookUpAllOptions {
  /**
   * For all of them together, in milliseconds; after it, unanswered look-ups count as timed out, unsent ones as not
   * asked.
   */
  deadlineMs?: number;
  onProgress?: ((answered: number) => void) | undefined;
}

/** Looks up many at once; a failure becomes a row like any other and does not affect the others. */
export async function lookUpAll(
  asks: readonly Ask[],
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  { deadlineMs = 20_000, onProgress }: LookUpAllOptions = {},
): Promise<FoundRow[]> {
  const endsAtMs = performance.now() + deadlineMs;
  const limit = pLimit(inFlightMax);
  let answered = 0;

  const look = (ask: Ask): Promise<FoundRow> =>
    limit(async () => {
      const withinMs = endsAtMs - performance.now();
      const row =
        withinMs <= 0
          ? failure(ask, 'not_asked')
          : await answer(ask, transferApi, { key: limit, withinMs }).catch((error: unknown) => failed(ask, error));
      answered += 1;
      onProgress?.(answered);
      return row;
    });

  return Promise.all(asks.map(look));
}

async function answer(
  { isRequery, asked, ofRecord, recorded }: Ask,
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  batch: Batch,
): Promise<FoundRow> {
  return isRequery
    ? { kind: 'requery', asked, ofRecord, recorded, answer: await transferApi.requery(asked, { batch }) }
    : { kind: 'record', asked, answer: await findTransaction(asked, transferApi, { batch }) };
}

function failure(ask: Ask, why: TransferApiFailure): FoundRow {
  return { kind: 'failure', ...ask, failure: why };
}

/** Rethrows errors that are not the service's: they are ours, and for the error boundary. */
function failed(ask: Ask, error: unknown): FoundRow {
  if (error instanceof TransferApiError) return failedRow(ask, error);
  if (error instanceof UserError) return failure(ask, 'rejected');
  throw error;
}
