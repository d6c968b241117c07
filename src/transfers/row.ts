import type { TransferApiErrorDetails } from '../errors.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import type { TransferApiFailure } from '../transfer-api-failure.ts';
import type { Ask, OfRecord } from './asks.ts';
import { amountOf, reversedFlagOf, statusOf } from './requery-status.ts';
import { hidden, type StatusGroup, statusGroup } from './status-group.ts';
import { statusTitle, withReversedFlag } from './status-words.ts';

interface FailedRow extends Ask {
  kind: 'failure';
  failure: TransferApiFailure;
  reason?: TransferApiErrorDetails['reason'];
}

/** One of many look-ups made together, with the whole answer, which is masked for a channel. */
export type FoundRow =
  | { kind: 'record'; asked: string; answer: TransactionAnswer }
  | ({ kind: 'requery'; asked: string; answer: RequeryAnswer } & OfRecord)
  | FailedRow;

interface Requeried {
  status: string | undefined;
  /** Found wherever it stands; a requery need not be a record. */
  reversedFlag?: string | undefined;
  transaction: Transaction | undefined;
}

/** What a table shows of it. */
export type Row =
  | { kind: 'record'; asked: string; status: string | undefined; transaction: Transaction }
  | ({ kind: 'requery'; asked: string } & Requeried & OfRecord)
  | FailedRow;

/** Reads the status once: finding it in a large requery takes long, and a table asks for it many times. */
export function rowOf(found: FoundRow): Row {
  if (found.kind === 'failure') return found;
  const { asked } = found;
  if (found.kind === 'record') {
    const { transaction } = found.answer;
    return { kind: 'record', asked, status: transaction.status, transaction };
  }
  const { answer, ofRecord, recorded } = found;
  const amount = amountOf(answer);
  return {
    kind: 'requery',
    asked,
    ofRecord,
    recorded,
    status: statusOf(answer).all.join(', '),
    reversedFlag: reversedFlagOf(answer),
    transaction: answer.transaction?.transaction ?? (amount === undefined ? undefined : { amount }),
  };
}

/** What people know a row by. */
export function nameOf(row: Row): string {
  return row.kind === 'record' || row.ofRecord === undefined ? row.asked : `${row.ofRecord} · ${row.asked}`;
}

/** What asks for a row again. */
export function askOf(row: Row): Ask {
  if (row.kind === 'record') return { isRequery: false, asked: row.asked };
  const { asked, ofRecord, recorded } = row;
  return { isRequery: row.kind === 'requery' || row.isRequery, asked, ofRecord, recorded };
}

/** The reference of the record that a row is of, or was requeried by. */
export function recordNameOf(row: Row): string | undefined {
  return row.kind === 'record' ? row.asked : row.ofRecord;
}

/** What the record of a requery said when its table was made. */
export function recordedOf(row: Row): string | undefined {
  return row.kind === 'record' ? undefined : row.recorded;
}

/**
 * The card says "6 asked", so no word may deny that the person asked; an error of the service is an answer, but
 * useless.
 */
const failureWords: Record<TransferApiFailure, string> = {
  timeout: 'timed out',
  unreachable: 'no usable answer',
  proxy: 'not looked up',
  not_asked: 'not looked up',
  untrusted: 'not looked up',
  rate_limited: 'could not be asked',
  unauthorized: 'could not be asked',
  rejected: 'request refused',
  unexpected_body: 'not readable',
  not_found: 'not found',
};

/** The words that count and show a row: a status in the service's own words, and the reversed flag, which no status hides. */
export function wordsOf(row: Row): string {
  if (row.kind === 'failure') {
    if (row.reason === 'wrong_address') return 'address looks wrong';
    // Nothing under an identifier proves nothing: the service does not document which number a requery wants.
    return row.isRequery && row.failure === 'not_found' ? 'nothing found' : failureWords[row.failure];
  }
  const { status } = row;
  const words = status === hidden ? 'status withheld' : status?.trim() ? status.trim() : 'no status';
  return withReversedFlag(words, flagOf(row));
}

function flagOf(row: Exclude<Row, FailedRow>): string | undefined {
  return row.kind === 'record' ? row.transaction.reversedFlag : row.reversedFlag;
}

/** The text of a cell: the words with a capital. */
export function resultOf(row: Row): string {
  return statusTitle(wordsOf(row));
}

/** `undefined` when the service said nothing of the transfer. */
export function groupOf(row: Row): StatusGroup | undefined {
  return row.kind === 'failure' ? undefined : statusGroup(row.status, flagOf(row));
}

export function transactionOf(row: Row): Transaction | undefined {
  return row.kind === 'failure' ? undefined : row.transaction;
}

/** Sorts rows that need attention first; equal ones keep the order in which they were asked for. */
export function byAttention(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => attentionOf(a) - attentionOf(b));
}

/** Lower numbers first: no answer, not found, reversed, not settled, settled. */
export function attentionOf(row: Row): number {
  if (row.kind === 'failure') return row.failure === 'not_found' ? 1 : 0;
  if (groupOf(row) === 'reversed') return 2;
  return groupOf(row) === 'settled' ? 4 : 3;
}

/** Rows under the same words. */
export interface Group {
  words: string;
  rows: Row[];
  /** `undefined` for failures. */
  status: StatusGroup | undefined;
}

/** Groups rows by words: answers first, the largest group leading, then failures. */
export function groupsOf(rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const words = wordsOf(row);
    const key = `${row.kind === 'failure'} ${words.toLowerCase()}`;
    const group = groups.get(key) ?? { words, rows: [], status: groupOf(row) };
    groups.set(key, { ...group, rows: [...group.rows, row] });
  }
  const isFailure = ({ status }: Group) => Number(status === undefined);
  return [...groups.values()].sort((a, b) => isFailure(a) - isFailure(b) || b.rows.length - a.rows.length);
}
