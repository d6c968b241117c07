import { elapsedMs, withTimeout } from '../async.ts';
import { type BankCount, type CountedTransfer, outageHint } from '../bank-counts.ts';
import { bold, code, mention, recentDate, safeText } from '../blocks/mrkdwn.ts';
import { maskDots } from '../blocks/status.ts';
import type { CommandHead, Services } from '../command.ts';
import {
  AccessError,
  CutShortError,
  onError,
  StoreError,
  TransferApiError,
  UserError,
} from '../errors.ts';
import type { Asker } from '../policy.ts';
import { maskPersonal } from '../reading/personal.ts';
import { readingsOf } from '../reading/shapes.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';
import { cut, isDefined } from '../text.ts';
import type { LookUpOptions, TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { nameBank } from './card-parts.ts';
import { comparedRequery, disagrees, isOpen } from './contradictions.ts';
import { storableBankCode } from './disclosure.ts';
import { type Sighting, seenStatusMax, seenWords } from './known.ts';
import type { Reporter } from './known-store.ts';
import {
  failedRow,
  type LookUp,
  type Row,
  recordRow,
  requeryIdOf,
  requeryRow,
  rowGroup,
  rowText,
  rowTitle,
} from './row.ts';
import type { Watched } from './snapshot.ts';

export const txnHead: CommandHead = { name: 'txn', about: 'transfers' };
export const tsqHead: CommandHead = { name: 'tsq', about: 'transfers' };

/** An answered look-up, and what its card says around it. */
export interface FoundCard {
  row: Row;
  /**
   * When the answer was current, in milliseconds since 1970: when requested, minus its age if from
   * a cache.
   */
  askedAtMs: number;
  outages: readonly BankCount[];
  sharedBy?: string | undefined;
  /** What was shown by the card that this card replaces. */
  seen?: Watched | undefined;
  /** Words of the user's request that were not looked up. */
  leftOut?: readonly string[] | undefined;
  /** Whether the card's only reader already watches the transaction. */
  isWatched?: boolean;
}

/**
 * Looks up what a typed reference may mean (`readingsOf`), one reading after the other, until one
 * is found.
 * @throws TransferApiError, UserError
 */
async function findTransaction(
  typed: string,
  transferApi: Pick<TransferApi, 'transaction'>,
  how?: LookUpOptions,
): Promise<TransactionAnswer> {
  let notFound: unknown;
  for (const reading of readingsOf(typed)) {
    try {
      return await transferApi.transaction(reading, how);
    } catch (error) {
      const isNotFound = error instanceof TransferApiError && error.failure === 'not_found';
      if (!isNotFound) throw error;
      if (reading === typed) notFound = error;
    }
  }

  throw notFound;
}

type Api = Pick<TransferApi, 'transaction' | 'requery'>;

/** @throws TransferApiError, UserError */
async function lookUp(ask: LookUp, transferApi: Api, how: LookUpOptions = {}): Promise<Row> {
  const { isRequery, asked, check } = ask;
  if (isRequery) return requeryRow(asked, await transferApi.requery(asked, how));

  const startedAtMs = performance.now();
  const found = await findTransaction(asked, transferApi, how);
  const tookMs = elapsedMs(startedAtMs);
  const row: Row = { ...recordRow(asked, found), check };
  const isRequeried = check === 'always' || (check === 'if open' && isOpen(row));

  return isRequeried ? requeryRecord(row, transferApi, how, tookMs) : row;
}

/** How long at least a person who has waited for a record waits for its requery. */
const requeryWaitMs = 2_000;

/**
 * Requeries a record by its id, although the API spec does not say that a requery takes this
 * number. A requery that fails, or takes longer than its record, does not hold the record back.
 * @param tookMs how long the record took, in milliseconds
 */
async function requeryRecord(
  row: Row,
  transferApi: Api,
  how: LookUpOptions,
  tookMs: number,
): Promise<Row> {
  const id = requeryIdOf(row);
  if (id === undefined) return row;

  const ask = { isRequery: true, asked: id };
  const answered = answerOrFailure(ask, async () =>
    requeryRow(id, await transferApi.requery(id, how), row.transaction),
  );
  const late = (): Row => ({ ...ask, failure: 'timeout' });
  const waitMs = Math.max(requeryWaitMs, tookMs);
  const isInBackground = how.background !== undefined; // nobody waits for a list or a watch
  const requeried = isInBackground
    ? await answered
    : await withTimeout(waitMs, answered).catch(onError(StoreError, late));

  return { ...row, requeried, ageMs: Math.max(row.ageMs ?? 0, requeried.ageMs ?? 0) || undefined };
}

/** Runs a look-up; a TransferApiError or UserError becomes a row. */
async function answerOrFailure(ask: LookUp, run: () => Promise<Row>): Promise<Row> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TransferApiError) return failedRow(ask, error);
    if (error instanceof UserError) return { ...ask, failure: 'rejected' }; // invalid, so not sent
    throw error;
  }
}

/**
 * Runs one of many look-ups; a TransferApiError or UserError becomes a row. @throws others, such as
 * an abort reason
 */
export async function lookUpRow(ask: LookUp, transferApi: Api, how: LookUpOptions): Promise<Row> {
  return answerOrFailure(ask, () => lookUp(ask, transferApi, how));
}

/**
 * Looks up one reference or transaction id, and adds what is known of it. @throws TransferApiError,
 * UserError
 */
export async function lookUpWithKnown(
  ask: LookUp,
  services: Pick<Services, 'transferApi' | 'known' | 'bankCounts'>,
  asker: Asker,
): Promise<FoundCard> {
  const askedAtMs = Date.now();
  const found = await withQueryPrefix(ask.asked, () => lookUp(ask, services.transferApi));
  const { rows, outages } = await rememberAndRecall([found], services, asker);
  const [row = found] = rows;
  return { row, askedAtMs: askedAtMs - (row.ageMs ?? 0), outages };
}

/**
 * Runs a look-up. Puts `asked` before a plain UserError's message (no subclass's): answers arrive
 * out of order.
 */
export async function withQueryPrefix<T>(asked: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const saysMore = error instanceof AccessError || error instanceof CutShortError;
    if (!(error instanceof UserError) || saysMore) throw error;
    throw new UserError(`${code(maskPersonal(asked), 60)}: ${error.message}`);
  }
}

/**
 * The most outage hints in an answer: more hints would push a table's totals out of its message.
 */
const outagesMax = 3;

/** Adds what is known to rows, and remembers and counts what they report. */
export async function rememberAndRecall(
  rows: readonly Row[],
  { known, bankCounts }: Pick<Services, 'known' | 'bankCounts'>,
  asker: Reporter,
): Promise<{ rows: Row[]; outages: readonly BankCount[] }> {
  const recalled = await known.recall(rows, asker);
  const transfers = rows.map(countedTransfer).filter(isDefined);

  for (const transfer of transfers) bankCounts.add(transfer);

  const counts = bankCounts.counts();
  const banks = new Set(transfers.map(({ bank }) => bank));
  const outages = [...banks]
    .map((bank) => (bank === undefined ? undefined : outageHint(counts, bank)))
    .filter(isDefined)
    .sort((a, b) => b.unsettled - a.unsettled);

  return { rows: recalled, outages: outages.slice(0, outagesMax) };
}

/** Returns what is counted of a record: a requery of the same transfer would count it twice. */
function countedTransfer(row: Row): CountedTransfer | undefined {
  if (row.failure !== undefined || row.isRequery) return undefined;

  const { destinationBankCode, sourceBankCode } = row.transaction ?? {};
  return {
    reference: row.asked,
    group: rowGroup(row) ?? 'unknown',
    bank: storableBankCode(destinationBankCode),
    sender: storableBankCode(sourceBankCode),
  };
}

/**
 * Lists the answered look-ups with the status shown. The list stays in memory, only for the person
 * who saw it.
 */
export function recentLookUps(rows: readonly Row[]): RecentLookUp[] {
  const recent: RecentLookUp[] = [];
  for (const row of rows) {
    const { isRequery, asked, failure } = row;
    if (failure !== undefined || asked === '' || asked === maskDots) continue;

    const status = isRequery ? cut(rowText(row), seenStatusMax) : rowTitle(row);
    const compared = !isRequery && disagrees(row) ? comparedRequery(row) : undefined;
    const both = compared && `Record ${rowText(row)}, requery ${compared.words}`;
    const group = both === undefined ? rowGroup(row) : 'unknown'; // neither is taken as the truth

    recent.push({ asked, isRequery, status: both ?? status, group });
  }

  return recent;
}

/**
 * Formats an answer's outages in Slack's mrkdwn, one line per bank: counts only, as the bot cannot
 * interpret them.
 * @param transactions the records in the answer, which give the banks' names
 */
export function formatHints(
  outages: readonly BankCount[],
  transactions: readonly Transaction[],
): string[] {
  return outages.map(
    ({ bank, asked, unsettled }) =>
      `${unsettled} of ${asked} to ${nameBank(transactions, bank)} not final`,
  );
}

/**
 * Formats an earlier look-up in Slack's mrkdwn: "Asked by <@U…> 6:40 PM: *pending*", or "Requeried
 * by …".
 */
export function formatSeenStatus(sighting: Sighting, nowMs: number): string {
  const { personId, atMs, reference } = sighting;
  const asked = reference === undefined ? 'Requeried' : 'Asked';
  const who = personId === undefined ? '' : ` by ${mention(personId)}`;
  return `${asked}${who} ${recentDate(atMs, nowMs)}: ${bold(safeText(seenWords(sighting)))}`;
}
