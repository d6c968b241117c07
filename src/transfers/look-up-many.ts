import { bulkhead } from 'cockatiel';
import { TransferApiError, type TransferApiErrorDetails, type TransferApiFailure, UserError } from '../errors.ts';
import type { TransferApi } from '../transfer-api/client.ts';
import type { Batch } from '../transfer-api/request.ts';
import type { Ask, FoundRow, OfRecord } from './row.ts';

/** Of the four places that all tables share: a table that hangs leaves one to another table. */
const inFlightMax = 3;

export interface Many {
  references: readonly string[];
  /** Requeried instead of looked up. */
  identifiers: readonly string[];
  /** The records that identifiers are the ids of. */
  records?: ReadonlyMap<string, OfRecord>;
}

export interface LookUpManyOptions {
  /**
   * For all of them together, in milliseconds; after it, unanswered look-ups count as timed out, unsent ones as not
   * asked.
   */
  deadlineMs?: number;
  onProgress?: ((answered: number, all: number) => void) | undefined;
}

/** Looks up many at once; a failure becomes a row like any other and does not affect the others. */
export async function lookUpMany(
  { references, identifiers, records }: Many,
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  { deadlineMs = 20_000, onProgress }: LookUpManyOptions = {},
): Promise<FoundRow[]> {
  const endsAtMs = performance.now() + deadlineMs;
  const limit = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);
  let answered = 0;

  const look = (ask: Ask): Promise<FoundRow> =>
    limit.execute(async () => {
      const withinMs = endsAtMs - performance.now();
      const row =
        withinMs <= 0
          ? failure(ask, 'not_asked')
          : await answer(ask, transferApi, { key: limit, withinMs }).catch((error: unknown) => failed(ask, error));
      answered += 1;
      onProgress?.(answered, references.length + identifiers.length);
      return row;
    });

  return Promise.all([
    ...references.map((asked) => look({ isRequery: false, asked })),
    ...identifiers.map((asked) => look({ isRequery: true, asked, ...records?.get(asked) })),
  ]);
}

async function answer(
  { isRequery, asked, ofRecord, recorded }: Ask,
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  batch: Batch,
): Promise<FoundRow> {
  return isRequery
    ? { kind: 'requery', asked, ofRecord, recorded, answer: await transferApi.requery(asked, batch) }
    : { kind: 'record', asked, answer: await transferApi.transaction(asked, batch) };
}

function failure(ask: Ask, why: TransferApiFailure, reason?: TransferApiErrorDetails['reason']): FoundRow {
  return { kind: 'failure', ...ask, failure: why, reason };
}

/** Rethrows errors that are not the service's: they are ours, and for the error boundary. */
function failed(ask: Ask, error: unknown): FoundRow {
  if (error instanceof TransferApiError) return failure(ask, error.failure, error.details.reason);
  if (error instanceof UserError) return failure(ask, 'rejected');
  throw error;
}
