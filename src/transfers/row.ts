import type { TransferApiFailure } from '../errors.ts';
import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { hidden } from './mask-transaction.ts';
import { statusOf } from './requery-status.ts';
import { isExplained, statusTitle } from './status-words.ts';

/** One of many look-ups made together. */
export type Row =
  | { kind: 'record'; asked: string; answer: TransactionAnswer }
  | { kind: 'requery'; asked: string; answer: RequeryAnswer }
  | { kind: 'failure'; asked: string; failure: TransferApiFailure; isRequery: boolean };

/** The value of a row's button: it requeries a requery and looks up anything else. */
export function askFor(row: Row): string {
  const isRequery = row.kind === 'requery' || (row.kind === 'failure' && row.isRequery);
  return `${isRequery ? 'tsq' : 'txn'} ${row.asked}`;
}

/** Parses the text of `askFor`. */
export function askedFor(text: string): { isRequery: boolean; asked: string } | undefined {
  const [, command, asked] = /^(txn|tsq) (.+)$/.exec(text) ?? [];
  return asked === undefined ? undefined : { isRequery: command === 'tsq', asked };
}

/**
 * The card says "6 asked", so no word may deny that the person asked; an error of the service is an answer, but
 * useless.
 */
const failureWords: Record<TransferApiFailure, string> = {
  timeout: 'no answer in time',
  unreachable: 'no usable answer',
  not_asked: 'not looked up',
  untrusted: 'not looked up',
  rate_limited: 'could not be asked',
  unauthorized: 'could not be asked',
  rejected: 'refused',
  unexpected_body: 'not readable',
  not_found: 'not found',
};

/** The word that counts and shows a row; a status in the service's own words. */
function wordOf(row: Row): string {
  if (row.kind === 'failure') return failureWords[row.failure];
  const status = row.kind === 'record' ? row.answer.transaction.status : statusOf(row.answer).all.join(', ');
  if (status === hidden) return 'status withheld';
  return status?.trim() ? status.trim() : 'no status';
}

/** The text of a cell: the word with a capital, and the reversed flag, which a status must not hide. */
export function resultOf(row: Row): string {
  const flag = transactionOf(row)?.reversedFlag;
  const reversed = flag === undefined || flag === '' || flag === '0' ? '' : ` (reversed flag ${flag})`;
  return statusTitle(wordOf(row)) + reversed;
}

export function transactionOf(row: Row): Transaction | undefined {
  if (row.kind === 'failure') return undefined;
  return row.kind === 'record' ? row.answer.transaction : row.answer.transaction?.transaction;
}

/** Sorts rows that need attention first; equal ones keep the order in which they were asked for. */
export function byAttention(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => attention(a) - attention(b));
}

function attention(row: Row): number {
  if (row.kind === 'failure') return row.failure === 'not_found' ? 1 : 0;
  if (resultOf(row) !== statusTitle(wordOf(row))) return 2;
  return isExplained(wordOf(row)) ? 4 : 3;
}

export interface Group {
  word: string;
  rows: Row[];
  isFailure: boolean;
}

/** Groups rows by word: answers first, the largest group leading, then failures. */
export function groupsOf(rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const word = wordOf(row);
    const key = `${row.kind === 'failure'} ${word.toLowerCase()}`;
    const group = groups.get(key) ?? { word, rows: [], isFailure: row.kind === 'failure' };
    groups.set(key, { ...group, rows: [...group.rows, row] });
  }
  return [...groups.values()].sort(
    (a, b) => Number(a.isFailure) - Number(b.isFailure) || b.rows.length - a.rows.length,
  );
}
