import { bulkhead } from 'cockatiel';
import { TransferApiError, type TransferApiFailure, UserError } from '../errors.ts';
import type { TransferApi } from '../transfer-api/client.ts';
import type { Batch } from '../transfer-api/http.ts';
import type { FoundRow } from './row.ts';

/** Of the four places that all tables share: a table that hangs leaves one to another table. */
const inFlightMax = 3;

export interface Many {
  references: readonly string[];
  /** Requeried instead of looked up. */
  identifiers: readonly string[];
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
  { references, identifiers }: Many,
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  { deadlineMs = 20_000, onProgress }: LookUpManyOptions = {},
): Promise<FoundRow[]> {
  const endsAtMs = performance.now() + deadlineMs;
  const limit = bulkhead(inFlightMax, Number.POSITIVE_INFINITY);
  let answered = 0;

  const look = (asked: string, isRequery: boolean, ask: (batch: Batch) => Promise<FoundRow>): Promise<FoundRow> =>
    limit.execute(async () => {
      const withinMs = endsAtMs - performance.now();
      const row =
        withinMs <= 0
          ? failure(asked, isRequery, 'not_asked')
          : await ask({ key: limit, withinMs }).catch((error: unknown) => failed(asked, isRequery, error));
      answered += 1;
      onProgress?.(answered, references.length + identifiers.length);
      return row;
    });

  return Promise.all([
    ...references.map((asked) =>
      look(asked, false, async (batch) => ({
        kind: 'record',
        asked,
        answer: await transferApi.transaction(asked, batch),
      })),
    ),
    ...identifiers.map((asked) =>
      look(asked, true, async (batch) => ({
        kind: 'requery',
        asked,
        answer: await transferApi.requery(asked, batch),
      })),
    ),
  ]);
}

function failure(asked: string, isRequery: boolean, failed: TransferApiFailure): FoundRow {
  return { kind: 'failure', asked, failure: failed, isRequery };
}

/** Rethrows errors that are not the service's: they are ours, and for the error boundary. */
function failed(asked: string, isRequery: boolean, error: unknown): FoundRow {
  if (error instanceof TransferApiError) return failure(asked, isRequery, error.failure);
  if (error instanceof UserError) return failure(asked, isRequery, 'rejected');
  throw error;
}
