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

/** What a channel may read of it. */
export function maskRecalled<Found extends RecalledTransaction>(found: Found, mode: ShareAccountNumbers): Found {
  return { ...found, answer: maskTransaction(found.answer, mode), recalled: recalledForChannel(found.recalled) };
}

/** Its card, which tells what was asked before. */
export function recalledCard(options: TransactionCardOptions & RecalledTransaction): Reply {
  const { recalled, answer, timing } = options;
  const card = transactionCard(options);
  return withRecalled(card, { recalled, transactions: [answer.transaction], nowMs: timing.askedAtMs });
}
