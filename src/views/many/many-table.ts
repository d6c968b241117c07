import type { types } from '@slack/bolt';
import { cut, foldBlanks } from '../../plain-text.ts';
import type { Transaction } from '../../transfer-api/schemas.ts';
import { byAttention, groupOf, nameOf, type Row, recordedOf, resultOf, transactionOf } from '../../transfers/row.ts';
import { marks } from '../../transfers/status-group.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { amount } from '../amount.ts';
import { type BlockForm, canSort, type TableOptions, table } from '../block-form.ts';
import type { Block } from '../blocks.ts';
import { cutMiddle } from '../cut-middle.ts';
import { utc } from '../mrkdwn.ts';

export interface ManyTableOptions {
  currency: string | undefined;
  blockForm: BlockForm;
  /** Of a cell of words, in characters. */
  cellMax: number;
  /** Whether times are in the reader's zone: one takes three times as much as one in UTC. */
  hasZones: boolean;
  /** Whether amounts are numbers, which Slack sorts by value. */
  hasNumbers: boolean;
  /** Whether requeries stand beside what their records said. */
  hasRecorded: boolean;
}

/** In characters: a shorter reference is whole, and no digit of an amount is cut. */
const exactMax = 48;
/** In a cell without a value: Slack takes no empty one. */
const none = '–';

/**
 * What needs attention first, without columns that no row fills. A phone shows the columns behind the status only after
 * a swipe.
 */
export function manyTable(rows: readonly Row[], options: ManyTableOptions): Block {
  const { blockForm, hasZones } = options;
  const hasRecorded = options.hasRecorded && rows.some((row) => recordedOf(row) !== undefined);
  const recorded = <T>(value: T): T[] => (hasRecorded ? [value] : []);
  const hasNumbers = options.hasNumbers && rows.every((row) => exactNumber(amountOf(row)) !== undefined);
  const head = [
    'Reference',
    'Status',
    ...recorded('Record said'),
    'Amount',
    'To',
    hasZones ? 'Created' : 'Created, UTC',
  ];
  const caption = [
    'Transactions asked for',
    ...(canSort(blockForm) && !hasNumbers && rows.length > 1 && rows.some(amountOf) ? ['amounts sort as text'] : []),
  ];
  const body = byAttention(rows).map((row) => {
    const said = recordedOf(row);
    const [name, status, ...others] = cellsOf(row, { ...options, hasNumbers: hasNumbers && canSort(blockForm) });
    return [
      name,
      status,
      ...recorded(textCell(said === undefined ? '' : statusTitle(said), options.cellMax)),
      ...others,
    ];
  });
  const settings: TableOptions['columns'] = [{}, {}, ...recorded({}), { align: 'right' }, { is_wrapped: true }, {}];
  const isFilled = (_: unknown, place: number) =>
    place < 2 || body.some(({ [place]: cell }) => !(cell?.type === 'raw_text' && cell.text === none));
  return table(blockForm, {
    caption: caption.join('; '),
    head: head.map((text) => textCell(text)).filter(isFilled),
    rows: body.map((cells) => cells.filter(isFilled)),
    namedBy: 0,
    columns: settings.filter(isFilled),
  });
}

function cellsOf(row: Row, { currency, cellMax, hasZones, hasNumbers }: ManyTableOptions) {
  const txn = transactionOf(row);
  const group = groupOf(row);
  const result = group === undefined ? resultOf(row) : `${marks[group]} ${resultOf(row)}`;
  return [
    textCell(cutMiddle(foldBlanks(nameOf(row)), exactMax)),
    textCell(result, cellMax),
    moneyCell(amountOf(row), currency, hasNumbers),
    textCell(partyOf(txn, cellMax)),
    timeCell(txn?.createdAt, hasZones),
  ] as const;
}

/** A long name is cut before its bank. */
function partyOf(txn: Transaction | undefined, max: number): string {
  const bank = cut(foldBlanks(txn?.destinationBankName?.trim() || txn?.destinationBankCode || ''), max / 2);
  const name = cut(foldBlanks(txn?.destinationAccountName ?? ''), max - bank.length - 2);
  return [name, bank].filter((part) => part !== '').join(', ');
}

function amountOf(row: Row): string {
  return transactionOf(row)?.amount?.trim() ?? '';
}

function moneyCell(text: string, currency: string | undefined, isNumber: boolean) {
  const shown = textCell(/^[+-]?\d/.test(text) ? amount(text, currency) : text, exactMax);
  const value = isNumber ? exactNumber(text) : undefined;
  return value === undefined ? shown : { type: 'raw_number' as const, value, text: shown.text };
}

/**
 * The number that a decimal text is, unless it would lose a digit; zeros that say nothing are not lost. Slack sorts a
 * column by value when all its cells are numbers, and one that is not exact would stand in the wrong place.
 */
function exactNumber(text: string): number | undefined {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shortest = `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const number = Number(shortest);
  return String(number) === shortest ? number : undefined;
}

/** Raw text: Slack formats nothing in it. */
function textCell(text: string, max?: number): types.RawTextElement {
  const folded = foldBlanks(text);
  return { type: 'raw_text', text: (max === undefined ? folded : cut(folded, max)) || none };
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
