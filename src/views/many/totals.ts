import { type Group, type Row, recordNameOf, transactionOf } from '../../transfers/row.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { sum } from '../../transfers/sum.ts';
import { amount } from '../amount.ts';
import { label, outside } from '../mrkdwn.ts';

export interface TotalsOptions {
  currency: string | undefined;
  /** References of the second records about other rows: their money is the same money once more. */
  reversals: ReadonlySet<string>;
}

/** Of the rows under the same words, a line each. A total of some of them says what it leaves out. */
export function totals(groups: readonly Group[], options: TotalsOptions): string[] {
  return groups.flatMap((group) => totalOf(group, options));
}

function totalOf({ words, rows, status }: Group, { currency, reversals }: TotalsOptions): string[] {
  if (status === undefined || rows.every((row) => transactionOf(row) === undefined)) return [];
  const isReversal = (row: Row) => reversals.has(recordNameOf(row) ?? '');
  const { total, unreadCount } = sumOf(rows.filter((row) => !isReversal(row)));
  const apart = rows.filter(isReversal);
  const notes = [
    unreadCount > 0 ? `${unreadCount} ${unreadCount === 1 ? 'amount' : 'amounts'} could not be read` : undefined,
    apart.length > 0 ? apartWords(apart, currency) : undefined,
  ].filter((note) => note !== undefined);
  if (total === undefined && notes.length === 0) return [];
  const said = total === undefined ? 'no total' : outside(amount(total, currency));
  return [`${label(statusTitle(words), 60)} ${said}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`];
}

function apartWords(rows: readonly Row[], currency: string | undefined): string {
  const { total } = sumOf(rows);
  const records = rows.length === 1 ? '1 record of a reversal' : `${rows.length} records of reversals`;
  return `without ${records}${total === undefined ? '' : `, ${outside(amount(total, currency))}`}`;
}

function sumOf(rows: readonly Row[]) {
  return sum(rows.map((row) => transactionOf(row)?.amount));
}
