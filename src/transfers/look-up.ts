import { bold, code, date, mention, safeText } from '../blocks/mrkdwn.ts';
import { maskDots, withReversedFlag } from '../blocks/status.ts';
import type { CommandHead, Services } from '../command.ts';
import { AccessError, CutShortError, TransferApiError, UserError } from '../errors.ts';
import {
  type AnsweredLookUp,
  type BankCount,
  outageHint,
  type RecentLookUp,
  type SeenStatus,
} from '../history.ts';
import type { Asker } from '../policy.ts';
import { maskPersonal } from '../reading/personal.ts';
import { inUsualCase, isOwnReference } from '../reading/shapes.ts';
import { cut } from '../text.ts';
import type { LookUpOptions, TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { nameBank } from './answer.ts';
import { redactForStorage } from './disclosure.ts';
import {
  disagrees,
  failedRow,
  formatLookUp,
  type LookUp,
  type Row,
  recordRow,
  requeryRow,
  rowGroup,
  rowText,
  rowTitle,
} from './row.ts';

export const txnHead: CommandHead = { name: 'txn', about: 'transfers' };
export const tsqHead: CommandHead = { name: 'tsq', about: 'transfers' };

/** Facts from earlier look-ups that an answer shows. */
export interface Background {
  /**
   * The last look-up of the same transfer by another person; a channel is not shown who that was.
   */
  seen: SeenStatus | undefined;
  /** The receiving banks in the answer to which unusually many transfers are not settled. */
  outages: readonly BankCount[];
}

/** An answered look-up, with facts from earlier look-ups. */
export interface FoundLookUp {
  row: Row;
  /** In a comparison, the record that was requeried. */
  record?: Transaction | undefined;
  /**
   * When the answer was current, in milliseconds since 1970: when requested, minus its age if from
   * a cache.
   */
  askedAtMs: number;
  background: Background;
}

/**
 * Looks up a reference as typed or in its usual letter case, because people type `garo-8f3k2j1` on
 * a phone. The usual case is tried first for the service's own references, the typed one for
 * others; the second only after "not found".
 * @throws TransferApiError, UserError
 */
async function findTransaction(
  reference: string,
  transferApi: Pick<TransferApi, 'transaction'>,
  how?: LookUpOptions,
): Promise<TransactionAnswer> {
  const usual = inUsualCase(reference) ?? reference;
  const [first, second] = isOwnReference(reference) ? [usual, reference] : [reference, usual];
  try {
    return await transferApi.transaction(first, how);
  } catch (error) {
    const isNotFound = error instanceof TransferApiError && error.failure === 'not_found';
    if (!isNotFound || first === second) throw error;
    return transferApi.transaction(second, how);
  }
}

type Api = Pick<TransferApi, 'transaction' | 'requery'>;

/** @throws TransferApiError, UserError */
async function lookUp(ask: LookUp, transferApi: Api, how?: LookUpOptions): Promise<Row> {
  const { asked } = ask;
  return ask.isRequery
    ? requeryRow(ask, await transferApi.requery(asked, how))
    : recordRow(asked, await findTransaction(asked, transferApi, how));
}

/**
 * Runs one of many look-ups; a TransferApiError or UserError becomes a row. @throws others, such as
 * an abort reason
 */
export async function lookUpRow(ask: LookUp, transferApi: Api, how: LookUpOptions): Promise<Row> {
  return lookUp(ask, transferApi, how).catch((error: unknown) => {
    if (error instanceof TransferApiError) return failedRow(ask, error);
    if (error instanceof UserError) return { ...ask, failure: 'rejected' }; // not a valid reference, so not sent
    throw error;
  });
}

/**
 * Looks up one reference or transaction id, and adds the answer to the history. @throws
 * TransferApiError, UserError
 */
export async function lookUpWithBackground(
  ask: LookUp,
  services: Pick<Services, 'transferApi' | 'history'>,
  asker: Asker,
): Promise<FoundLookUp> {
  const askedAtMs = Date.now();
  const row = await withQueryPrefix(ask.asked, () => lookUp(ask, services.transferApi));
  return {
    row,
    askedAtMs: askedAtMs - (row.ageMs ?? 0),
    background: addToHistory([row], services, asker),
  };
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

/**
 * Adds look-ups to the history and returns facts from earlier ones; `seen` is about the first
 * answered row only.
 */
export function addToHistory(
  rows: readonly Row[],
  { history }: Pick<Services, 'history'>,
  asker: Asker,
): Background {
  const lookUps = rows.flatMap((row) => createHistoryEntry(row) ?? []);
  const [seen] = lookUps.map((each) => history.remember(each, asker.personId));
  const counts = history.counts();
  const banks = new Set(lookUps.flatMap((each) => each.bank ?? []));
  const outages = [...banks].flatMap((bank) => outageHint(counts, bank) ?? []);
  const worst = outages.toSorted((a, b) => b.unsettled - a.unsettled).slice(0, outagesMax);
  return { seen, outages: worst };
}

/** The longest status in the history, in characters. */
const wordsMax = 60;

/**
 * Builds the history entry of a look-up; `undefined` if the look-up failed. Only a record's entry
 * has the bank: a requery of the same transfer has a different key, so the transfer would be
 * counted twice for that bank.
 */
export function createHistoryEntry(row: Row): AnsweredLookUp | undefined {
  if (row.failure !== undefined) return undefined;
  const { status, reversedFlag, bank } = redactForStorage(row);
  return {
    asked: formatLookUp({ isRequery: row.isRequery, asked: row.asked }),
    words:
      withReversedFlag(status === maskDots ? '' : cut(status, wordsMax), reversedFlag) || undefined,
    group: rowGroup(row) ?? 'unknown',
    bank: row.isRequery ? undefined : bank,
  };
}

/**
 * Lists the answered look-ups with the status shown. The list stays in memory, only for the person
 * who saw it.
 */
export function recentLookUps(rows: readonly Row[]): RecentLookUp[] {
  return rows.flatMap((row) => {
    const { isRequery, transaction, failure, ofRecord, recorded } = row;
    const asked = isRequery ? row.asked : (transaction?.reference ?? row.asked);
    if (failure !== undefined || asked === '' || asked === maskDots) return [];
    if (ofRecord !== undefined && recorded !== undefined) {
      const status = `Record ${recorded}, requery ${rowText(row)}`; // neither status is treated as the truth
      return {
        asked: ofRecord,
        isRequery: false,
        status,
        group: disagrees(row) ? 'unknown' : rowGroup(row),
      };
    }
    const status = isRequery ? cut(rowText(row), wordsMax) : rowTitle(row);
    return { asked, isRequery, status, group: rowGroup(row) };
  });
}

/**
 * Removes the person who looked the transfer up earlier, because a channel may not read who it was.
 */
export function backgroundForChannel(background: Background): Background {
  return { ...background, seen: background.seen && { ...background.seen, personId: undefined } };
}

/**
 * Formats an answer's outages in Slack's mrkdwn, one line per bank: counts only, as the bot cannot
 * interpret them.
 * @param transactions the records in the answer, which give the banks' names
 */
export function formatHints(
  { outages }: Background,
  transactions: readonly Transaction[],
): string[] {
  return outages.map(
    ({ bank, asked, unsettled }) =>
      `${unsettled} of ${asked} to ${nameBank(transactions, bank)} not settled`,
  );
}

const dayMs = 24 * 3_600_000;

/** Formats an earlier look-up in Slack's mrkdwn: "Asked by <@U…> 6:40 PM: *pending*". */
export function formatSeenStatus({ personId, atMs, words }: SeenStatus, nowMs: number): string {
  const who = personId === undefined ? '' : ` by ${mention(personId)}`;
  const at = date(atMs, nowMs - atMs < dayMs / 2 ? 'time' : 'full');
  return `Asked${who} ${at}: ${bold(words === undefined ? 'no status' : safeText(words, 80))}`;
}
