import { AccessError, CutShortError, TransferApiError, UserError } from '../errors.ts';
import type { Counts } from '../history/counts.ts';
import { lookOf } from '../history/entry.ts';
import { failureHint, outageHint, type Recalled, recalledForChannel, seenBefore } from '../history/hints.ts';
import type { Services } from '../services.ts';
import { maskTransaction, type ShareAccountNumbers } from '../transfers/disclosure.ts';
import { type FoundTransaction, lookUp } from '../transfers/look-up.ts';
import type { FoundRow } from '../transfers/row.ts';
import type { Reply } from '../views/blocks.ts';
import { withRecalled } from '../views/history-lines.ts';
import { code } from '../views/mrkdwn.ts';
import { type TransactionCardOptions, transactionCard } from '../views/transaction-card.ts';
import type { Finding } from './command.ts';

/** A transaction that was looked up, with what was asked about it before. */
export interface RecalledTransaction extends FoundTransaction {
  recalled: Recalled;
  /** Whether the asker watches it; absent where no card says so. */
  isWatched?: boolean;
}

/** @throws TransferApiError */
export async function lookUpAndRecall(
  reference: string,
  services: Pick<Services, 'transferApi' | 'history'>,
  finding: Finding,
): Promise<RecalledTransaction> {
  const what = { asked: reference, isRequery: false };
  const found = await recallFailure(what, services, finding, () =>
    nameAsked(reference, () => lookUp(reference, services.transferApi)),
  );
  const { answer } = found;
  return { ...found, recalled: await recall({ kind: 'record', asked: reference, answer }, services, finding) };
}

/** As `lookUpAndRecall`, for a card of the asker's own. @throws TransferApiError */
export async function lookUpForCard(
  reference: string,
  services: Pick<Services, 'transferApi' | 'history' | 'watches'>,
  finding: Finding,
): Promise<RecalledTransaction> {
  const [found, isWatched] = await Promise.all([
    lookUpAndRecall(reference, services, finding),
    watches(reference, services, finding),
  ]);
  return { ...found, isWatched };
}

/** No card fails because watches cannot be read. */
async function watches(reference: string, services: Pick<Services, 'watches'>, { asker }: Finding): Promise<boolean> {
  try {
    return (await services.watches.of(asker.personId)).some((watch) => watch.reference === reference);
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** What a channel may read of it. */
export function maskRecalled<Found extends RecalledTransaction>(found: Found, mode: ShareAccountNumbers): Found {
  return {
    ...found,
    answer: maskTransaction(found.answer, mode),
    recalled: recalledForChannel(found.recalled),
    isWatched: false,
  };
}

/** Its card, which tells what was asked before. */
export function recalledCard(options: TransactionCardOptions & RecalledTransaction): Reply {
  const { recalled, answer, timing, isWatched } = options;
  const card = transactionCard({ ...options, watch: isWatched ? 'on' : undefined });
  return withRecalled(card, { recalled, transactions: [answer.transaction], nowMs: timing.askedAtMs });
}

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

/** Runs what may be refused for a reason that does not know what was asked; answers come out of order, so it is named. */
export async function nameAsked<T>(asked: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const saysMore = error instanceof AccessError || error instanceof CutShortError;
    if (!(error instanceof UserError) || saysMore) throw error;
    throw new UserError(`${code(asked, 60)}: ${error.message}`);
  }
}
