import { UserError } from '../errors.ts';
import { type Recalled, recalledForChannel } from '../history/recalled.ts';
import type { Services } from '../services.ts';
import { type FoundTransaction, lookUp } from '../transfers/look-up.ts';
import { maskTransaction, type ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import type { Reply } from '../views/blocks.ts';
import { withRecalled } from '../views/recalled-lines.ts';
import { type TransactionCardOptions, transactionCard } from '../views/transaction-card.ts';
import type { Finding } from './command.ts';
import { nameAsked } from './name-asked.ts';
import { recall, recallFailure } from './recall.ts';

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
