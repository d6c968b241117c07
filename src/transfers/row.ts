import { failures, unreachableRow, wrongAddress } from '../blocks/failure-words.ts';
import {
  cautionOf,
  disagreeCaution,
  hidden,
  isReversed,
  isSettled,
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
import { cut, foldBlanks } from '../text.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { amountOf, codeOf, namesCurrency, otherIdOf, reversedFlagOf, statusesOf } from './requery-answer.ts';

/** What asks for a row of a table again: it requeries a requery and looks up anything else. */
export interface Ask {
  isRequery: boolean;
  asked: string;
  /** The reference of the record that a requery is asked by the id of. */
  ofRecord?: string | undefined;
  /** What that record said when its table was made: to be shown as just that, and never taken for what it says now. */
  recorded?: string | undefined;
}

/** A look-up, read once where it came: what was asked, what came, and what asks for it again. */
export interface Row extends Ask {
  /** Of a requery all that differ, after each other. */
  status?: string | undefined;
  /** Of a requery. */
  statuses?: readonly string[];
  /** Of a requery; a code never replaces or changes a status. */
  code?: string | undefined;
  /** Found wherever it stands; a requery need not be a record. */
  reversedFlag?: string | undefined;
  /** The transaction id that a requery names in place of the one that it was sent. */
  otherId?: string | undefined;
  transaction?: Transaction | undefined;
  /** Of a requery: its amounts may be in another currency than the operator's. */
  namesCurrency?: boolean | undefined;
  /** The whole answer, of which a channel gets no more than the known fields, and of a requery nothing; a list stores none. */
  record?: TransactionAnswer;
  requery?: RequeryAnswer;
  /** Of the answer, where a cache on the way kept it. */
  ageMs?: number | undefined;
  /** Absent when the service said something of the transfer. */
  failure?: TransferApiFailure;
  reason?: TransferApiErrorDetails['reason'];
  /** Of `unreachable`: whether an HTTP error came back. */
  wasAnswered?: boolean | undefined;
}

export function failedRow(ask: Ask, { failure, details: { reason, status } }: TransferApiError): Row {
  const wasAnswered = failure === 'unreachable' ? status !== undefined : undefined;
  return { ...ask, failure, reason, wasAnswered };
}

export function recordRow(asked: string, record: TransactionAnswer) {
  const { transaction, ageMs } = record;
  const { status, reversedFlag } = transaction;
  return { isRequery: false, asked, status, reversedFlag, transaction, record, ageMs } satisfies Row;
}

export function requeryRow({ asked, ofRecord, recorded }: Omit<Ask, 'isRequery'>, requery: RequeryAnswer) {
  const [amount, statuses] = [amountOf(requery), statusesOf(requery)];
  return {
    ...{ isRequery: true, asked, ofRecord, recorded, requery, statuses },
    status: statuses.join(', '),
    code: codeOf(requery),
    reversedFlag: reversedFlagOf(requery),
    otherId: otherIdOf(requery, asked),
    namesCurrency: namesCurrency(requery),
    ageMs: requery.ageMs,
    transaction: requery.transaction ?? (amount === undefined ? undefined : { amount }),
  } satisfies Row;
}

/** What people know a row by. */
export function nameOf({ asked, ofRecord }: Ask): string {
  return ofRecord === undefined ? asked : `${ofRecord} · ${asked}`;
}

/** The reference of the record that a row is of, or was requeried by. */
export function recordNameOf({ isRequery, asked, ofRecord }: Row): string | undefined {
  return isRequery ? ofRecord : asked;
}

/** The words that count and show a row: a status in the service's own words, and the reversed flag, which no status hides. */
export function wordsOf(row: Row): string {
  const { isRequery, status = '', code, reversedFlag, otherId, failure, reason, wasAnswered } = row;
  if (failure !== undefined) {
    if (reason === 'wrong_address') return wrongAddress.row;
    if (failure === 'unreachable') return unreachableRow(wasAnswered);
    // Nothing under an identifier proves nothing: the service does not document which number a requery wants.
    return isRequery && failure === 'not_found' ? 'nothing found' : failures[failure].row;
  }
  const isCoded = isRequery && status === '' && code !== undefined;
  const whole = isCoded ? withReversedFlag(`no status, code ${code}`, reversedFlag) : statusWords(status, reversedFlag);
  return otherId === undefined ? whole : `${whole}, names transaction ${cut(foldBlanks(otherId), otherIdMax)}`;
}

const otherIdMax = 40;

/** The text of a cell: the words with a capital. */
export function resultOf(row: Row): string {
  return statusTitle(wordsOf(row));
}

/** `undefined` when the service said nothing of the transfer; an answer about another transfer settles nothing. */
export function groupOf({ status, reversedFlag, otherId, failure }: Row): StatusGroup | undefined {
  if (failure !== undefined) return undefined;
  return otherId === undefined ? statusGroup(status, reversedFlag) : 'unknown';
}

/** Whether a requery reports a status. */
export function hasStatus({ status, reversedFlag, otherId }: Row): boolean {
  return (status ?? '').trim() !== '' || otherId !== undefined || isReversed(reversedFlag);
}

/** What a record said was like, by the words that `wordsOf` had for it. */
export function recordedGroup(recorded: string): StatusGroup {
  return recorded.startsWith(withReversedFlag('', '1')) ? 'reversed' : statusGroup(recorded);
}

/**
 * Whether a requery contradicts what its record said. Two words that are not known here agree only when they are the
 * same; a requery without a status contradicts nothing.
 */
export function disagrees(row: Row): boolean {
  const { recorded } = row;
  const group = groupOf(row);
  if (recorded === undefined || group === undefined || !hasStatus(row)) return false;
  const isSame = statusWords(recorded).toLowerCase() === wordsOf(row).toLowerCase();
  return !isSame && (group === 'unknown' || group !== recordedGroup(recorded));
}

/** What requeries a row, a record by its id; `undefined` where nothing does. */
export function requeryOf(row: Row): Ask | undefined {
  if (row.isRequery) return row;
  const id = row.transaction?.id?.trim() ?? '';
  return /^\d+$/.test(id)
    ? { isRequery: true, asked: id, ofRecord: row.asked, recorded: recordedIn(row.status) }
    : undefined;
}

/** In characters: a button carries it, beside those of the other rows. */
const recordedMax = 40;

/** A word that a channel may not read is not told to whoever presses there. */
function recordedIn(status = ''): string | undefined {
  return status === hidden ? undefined : cut(foldBlanks(status), recordedMax) || undefined;
}

/** The one line under a look-up: what not to conclude from it. */
export function cautionOfRow(row: Row): string | undefined {
  const group = groupOf(row);
  if (group === undefined) return row.failure === 'not_found' ? notFoundCaution : noAnswerCaution;
  if (row.otherId !== undefined) return otherTransferCaution;
  const areSeveral = (row.statuses?.length ?? 0) > 1;
  return areSeveral || disagrees(row) ? disagreeCaution : cautionOf(group, hasStatus(row));
}

/** Asks for references and for requeries, in this order. */
export function asksOf(references: readonly string[], identifiers: readonly string[] = []): Ask[] {
  return [
    ...references.map((asked) => ({ isRequery: false, asked })),
    ...identifiers.map((asked) => ({ isRequery: true, asked })),
  ];
}

/** A line for a button or an option to carry. */
export function askLine({ isRequery, asked, ofRecord, recorded }: Ask): string {
  if (!isRequery) return `txn ${asked}`;
  if (ofRecord === undefined) return `tsq ${asked}`;
  return `tsq ${asked} ${ofRecord}${recorded === undefined ? '' : `\t${recorded}`}`;
}

/** Parses the text of `askLine`; an identifier holds no blank, and a reference no tab. */
export function parseAsk(line: string): Ask | undefined {
  const [, reference, identifier, ofRecord, recorded] =
    /^(?:txn (.+)|tsq (\S+)(?: ([^\t]+)(?:\t(.+))?)?)$/.exec(line) ?? [];
  if (reference !== undefined) return { isRequery: false, asked: reference };
  return identifier === undefined ? undefined : { isRequery: true, asked: identifier, ofRecord, recorded };
}

/** A shorter beginning is not worth a line of its own. */
const sharedMin = 'txn '.length;

/**
 * A line each. Several buttons of one message carry them, and Slack counts what they carry as a part of it, so a
 * beginning that all share stands once, behind a `=` in a line before the others.
 */
export function askLines(asks: readonly Ask[]): string {
  const lines = asks.map(askLine);
  const [first = '', ...others] = lines;
  let length = others.length === 0 ? 0 : (/^[ -~]*/.exec(first)?.[0].length ?? 0); // of plain characters, which no cut parts
  while (!others.every((line) => line.startsWith(first.slice(0, length)))) length -= 1;
  if (length < sharedMin) return lines.join('\n');
  return [`=${first.slice(0, length)}`, ...lines.map((line) => line.slice(length))].join('\n');
}

/** The lines of `askLines`, each whole. */
export function splitAsks(text: string): string[] {
  const [first = '', ...others] = text.split('\n');
  return first.startsWith('=') ? others.map((line) => first.slice(1) + line) : [first, ...others];
}

/** Whether the service said something of it, and not an end. */
export function isUnsettled(row: Row): boolean {
  const group = groupOf(row);
  return group !== undefined && !isSettled(group);
}
