import { failureTexts, unreachableRow, wrongServiceUrl } from '../blocks/failure-words.ts';
import { amount } from '../blocks/mrkdwn.ts';
import {
  chooseCaution,
  disagreeCaution,
  isReversed,
  isSettled,
  maskDots,
  noAnswerCaution,
  notFoundCaution,
  otherTransferCaution,
  type StatusGroup,
  statusGroup,
  statusTitle,
  statusWords,
  withReversedFlag,
} from '../blocks/status.ts';
import type { TransferApiError, TransferApiErrorDetails, TransferApiFailure } from '../errors.ts';
import { cut, foldBlanks, joinNonEmpty } from '../text.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import { forms, type Transaction } from '../transfer-service/fields.ts';
import {
  namesCurrency,
  type OtherTransfer,
  readAmount,
  readOtherId,
  readOtherTransfer,
  readResponseCode,
  readReversedFlag,
  readStatuses,
} from './requery-answer.ts';

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
  /** If a record was requeried by its id: the reference of that record. */
  ofRecord?: string | undefined;
  /**
   * That record's status when it was looked up. It is shown as an earlier status, never taken for
   * the current one.
   */
  recorded?: string | undefined;
  /** That record's amount: a requery that states another is about another transfer. */
  recordedAmount?: string | undefined;
}

/** The person who looks after a transaction, by the button I'm On It. */
export interface Assignee {
  /** The transaction's reference. */
  id: string;
  personId: string;
  /** The person's name in Slack's payload. */
  name: string;
  /** When they pressed the button, in milliseconds since 1970. */
  atMs: number;
  /** Whether it is the person who reads the answer; not stored. */
  isOwn?: boolean;
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
   * Requery only: the answer names a currency, so the amounts may not be in the operator's
   * currency.
   */
  namesCurrency?: boolean | undefined;
  /**
   * The whole answer. A channel gets a record's known fields only, and never `requery`; lists store
   * neither.
   */
  record?: TransactionAnswer;
  requery?: RequeryAnswer;
  /** The answer's age, if it came from a cache between the bot and the service. */
  ageMs?: number | undefined;
  /** Who looks after the transaction, until it is settled. */
  assignee?: Assignee | undefined;
  /** Absent when the service reported on the transfer. */
  failure?: TransferApiFailure | undefined;
  reason?: TransferApiErrorDetails['reason'];
  /** If `failure` is `unreachable`: whether an HTTP error came back. */
  wasAnswered?: boolean | undefined;
}

export function failedRow(
  ask: LookUp,
  { failure, details: { reason, status } }: TransferApiError,
): Row {
  const wasAnswered = failure === 'unreachable' ? status !== undefined : undefined;
  return { ...ask, failure, reason, wasAnswered };
}

export function recordRow(typed: string, record: TransactionAnswer) {
  const { transaction, ageMs } = record;
  const { reference = typed, status, reversedFlag } = transaction;
  return {
    isRequery: false,
    asked: reference,
    status,
    reversedFlag,
    transaction,
    record,
    ageMs,
  } satisfies Row;
}

export function requeryRow(
  { asked, ofRecord, recorded, recordedAmount }: Omit<LookUp, 'isRequery'>,
  requery: RequeryAnswer,
): Row {
  const { ageMs } = requery;
  const row = { isRequery: true, asked, ofRecord, recorded, recordedAmount, requery, ageMs };
  const other = readOtherTransfer(requery, row);
  if (other) return { ...row, other };

  const stated = readAmount(requery);
  const statuses = readStatuses(requery);
  return {
    ...row,
    statuses,
    status: statuses.join(', '),
    code: readResponseCode(requery),
    reversedFlag: readReversedFlag(requery),
    otherId: readOtherId(requery, asked),
    namesCurrency: namesCurrency(requery),
    transaction: requery.transaction ?? (stated === undefined ? undefined : { amount: stated }),
  };
}

/**
 * Names a row as users know it: `19261`, or `GARO-5p1d6w8 · 19261` where a record was requeried.
 */
export function rowName({ asked, ofRecord }: LookUp): string {
  return ofRecord === undefined ? asked : `${ofRecord} · ${asked}`;
}

/**
 * The identity of a row's transaction: the reference that its record states or, while no record is
 * known, the text that was typed. `undefined` for a requery that was not started from a record.
 */
export function referenceOf({ isRequery, asked, ofRecord }: LookUp): string | undefined {
  return isRequery ? ofRecord : asked;
}

/**
 * Merges the rows of one transaction that was typed in several ways, so that it counts once; an
 * answer stands for a typing that got none.
 * @param typed what was typed for each row
 */
export function mergeRows(rows: readonly Row[], typed: readonly string[]): Row[] {
  const merged = new Map<string, Row>();
  for (const [at, row] of rows.entries()) {
    const key = `${referenceOf(row) === undefined} ${referenceOf(row) ?? row.asked}`;
    const before = merged.get(key);
    const isBetter = before === undefined || before.failure !== undefined;
    const all = [...(before?.typed ?? []), typed[at] ?? row.asked];
    merged.set(key, { ...(isBetter ? row : before), typed: [...new Set(all)] });
  }
  return [...merged.values()];
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
    if (failure === 'unreachable') return unreachableRow(wasAnswered);
    // Finding nothing by an id proves nothing: the service does not document which number a requery
    // takes.
    return isRequery && failure === 'not_found' ? 'nothing found' : failureTexts[failure].row;
  }
  const isCoded = isRequery && status === '' && code !== undefined;
  const whole = isCoded
    ? withReversedFlag(`no status, code ${code}`, reversedFlag)
    : statusWords(status, reversedFlag);
  return otherId === undefined
    ? whole
    : `${whole}, names transaction ${cut(foldBlanks(otherId), otherIdMax)}`;
}

const otherIdMax = 40;

/** Says "answered about another reference, OTHER-1"; without a value where that is empty. */
function otherText({ field, value }: OtherTransfer): string {
  const shown = field === 'amount' ? amount(value) : value;
  const named = cut(foldBlanks(shown), otherIdMax);
  return joinNonEmpty([`answered about another ${field}`, named], ', ');
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
 * Returns the status group of a record's earlier status, `recorded`, as received or worded as by
 * `rowText`.
 */
export function recordedGroup(recorded: string): StatusGroup {
  return recorded.startsWith(withReversedFlag('', '1')) ? 'reversed' : statusGroup(recorded);
}

/**
 * Whether a requery contradicts its record's earlier status, or is about another transfer. Statuses
 * that the bot does not know agree only if their words are the same; a requery without a status
 * contradicts nothing.
 */
export function disagrees(row: Row): boolean {
  if (isAboutOther(row)) return true;
  const { recorded } = row;
  const group = rowGroup(row);
  if (recorded === undefined || group === undefined || !hasStatus(row)) return false;
  const isSame = statusWords(recorded).toLowerCase() === rowText(row).toLowerCase();
  return !isSame && (group === 'unknown' || group !== recordedGroup(recorded));
}

/**
 * Builds the request to requery a row (a record by its id); `undefined` if the record's id is not a
 * number.
 */
export function buildRequery(row: Row): LookUp | undefined {
  if (row.isRequery) return row;
  const { id = '', amount: text = '' } = row.transaction ?? {};
  if (!/^\d+$/.test(id.trim())) return undefined;
  return {
    isRequery: true,
    asked: id.trim(),
    ofRecord: row.asked,
    recorded: recordedIn(row.status),
    recordedAmount: forms.amount.test(text.trim()) ? text.trim() : undefined,
  };
}

/**
 * The longest earlier status to carry, in characters: one button's value carries the earlier
 * statuses of all rows.
 */
const recordedMax = 40;

/**
 * Cuts an earlier status. If it is hidden from a channel, it stays hidden from the person who
 * clicks there.
 */
function recordedIn(status = ''): string | undefined {
  return status === maskDots ? undefined : cut(foldBlanks(status), recordedMax) || undefined;
}

/**
 * Chooses the line of caution to show under a look-up: it says what not to conclude from the
 * answer.
 */
export function chooseRowCaution(row: Row): string | undefined {
  const group = rowGroup(row);
  if (group === undefined) return row.failure === 'not_found' ? notFoundCaution : noAnswerCaution;
  if (row.other) return noAnswerCaution;
  if (row.otherId !== undefined) return otherTransferCaution;
  const areSeveral = (row.statuses?.length ?? 0) > 1;
  return areSeveral || disagrees(row) ? disagreeCaution : chooseCaution(group, hasStatus(row));
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
export function formatLookUp(ask: LookUp): string {
  const { isRequery, asked, ofRecord, recorded = '', recordedAmount = '' } = ask;
  if (!isRequery) return `txn ${asked}`;
  if (ofRecord === undefined) return `tsq ${asked}`;
  return `tsq ${asked} ${[ofRecord, recorded, recordedAmount].join('\t')}`.trimEnd();
}

/**
 * Parses what `formatLookUp` returned. A transaction id contains no space, and a reference contains
 * no tab.
 */
export function parseLookUp(line: string): LookUp | undefined {
  const [, reference, identifier, ofRecord, recorded, recordedAmount] =
    /^(?:txn (.+)|tsq (\S+)(?: ([^\t]+)(?:\t([^\t]*))?(?:\t(.+))?)?)$/.exec(line) ?? [];
  if (reference !== undefined) return { isRequery: false, asked: reference };
  if (identifier === undefined) return undefined;
  return {
    isRequery: true,
    asked: identifier,
    ofRecord,
    recorded: recorded || undefined,
    recordedAmount,
  };
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
  let length = others.length === 0 ? 0 : (/^[ -~]*/.exec(first)?.[0].length ?? 0); // ASCII: no cut splits a character
  while (!others.every((line) => line.startsWith(first.slice(0, length)))) length -= 1;
  if (length < sharedMin) return lines.join('\n');
  return [`=${first.slice(0, length)}`, ...lines.map((line) => line.slice(length))].join('\n');
}

/** Splits what `formatLookUps` returned into lines, and restores the lines' common prefix. */
export function splitLookUps(text: string): string[] {
  const [first = '', ...others] = text.split('\n');
  return first.startsWith('=') ? others.map((line) => first.slice(1) + line) : [first, ...others];
}

/** Whether the service reported on the transfer, and it is neither settled nor reversed. */
export function isUnsettled(row: Row): boolean {
  const group = rowGroup(row);
  return group !== undefined && !isSettled(group);
}
