import { TransferApiError } from '../errors.ts';
import type { Counts } from '../history/counts.ts';
import { lookOf } from '../history/look.ts';
import { failureHint, outageHint } from '../history/outage-hint.ts';
import type { Recalled } from '../history/recalled.ts';
import { seenBefore } from '../history/seen-before.ts';
import type { Services } from '../services.ts';
import type { FoundRow } from '../transfers/row.ts';
import type { Finding } from './command.ts';

/** More lines would push a table's totals out of its message. */
const outagesMax = 3;

type Remembering = Pick<Services, 'history'>;

/** Remembers a look-up, and recalls what was asked about the same before. */
export async function recall(row: FoundRow, { history }: Remembering, { asker }: Finding): Promise<Recalled> {
  const look = lookOf(row);
  if (look === undefined) return { seen: [], outages: [], failure: undefined };
  const { before, counts } = await history.remember(look, asker.personId);
  const banks = 'bank' in look ? [look.bank] : [];
  return { seen: seenBefore(before, asker.personId, Date.now()), ...hintsOf(counts, banks) };
}

/** As `recall`, for many together; of what was asked before of each of them nothing is told. */
export async function recallAll(
  rows: readonly FoundRow[],
  { history }: Remembering,
  { asker }: Finding,
): Promise<Recalled> {
  const looks = rows.flatMap((row) => lookOf(row) ?? []);
  const counts = await history.rememberAll(looks, asker.personId);
  const banks = looks.map((look) => ('bank' in look ? look.bank : undefined));
  return { seen: [], ...hintsOf(counts, banks) };
}

/** Runs a look-up and remembers it when it fails. @throws TransferApiError, which says how many others ended alike */
export async function recallFailure<T>(
  what: { asked: string; isRequery: boolean },
  services: Remembering,
  finding: Finding,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransferApiError)) throw error;
    const { failure } = error;
    const { failure: alike } = await recall({ kind: 'failure', ...what, failure }, services, finding);
    throw alike?.failure === failure ? new TransferApiError(failure, { ...error.details, alike }) : error;
  }
}

function hintsOf(counts: Counts | undefined, banks: readonly (string | undefined)[]): Omit<Recalled, 'seen'> {
  if (counts === undefined) return { outages: [], failure: undefined };
  const outages = [...new Set(banks)].flatMap((bank) => (bank === undefined ? [] : (outageHint(counts, bank) ?? [])));
  const worst = outages.toSorted((a, b) => b.unsettled - a.unsettled).slice(0, outagesMax);
  return { outages: worst, failure: failureHint(counts) };
}
