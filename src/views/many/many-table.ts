import type { types } from '@slack/bolt';
import { cut, foldBlanks } from '../../plain-text.ts';
import { groupOf, nameOf, type Row, resultOf, transactionOf } from '../../transfers/row.ts';
import { marks } from '../../transfers/status-group.ts';
import { amount } from '../amount.ts';
import { type BlockForm, table } from '../block-form.ts';
import type { Block } from '../blocks.ts';
import { utc } from '../mrkdwn.ts';

export interface ManyTableOptions {
  currency: string | undefined;
  blockForm: BlockForm;
  /** How much there is room for. */
  cellMax: number;
  /** Whether there is room for times in the reader's zone, which are longer than those in UTC. */
  hasZones: boolean;
}

/** In characters. An amount is never cut shorter: no digit may be missing. */
const amountMax = 48;

/**
 * A row for each transaction. The columns that a reader looks for first, and that are the narrowest, stand first: a
 * phone shows the others only after a swipe. Amounts are text, because a number could lose a digit.
 */
export function manyTable(rows: readonly Row[], options: ManyTableOptions): Block {
  return table(options.blockForm, {
    caption: 'Transactions asked for',
    head: ['Amount', 'Status', 'Reference', 'Created', 'To'].map((text) => textCell(text)),
    rows: rows.map((row) => cellsOf(row, options)),
    namedBy: 2,
    columns: [{ align: 'right' }, {}, {}, {}, { is_wrapped: true }],
  });
}

function cellsOf(row: Row, { currency, cellMax, hasZones }: ManyTableOptions) {
  const txn = transactionOf(row);
  const bank = [txn?.destinationBankName, txn?.destinationBankCode].filter((part) => part?.trim()).join(' ');
  const money = /^[+-]?\d/.test(txn?.amount ?? '') ? amount(txn?.amount ?? '', currency) : (txn?.amount ?? '');
  const group = groupOf(row);
  const result = group === undefined ? resultOf(row) : `${marks[group]} ${resultOf(row)}`;
  return [
    textCell(money, amountMax),
    textCell(result, cellMax),
    textCell(nameOf(row), cellMax),
    timeCell(txn?.createdAt, hasZones),
    textCell(bank, cellMax),
  ];
}

/** Raw text: Slack formats nothing in it, and takes no empty cell. */
function textCell(text: string, max?: number): types.RawTextElement {
  const folded = foldBlanks(text);
  return { type: 'raw_text', text: (max === undefined ? folded : cut(folded, max)) || '–' };
}

/** Slack formats times in rich text alone. As numbers they stand in order when a reader sorts by them. */
function timeCell(epochMs: number | undefined, hasZones: boolean): types.RawTextElement | types.RichTextBlock {
  if (epochMs === undefined) return textCell('');
  const fallback = utc(epochMs).replace(/:\d\d UTC$/, ' UTC');
  if (!hasZones) return textCell(fallback);
  const timestamp = Math.floor(epochMs / 1000);
  const date: types.RichTextDate = { type: 'date', timestamp, format: '{date_num} {time}', fallback };
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [date] }] };
}
