import type { types } from '@slack/bolt';
import type { Spelling } from '../../command-names.ts';
import { cut, foldBlanks } from '../../plain-text.ts';
import {
  askFor,
  byAttention,
  type Group,
  groupOf,
  groupsOf,
  type Row,
  resultOf,
  transactionOf,
} from '../../transfers/row.ts';
import { marks } from '../../transfers/status-group.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { sum } from '../../transfers/sum.ts';
import { amount } from '../amount.ts';
import { type Block, buttons, context, isTooMuch, leftOutWords, message, type Reply, section } from '../blocks.ts';
import { bold, code, label, outside, utc } from '../mrkdwn.ts';
import { openSelect, optionMax } from './open-select.ts';
import { standOuts } from './stand-outs.ts';

export interface ManyCardOptions {
  rows: readonly Row[];
  currency: string | undefined;
  askedAtMs: number;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** How to ask for a row that no button can carry. */
  slash: Spelling;
}

/** The card of many look-ups: the counts first, then the totals, the table, and what stands out. */
export function manyCard({ rows, currency, askedAtMs, leftOut, slash }: ManyCardOptions): Reply {
  const groups = groupsOf(rows);
  const counts = `${rows.length} asked: ${groups.map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`).join(' · ')}`;
  const totals = groups.flatMap((group) => totalOf(group, currency));
  const remarks = standOuts(groups);
  const openable = rows.filter((row) => askFor(row).length <= optionMax);
  const blocks = (toOpen: readonly Row[]) => [
    section(counts.replace(/^\d+ asked:/, (asked) => bold(asked))),
    ...(totals.length > 0 ? [section(totals.join('\n'))] : []),
    table(byAttention(rows), currency),
    ...(remarks.length > 0 ? [section(remarks.map((remark) => `• ${remark}`).join('\n'))] : []),
    ...leftOutWords(leftOut),
    ...openers(byAttention(rows), byAttention(toOpen), slash),
    context([`asked ${utc(askedAtMs)}`, silence(rows)]),
  ];
  const whole = blocks(openable);
  return message([counts, ...remarks].join('\n'), isTooMuch(whole) ? blocks([]) : whole);
}

function silence(rows: readonly Row[]): string | undefined {
  const isSilent = rows.some((row) => row.kind === 'failure' && row.failure !== 'not_found');
  return isSilent ? 'what has no answer says nothing about those transactions' : undefined;
}

function totalOf({ words, rows, status }: Group, currency: string | undefined): string[] {
  const records = rows.map(transactionOf).filter((txn) => txn !== undefined);
  if (status === undefined || records.length === 0) return [];
  const { total, unreadCount } = sum(records.map((txn) => txn.amount));
  const unread =
    unreadCount > 0 ? ` (${unreadCount} ${unreadCount === 1 ? 'amount' : 'amounts'} could not be read)` : '';
  return total === undefined && unread === ''
    ? []
    : [
        `${label(statusTitle(words), 60)} ${total === undefined ? 'no total' : outside(amount(total, currency))}${unread}`,
      ];
}

const cellMax = 48;

function table(rows: readonly Row[], currency: string | undefined): Block {
  const head = ['Reference', 'Status', 'Amount', 'To', 'Created'].map(cell);
  return {
    type: 'table',
    column_settings: [{}, {}, { align: 'right' }, { is_wrapped: true }, {}],
    rows: [head, ...rows.map((row) => cellsOf(row, currency).map(cell))],
  };
}

function cellsOf(row: Row, currency: string | undefined): string[] {
  const txn = transactionOf(row);
  const bank = [txn?.destinationBankName, txn?.destinationBankCode].filter((part) => part?.trim()).join(' ');
  const money = /^[+-]?\d/.test(txn?.amount ?? '') ? amount(txn?.amount ?? '', currency) : (txn?.amount ?? '');
  const created = txn?.createdAt === undefined ? '' : utc(txn.createdAt).replace(/:\d\d UTC$/, ' UTC');
  const group = groupOf(row);
  const result = group === undefined ? resultOf(row) : `${marks[group]} ${resultOf(row)}`;
  return [row.asked, result, money, bank, created];
}

/** Raw text: Slack formats nothing in it, and takes no empty cell. */
function cell(text: string): types.RawTextElement {
  return { type: 'raw_text', text: cut(foldBlanks(text), cellMax) || '–' };
}

/**
 * Controls that open a row as its card, or send the table to the asker as a file. Both ask again, as a look-up or a
 * requery like before.
 */
function openers(rows: readonly Row[], openable: readonly Row[], slash: Spelling): Block[] {
  const select = openSelect(openable.map((row) => ({ asked: row.asked, value: askFor(row) })));
  const [csv] = buttons([{ actionId: 'txn:csv', label: 'Send as CSV', value: rows.map(askFor).join('\n') }]);
  const csvElements = csv?.type === 'actions' ? csv.elements : [];
  const elements = [...(select ? [select] : []), ...csvElements];
  const tooLong = rows.length - openable.length;
  const note =
    tooLong > 0
      ? [section(`${tooLong} of these are too long to be opened from here: ask with ${code(slash.write('txn'))}.`)]
      : [];
  return [...note, ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : [])];
}
