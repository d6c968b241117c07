import { code } from '../blocks/mrkdwn.ts';
import { hidden, withReversedFlag } from '../blocks/status.ts';
import type { CommandHead } from '../command.ts';
import { AccessError, CutShortError, TransferApiError, UserError } from '../errors.ts';
import { failureHint, type LookedUp, outageHint, type RecentLookUp } from '../history.ts';
import type { Asker } from '../policy.ts';
import { inUsualCase, isOwn } from '../reading/shapes.ts';
import type { Services } from '../services.ts';
import { cut } from '../text.ts';
import type { Aged, TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import type { LookUpOptions } from '../transfer-service/request.ts';
import type { Background } from './background.ts';
import { storable } from './disclosure.ts';
import { headlineOf } from './requery-answer.ts';
import {
  type Ask,
  askLine,
  failedRow,
  groupOf,
  type RecordRow,
  type Row,
  recordRow,
  requeryRow,
  resultOf,
  wordsOf,
} from './row.ts';

/** Of words that are remembered, in characters. */
const wordsMax = 60;

/** Those that were answered, in the words of the answer that was shown: for its reader alone, in memory. */
export function recentLookUps(rows: readonly Row[]): RecentLookUp[] {
  return rows.flatMap((row) => {
    const { asked, isRequery, requery, failure } = row;
    const status = requery ? cut(headlineOf(requery), wordsMax) : resultOf(row);
    return failure === undefined ? { asked, isRequery, status, group: groupOf(row) } : [];
  });
}

export function recentLookUpOfRecord(answer: TransactionAnswer): RecentLookUp[] {
  const { reference } = answer.transaction;
  if (!reference || reference === hidden) return [];
  return recentLookUps([recordRow(reference, answer)]);
}

/** A record that was requeried: the words of both, as neither is taken for the truth. */
export function recentLookUpOfBoth(record: TransactionAnswer, requeried: Row): RecentLookUp[] {
  const { reference } = record.transaction;
  if (!reference) return [];
  const rows = [recordRow(reference, record), requeried];
  const [recordWords, requeryWords] = rows.map(wordsOf);
  const groups = new Set(rows.flatMap((row) => groupOf(row) ?? []));
  const [group] = groups;
  return [
    {
      asked: reference,
      isRequery: false,
      status: `Record ${recordWords}, requery ${requeryWords}`,
      group: groups.size === 1 ? group : 'unknown',
    },
  ];
}

/** `/txn`. */
export const txnHead: CommandHead = {
  name: 'txn',
  about: 'transfers',
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text.replace(/^(?:watch|unwatch|stop watching) /, ''))}. The answer will follow here.`,
};

/** What was looked up, with what was asked about it before. */
export interface WithBackground<Found extends Row> {
  row: Found;
  /** Milliseconds since 1970, less the age of an answer out of a cache: a card says how old it is. */
  askedAtMs: number;
  background: Background;
}

export type TransactionWithBackground = WithBackground<RecordRow>;

/**
 * Looks up a reference in both cases of letters that it may have: people type `garo-8f3k2j1` on a phone. The service's own
 * are asked for in their usual case first, others as they were typed.
 * @throws TransferApiError
 */
export async function findTransaction(
  reference: string,
  transferApi: Pick<TransferApi, 'transaction'>,
  how?: LookUpOptions,
): Promise<TransactionAnswer> {
  const usual = inUsualCase(reference) ?? reference;
  const [first, second] = isOwn(reference) ? [usual, reference] : [reference, usual];
  try {
    return await transferApi.transaction(first, how);
  } catch (error) {
    const isNotFound = error instanceof TransferApiError && error.failure === 'not_found';
    if (!isNotFound || first === second) throw error;
    return transferApi.transaction(second, how);
  }
}

/** Looks up one of many: that the service fails is a row too. */
export async function lookUpRow(
  ask: Ask,
  transferApi: Pick<TransferApi, 'transaction' | 'requery'>,
  how: LookUpOptions,
): Promise<Row> {
  const { asked } = ask;
  try {
    return ask.isRequery
      ? requeryRow(ask, await transferApi.requery(asked, how))
      : recordRow(asked, await findTransaction(asked, transferApi, how));
  } catch (error) {
    if (error instanceof TransferApiError) return failedRow(ask, error);
    throw error;
  }
}

/** @throws TransferApiError */
export function lookUpWithBackground(
  reference: string,
  services: Pick<Services, 'transferApi' | 'history'>,
  asker: Asker,
): Promise<TransactionWithBackground> {
  const find = async () => recordRow(reference, await findTransaction(reference, services.transferApi));
  const ask = { asked: reference, isRequery: false };
  return withBackgroundOf(ask, () => nameQuery(reference, find), services, asker);
}

/** More lines would push a table's totals out of its message. */
const outagesMax = 3;

/** Remembers look-ups, and recalls what was asked before: of the first of them, who saw what. */
export function backgroundOf(rows: readonly Row[], { history }: Pick<Services, 'history'>, asker: Asker): Background {
  const lookUps = rows.flatMap((row) => historyEntryOf(row) ?? []);
  if (lookUps.length === 0) return { seen: undefined, outages: [], failure: undefined };
  const [seen] = lookUps.map((lookUp) => history.remember(lookUp, asker.personId));
  const counts = history.counts();
  const banks = new Set(lookUps.flatMap((lookUp) => ('bank' in lookUp ? (lookUp.bank ?? []) : [])));
  const outages = [...banks].flatMap((bank) => outageHint(counts, bank) ?? []);
  const worst = outages.toSorted((a, b) => b.unsettled - a.unsettled).slice(0, outagesMax);
  return { seen, outages: worst, failure: failureHint(counts) };
}

/**
 * Looks one thing up, and remembers its answer or its failure.
 * @throws TransferApiError, which says how many others ended alike
 */
export async function withBackgroundOf<Found extends Row>(
  ask: Ask,
  look: () => Promise<Found>,
  services: Pick<Services, 'history'>,
  asker: Asker,
): Promise<WithBackground<Found>> {
  const askedAtMs = Date.now();
  try {
    const row = await look();
    const { ageMs = 0 }: Aged = row.record ?? row.requery ?? {};
    return { row, askedAtMs: askedAtMs - ageMs, background: backgroundOf([row], services, asker) };
  } catch (error) {
    if (!(error instanceof TransferApiError)) throw error;
    const { failure } = error;
    const { failure: alike } = backgroundOf([failedRow(ask, error)], services, asker);
    throw alike?.failure === failure ? new TransferApiError(failure, { ...error.details, alike }) : error;
  }
}

/** Runs what may be refused for a reason that does not know what was asked; answers come out of order, so it is named. */
export async function nameQuery<T>(asked: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const saysMore = error instanceof AccessError || error instanceof CutShortError;
    if (!(error instanceof UserError) || saysMore) throw error;
    throw new UserError(`${code(asked, 60)}: ${error.message}`);
  }
}

/**
 * Reads it from a look-up; `undefined` when the service was not asked. The bank is a record's alone: a requery of the
 * same transfer has another name, and would count it twice.
 */
export function historyEntryOf(row: Row): LookedUp | undefined {
  const asked = askLine({ isRequery: row.isRequery, asked: row.asked });
  if (row.failure !== undefined) return row.failure === 'not_asked' ? undefined : { asked, failure: row.failure };
  const { status, reversedFlag, bank } = storable(row);
  return {
    asked,
    words: withReversedFlag(status === hidden ? '' : cut(status, wordsMax), reversedFlag) || undefined,
    group: groupOf(row) ?? 'unknown',
    bank: row.isRequery ? undefined : bank,
  };
}
