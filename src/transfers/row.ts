// A look-up and its answer; the words and groups of a status alone are in `blocks/status.ts`.

import {
  failureTexts,
  unreachableRow,
  unreadableReason,
  wrongServiceUrl,
} from '../blocks/failure-words.ts';
import { amount } from '../blocks/mrkdwn.ts';
import {
  isReversed,
  type StatusGroup,
  statusGroup,
  statusTitle,
  statusWords,
  withReversedFlag,
} from '../blocks/status.ts';
import type { TransferApiError, TransferApiErrorDetails, TransferApiFailure } from '../errors.ts';
import { refusedKindName } from '../reading/personal.ts';
import { cut, foldBlanks, isDefined, joinNonEmpty } from '../text.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { currencyOf, type Transaction } from '../transfer-service/fields.ts';
import type { Known } from './known.ts';
import {
  type OtherTransfer,
  readAmount,
  readOtherId,
  readOtherTransfer,
  readResponseCode,
  readReversedFlag,
  readStatuses,
} from './requery-answer.ts';

const otherIdMax = 40;

/**
 * The request behind a row, to be repeated later: a requery takes a transaction id, any other
 * look-up a reference.
 */
export interface LookUp {
  isRequery: boolean;
  /**
   * A transaction id or a reference: as it was typed, until a record states its own. Nothing may
   * change that one's letter case, since two records of a service may differ in nothing else.
   */
  asked: string;
  /** Whether the record is also requeried, by its `id`: always, or only while it is open. */
  check?: 'always' | 'if open' | undefined;
}

/**
 * A look-up: the request, so that it can be repeated, and the answer or failure, parsed once on
 * arrival.
 */
export interface Row extends LookUp {
  /** What was typed to get here: several texts where one transaction was typed in several ways. */
  typed?: readonly string[] | undefined;
  /**
   * The service's status. A requery may report several different statuses, which are joined by
   * commas here.
   */
  status?: string | undefined;
  /** Requery only: each different status in the answer. */
  statuses?: readonly string[];
  /** Requery only: the response code, which never replaces or changes a status. */
  code?: string | undefined;
  /** A requery's answer, which need not be a record, is searched for the flag at any depth. */
  reversedFlag?: string | undefined;
  /** The transaction id in a requery's answer, if it isn't the one that was sent. */
  otherId?: string | undefined;
  /**
   * Requery only: the answer is about another transfer than the record, so nothing of it is in this
   * row but `requery`.
   */
  other?: OtherTransfer | undefined;
  transaction?: Transaction | undefined;
  /**
   * The whole answer. A channel gets a record's known fields only, and never `requery`; lists store
   * neither.
   */
  record?: TransactionAnswer;
  requery?: RequeryAnswer;
  /** The answer's age, if it came from a cache between the bot and the service. */
  ageMs?: number | undefined;
  /** Of a record: its own id, if that was asked for beside the reference. */
  tiedId?: string | undefined;
  /** Of a record: its requery, if it was made together with this look-up. */
  requeried?: Row | undefined;
  /** What the team knows of the transaction besides this answer. */
  known?: Known | undefined;
  /** Masked rows only: whether the row disagreed when its words could still be read. */
  verdict?: boolean | undefined;
  /** Masked rows only: what the service left empty of a record (`findEmptyFields`). */
  emptyFields?: readonly string[] | undefined;
  /** Absent when the service reported on the transfer. */
  failure?: TransferApiFailure | undefined;
  reason?: TransferApiErrorDetails['reason'];
  /** The service's own message of a failure; a channel reads none, and lists store none. */
  serviceMessage?: string | undefined;
  /** What the service said of a failure, to the asker alone: see `TransferApiErrorDetails`. */
  stated?: string | undefined;
  retryAfterMs?: number | undefined;
  /** If `failure` is `unreachable`: whether an HTTP error came back. */
  wasAnswered?: boolean | undefined;
}

export function failedRow(
  ask: LookUp,
  { failure, details: { reason, status, serviceMessage, stated, retryAfterMs } }: TransferApiError,
): Row {
  const wasAnswered = failure === 'unreachable' ? status !== undefined : undefined;
  const quoted = failureTexts[failure].isQuoted ? serviceMessage : undefined;
  return { ...ask, failure, reason, wasAnswered, serviceMessage: quoted, stated, retryAfterMs };
}

export function recordRow(typed: string, record: TransactionAnswer) {
  const { transaction, ageMs } = record;
  const { reference = typed, status, reversedFlag } = transaction;
  return {
    isRequery: false,
    asked: reference,
    typed: [typed],
    status,
    reversedFlag,
    transaction,
    record,
    ageMs,
  } satisfies Row;
}

/**
 * Creates the row of a requery's answer. If the answer is about another transfer than the record,
 * the row has nothing of it but what differs.
 * @param record the record whose id was sent, if the requery was started from one
 */
export function requeryRow(asked: string, requery: RequeryAnswer, record?: Transaction): Row {
  const row = { isRequery: true, asked, requery, ageMs: requery.ageMs };
  const other = record && readOtherTransfer(requery, record);
  if (other) return { ...row, other };

  const amount = readAmount(requery);
  const currency = currencyOf([requery.payload, requery.rest]);
  const hasMoney = amount !== undefined || currency !== undefined;
  const transaction = requery.transaction ?? (hasMoney ? { amount } : undefined);
  const statuses = readStatuses(requery);

  return {
    ...row,
    statuses,
    status: statuses.join(', '),
    code: readResponseCode(requery),
    reversedFlag: readReversedFlag(requery),
    otherId: readOtherId(requery, asked),
    transaction: transaction && { ...transaction, currency },
  };
}

/**
 * The identity of a row's transaction: the reference that its record states or, while no record is
 * known, the text that was typed. `undefined` for a requery by an identifier alone.
 */
export function referenceOf({ isRequery, asked }: LookUp): string | undefined {
  return isRequery ? undefined : asked;
}

/**
 * Merges the rows of one transaction that was typed in several ways, so that it counts once. If one
 * way of typing got an answer and another got none, the row has the answer.
 * @param typed what was typed for each row
 */
export function mergeRows(rows: readonly Row[], typed: readonly string[]): Row[] {
  const merged = new Map<string, Row>();
  for (const [at, row] of rows.entries()) {
    const key = formatLookUp(row);
    const before = merged.get(key);
    const isBetter = before === undefined || before.failure !== undefined;
    const all = [...(before?.typed ?? []), typed[at] ?? row.asked];
    merged.set(key, { ...(isBetter ? row : before), typed: [...new Set(all)] });
  }

  return [...merged.values()];
}

/** Ties the requery of an id to the record that has it, so that the transfer counts once. */
export function tieRequeries(rows: readonly Row[]): Row[] {
  const tied = new Set<Row>();
  const records = rows.map((row): Row => {
    const id = row.isRequery ? undefined : requeryIdOf(row);
    const requery = rows.find(({ isRequery, asked }) => isRequery && asked === id);
    if (requery === undefined) return row;

    tied.add(requery);
    // Read anew beside the record: the answer may be about another transfer.
    const requeried =
      requery.requery && requeryRow(requery.asked, requery.requery, row.transaction);
    return { ...row, requeried: requeried ?? requery, tiedId: id };
  });

  return records.filter((row) => !tied.has(row));
}

/**
 * Describes a row's result: the failure, or the service's own status and any reversed flag, which
 * no status hides.
 */
export function rowText(row: Row): string {
  const { isRequery, status = '', code, reversedFlag, otherId, failure, reason, wasAnswered } = row;
  if (row.other) return otherText(row.other);
  if (failure !== undefined) {
    if (reason === 'wrong_address') return wrongServiceUrl.row;
    if (reason === 'another_reference') return 'answered with another transaction';
    if (failure === 'unreachable') return unreachableRow(wasAnswered);

    const refused = failure === 'rejected' && refusedKindName(row.asked);
    if (refused) return `${refused}, not looked up`;

    // Finding nothing by an id proves nothing: the service does not document which number a requery
    // takes.
    if (isRequery && failure === 'not_found') return 'nothing found';
    const why = unreadableReason(reason, isRequery ? 'requery' : 'transaction');
    return joinNonEmpty([failureTexts[failure].row, why], ': ');
  }

  const isCoded = isRequery && status === '' && code !== undefined;
  const whole = isCoded
    ? withReversedFlag(`no status, code ${code}`, reversedFlag)
    : statusWords(status, reversedFlag);

  return otherId === undefined
    ? whole
    : `${whole}, names transaction ${cut(foldBlanks(otherId), otherIdMax)}`;
}

/** How the text of an answer about another transfer begins: it is no status. */
export const answeredAboutAnother = 'answered about another';

/** Says "answered about another reference, OTHER-1"; without a value where that is empty. */
export function otherText({ field, value }: OtherTransfer): string {
  const shown = field === 'amount' ? amount(value) : value;
  const named = cut(foldBlanks(shown), otherIdMax);
  return joinNonEmpty([`${answeredAboutAnother} ${field}`, named], ', ');
}

/** Formats a row's result for a table's cell: `rowText`, capitalized and cut. */
export function rowTitle(row: Row): string {
  return statusTitle(rowText(row));
}

/**
 * A row's status group: `undefined` if the look-up failed, `unknown` if the service returned a
 * different transfer.
 */
export function rowGroup(row: Row): StatusGroup | undefined {
  if (row.failure !== undefined) return undefined;
  return isAboutOther(row) ? 'unknown' : statusGroup(row.status, row.reversedFlag);
}

/** Whether a requery's answer is about another transfer, or may be as it names another id. */
export function isAboutOther({ other, otherId }: Row): boolean {
  return other !== undefined || otherId !== undefined;
}

/** Whether a row reports a status, a reversal or another transfer. */
export function hasStatus(row: Row): boolean {
  return (row.status ?? '').trim() !== '' || isAboutOther(row) || isReversed(row.reversedFlag);
}

/**
 * How long a transfer that is moving has taken so far, in milliseconds, by the record's own time;
 * `undefined` in its first minute, and where that time is to come.
 */
export function movingForMs(row: Row, nowMs: number): number | undefined {
  const { createdAt } = row.transaction ?? {};
  if (rowGroup(row) !== 'moving' || createdAt === undefined) return undefined;
  const ageMs = nowMs - createdAt;
  return ageMs < 60_000 ? undefined : ageMs;
}

/** Returns the id to requery a record by; `undefined` if the record's id is not a number. */
export function requeryIdOf({ transaction }: Row): string | undefined {
  return /^\d+$/.exec(transaction?.id?.trim() ?? '')?.[0];
}

/** Builds the requests for references to look up, then for transaction ids to requery. */
export function buildLookUps(
  references: readonly string[],
  identifiers: readonly string[] = [],
): LookUp[] {
  return [
    ...references.map((asked) => ({ isRequery: false, asked })),
    ...identifiers.map((asked) => ({ isRequery: true, asked })),
  ];
}

/**
 * Formats the value stored in a button or option, so that a click knows what to look up: `txn
 * GARO-8f3k2j1`.
 */
export function formatLookUp({ isRequery, asked }: LookUp): string {
  return `${isRequery ? 'tsq' : 'txn'} ${asked}`;
}

/**
 * Parses what `formatLookUp` returned. Buttons of version 0.3 may name a record behind the id that
 * it is requeried by, `tsq 19261 GARO-5p1d6w8`, then its status behind a tab.
 */
export function parseLookUp(line: string): LookUp | undefined {
  const match = /^(txn|tsq) ((?<=txn ).+|\S+)(?: ([^\t]+)(?:\t.*)?)?$/.exec(line);
  if (match === null) return undefined;

  const [, command, asked = '', ofRecord] = match;
  if (command === 'txn') return { isRequery: false, asked };
  if (ofRecord === undefined) return { isRequery: true, asked };

  return { isRequery: false, asked: ofRecord, check: 'if open' };
}

/** Lists the transactions of the rows that have one. */
export function transactionsOf(rows: readonly Row[]): Transaction[] {
  return rows.map(({ transaction }) => transaction).filter(isDefined);
}

/** The shortest common prefix to write only once: a shorter prefix isn't worth its own line. */
const sharedMin = 'txn '.length;

/**
 * Formats requests for a button's value, one per line. Slack counts the values of all buttons
 * towards a message's size, so a prefix common to all lines is written only once, in a first line
 * after `=`.
 */
export function formatLookUps(asks: readonly LookUp[]): string {
  const lines = asks.map(formatLookUp);
  const [first = '', ...others] = lines;
  // Only ASCII may be shared, so that no cut splits a character.
  let length = others.length === 0 ? 0 : (/^[ -~]*/.exec(first)?.[0].length ?? 0);
  while (!others.every((line) => line.startsWith(first.slice(0, length)))) length -= 1;

  if (length < sharedMin) return lines.join('\n');

  return [`=${first.slice(0, length)}`, ...lines.map((line) => line.slice(length))].join('\n');
}

/** Splits what `formatLookUps` returned into lines, and restores the lines' common prefix. */
export function splitLookUps(text: string): string[] {
  const [first = '', ...others] = text.split('\n');
  return first.startsWith('=') ? others.map((line) => first.slice(1) + line) : [first, ...others];
}
