import type { types } from '@slack/bolt';
import { cut, foldBlanks } from '../../plain-text.ts';
import type { Transaction } from '../../transfer-api/schemas.ts';
import { askOf, groupOf, nameOf, type Row, recordedOf, resultOf, transactionOf } from '../../transfers/row.ts';
import { marks } from '../../transfers/status-group.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { amount } from '../amount.ts';
import { type BlockForm, canSort, table } from '../block-form.ts';
import type { Block } from '../blocks.ts';
import { cutMiddle } from '../cut-middle.ts';
import { utc } from '../mrkdwn.ts';
import { exactNumber } from './exact-number.ts';
import type { Room } from './rooms.ts';

export interface ManyTableOptions
  extends Pick<Room, 'statusMax' | 'bankMax' | 'nameMax' | 'hasZones' | 'hasNumbers' | 'hasRecorded'> {
  currency: string | undefined;
  blockForm: BlockForm;
}

/** In characters. An amount is never cut shorter: no digit may be missing. */
const amountMax = 48;

/**
 * A row for each transaction. The columns that a reader looks for first, and that are the narrowest, stand first: a
 * phone shows the others only after a swipe.
 */
export function manyTable(rows: readonly Row[], options: ManyTableOptions): Block {
  const hasRecorded = options.hasRecorded && rows.some((row) => recordedOf(row) !== undefined);
  const recorded = <T>(value: T): T[] => (hasRecorded ? [value] : []);
  const created = options.hasZones ? 'Created' : 'Created, UTC';
  const hasNumbers = options.hasNumbers && areNumbers(rows);
  const what = rows.every((row) => askOf(row).isRequery) ? 'Requeries' : 'Transactions asked for';
  const isMissorted = canSort(options.blockForm) && !hasNumbers && rows.length > 1;
  return table(options.blockForm, {
    caption: isMissorted ? `${what}. Amounts sort as text here, not by value.` : what,
    head: ['Amount', 'Status', ...recorded('Record said'), 'Reference', created, 'To'].map((text) => textCell(text)),
    rows: rows.map((row) => {
      const said = recordedOf(row);
      const cell = textCell(said === undefined ? '' : statusTitle(said), options.statusMax);
      return cellsOf(row, { ...options, hasNumbers: hasNumbers && canSort(options.blockForm) }).toSpliced(
        2,
        0,
        ...recorded(cell),
      );
    }),
    namedBy: hasRecorded ? 3 : 2,
    columns: [{ align: 'right' }, {}, ...recorded({}), {}, {}, { is_wrapped: true }],
  });
}

/**
 * Slack sorts a column by value when all its cells are numbers, and by its letters otherwise. A number shows a text of
 * its own, so every digit stays in sight, but one that cannot be held exactly would be sorted wrong without a word.
 */
function areNumbers(rows: readonly Row[]): boolean {
  return rows.every((row) => exactNumber(amountOf(row)) !== undefined);
}

function amountOf(row: Row): string {
  return transactionOf(row)?.amount?.trim() ?? '';
}

function cellsOf(row: Row, { currency, statusMax, bankMax, nameMax, hasZones, hasNumbers }: ManyTableOptions) {
  const txn = transactionOf(row);
  const group = groupOf(row);
  const result = group === undefined ? resultOf(row) : `${marks[group]} ${resultOf(row)}`;
  return [
    moneyCell(amountOf(row), currency, hasNumbers),
    textCell(result, statusMax),
    textCell(cutMiddle(foldBlanks(nameOf(row)), nameMax)),
    timeCell(txn?.createdAt, hasZones),
    textCell(bankOf(txn, bankMax), bankMax),
  ];
}

/** A long name is cut before its code, which tells two banks apart that are called the same. */
function bankOf(txn: Transaction | undefined, max: number): string {
  const name = foldBlanks(txn?.destinationBankName ?? '');
  const bankCode = foldBlanks(txn?.destinationBankCode ?? '');
  const nameRoom = max - bankCode.length - 1;
  return [nameRoom > 1 ? cut(name, nameRoom) : name, bankCode].filter((part) => part !== '').join(' ');
}

function moneyCell(text: string, currency: string | undefined, isNumber: boolean) {
  const shown = textCell(/^[+-]?\d/.test(text) ? amount(text, currency) : text, amountMax);
  const value = isNumber ? exactNumber(text) : undefined;
  return value === undefined ? shown : { type: 'raw_number' as const, value, text: shown.text };
}

/** Raw text: Slack formats nothing in it, and takes no empty cell. */
function textCell(text: string, max?: number): types.RawTextElement {
  const folded = foldBlanks(text);
  return { type: 'raw_text', text: (max === undefined ? folded : cut(folded, max)) || '–' };
}

/** Slack formats times in rich text alone. */
function timeCell(epochMs: number | undefined, hasZones: boolean): types.RawTextElement | types.RichTextBlock {
  if (epochMs === undefined) return textCell('');
  const minute = utc(epochMs).replace(/:\d\d UTC$/, '');
  if (!hasZones) return textCell(minute);
  const timestamp = Math.floor(epochMs / 1000);
  const date: types.RichTextDate = { type: 'date', timestamp, format: '{date_num} {time}', fallback: `${minute} UTC` };
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [date] }] };
}
