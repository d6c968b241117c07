import { type Group, transactionOf } from '../../transfers/row.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { sum } from '../../transfers/sum.ts';
import { amount } from '../amount.ts';
import { label, outside } from '../mrkdwn.ts';

/** Of the rows under the same words, a line each. A total of some of them says what it leaves out. */
export function totals(groups: readonly Group[], currency: string | undefined): string[] {
  return groups.flatMap((group) => totalOf(group, currency));
}

function totalOf({ words, rows, status }: Group, currency: string | undefined): string[] {
  if (status === undefined || rows.every((row) => transactionOf(row) === undefined)) return [];
  const { total, unreadCount } = sum(rows.map((row) => transactionOf(row)?.amount));
  if (total === undefined && unreadCount === 0) return [];
  const said = total === undefined ? 'no total' : outside(amount(total, currency));
  const unread = `${unreadCount} ${unreadCount === 1 ? 'amount' : 'amounts'} could not be read`;
  return [`${label(statusTitle(words), 60)} ${said}${unreadCount > 0 ? ` (${unread})` : ''}`];
}
