import type { types } from '@slack/bolt';
import {
  type Block,
  buttons,
  cautionSection,
  exceedsLimits,
  message,
  packIntoSections,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { explainFailures } from '../blocks/failure-words.ts';
import { type Cell, canSort, type TableOptions, table } from '../blocks/forms.ts';
import { showsInternalDetails } from '../blocks/json-fields.ts';
import { age, amount, code, cutMiddle, date, localTime, safeText, zone } from '../blocks/mrkdwn.ts';
import { notAskedForLine } from '../blocks/offers.ts';
import { markedStatus, statusMark } from '../blocks/status.ts';
import type { Presentation, Reader } from '../command.ts';
import { capitalize, cut, foldBlanks, formatCount, joinNonEmpty } from '../text.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { describeAssignee } from '../transfers/assignees.ts';
import {
  drawContextLines,
  formatCacheAge,
  formatGarbled,
  formatHidden,
  formatSharedBy,
  formatType,
  formatTypings,
  isCollection,
} from '../transfers/card-parts.ts';
import { lacksRequeryId, requeryText, subjectItem } from '../transfers/contradictions.ts';
import { formatHints } from '../transfers/record-and-requery.ts';
import { serviceTexts } from '../transfers/requery-answer.ts';
import { movingForMs, type Row, rowGroup, rowTitle, transactionsOf } from '../transfers/row.ts';
import {
  type Dropped,
  dropOrder,
  type FoundTable,
  offerRest,
  openSelect,
  tableButtons,
} from './buttons.ts';
import { chooseTableCaution, sortByAttention, summarizeTable } from './summary.ts';

const assigneeMax = 20;

export type TableCardOptions = FoundTable &
  Pick<Reader, 'asker' | 'place' | 'canShare' | 'isInWindow' | 'reference'> &
  Pick<Presentation, 'currency' | 'blockForm' | 'knowsShape'>;

/**
 * Number of characters kept free for a line that may be added later, which says how the question
 * was understood.
 */
const spare = 450;

/**
 * Draws a table and its buttons; drops parts in the order of `dropOrder` until everything fits in
 * one message.
 */
function fitMessage(draw: (dropped: Dropped) => Block[]): Block[] {
  for (let count = 0; count < dropOrder.length; count += 1) {
    const blocks = draw(dropOrder.slice(0, count));
    if (!exceedsLimits(blocks, spare)) return blocks;
  }

  return draw(dropOrder);
}

/**
 * Options of a table that shares its message with other content: parts of the table are always
 * dropped.
 */
export const resultTableOptions: { dropped: Dropped } = { dropped: ['numbers', 'long words'] };

/**
 * Creates the card of many look-ups: counts, sums, banks that stand out, one caution, and the
 * table.
 */
export function tableCard(options: TableCardOptions): Reply {
  const { rows, rest, currency, place, asker } = options;
  const sorted = sortByAttention(rows);
  const hints = tableHints(options);
  const ofAll = rest.length === 0 ? '' : ` of ${rows.length + rest.length}`;
  const tiedCount = rows.filter(({ tiedId }) => tiedId).length;
  const ofRows = tiedCount === 0 ? '' : `, of ${formatCount(rows.length, 'transaction')}`;
  const title = `${rows.length + tiedCount}${ofAll} ${rowsWord(rows)}${ofRows}:`;
  const { counts, lines } = summarizeTable(rows, title, currency);
  const text = withRows([counts, ...hints].join('\n'), sorted, currency);

  /** Puts the table, or what stands for it, between the lines above and below. */
  const assemble = (body: readonly Block[], actions: readonly Block[]): Block[] => [
    section(lines.join('\n')),
    ...cautionSection(chooseTableCaution(rows)),
    ...body,
    ...notAskedForLine(options.leftOut),
    ...drawContextLines([
      ...explainFailures(rows, options.knowsShape, options.reference),
      ...hints,
    ]),
    ...actions,
    ...drawContextLines([tableNotes(options)]),
  ];

  // Slack allows no table in a window, so each row becomes a line.
  if (options.isInWindow) {
    const body = packIntoSections(sorted.map((row) => lineWithName(row, currency)));
    const others = offerRest(options);
    const actions = [
      ...others.notes.map(section),
      ...buttons(others.buttons),
      ...openSelect(sorted),
    ];
    return { text, blocks: assemble(body, actions) };
  }

  // A channel's readers may be in different time zones.
  const utcOffsetSeconds = place.isPublic ? undefined : asker.utcOffsetSeconds;
  const draw = (dropped: Dropped) =>
    assemble(
      [drawTable(rows, { ...options, utcOffsetSeconds, dropped })],
      tableButtons(sorted, options, dropped),
    );

  const subject = rows.map((row) => ({ ...subjectItem(row), shownAt: sorted.indexOf(row) }));
  return { ...message(text, fitMessage(draw)), subject };
}

/** What else to know of the table: how old its answers are, banks in trouble, other typings. */
function tableHints({ rows, outages }: TableCardOptions): string[] {
  return [
    ...formatCacheAge(rows),
    formatGarbled(rows),
    ...formatHints(outages, transactionsOf(rows)),
    ...formatTypings(rows),
  ].filter((line) => line !== '');
}

/** The most characters in the notification's text. */
const notificationTextMax = 2_900;
/** The most characters in the line that says how many rows the text leaves out. */
const leftMax = 30;

/**
 * Adds the rows to the message's text, which is all that people see if Slack rejects the blocks.
 */
function withRows(head: string, rows: readonly Row[], currency: string | undefined): string {
  let text = head;
  for (const [at, row] of rows.entries()) {
    const longer = `${text}\n${rowLine(row, currency)}`;
    if (longer.length > notificationTextMax - leftMax)
      return `${text}\n${rows.length - at} more in the table`;
    text = longer;
  }

  return text;
}

/**
 * Returns a word for the rows. A table with only requeries says so: a requery's status is not the
 * record's status.
 */
function rowsWord(rows: readonly Row[]): string {
  if (!rows.every(({ isRequery }) => isRequery)) return 'asked';
  return rows.length === 1 ? 'requery' : 'requeries';
}

function tableNotes({ rows, refreshedAtMs, sharedBy }: TableCardOptions): string {
  const asOf = refreshedAtMs === undefined ? '' : `as of ${date(refreshedAtMs, 'time')}`;
  const withoutIdCount = rows.filter(lacksRequeryId).length;
  const withoutId = withoutIdCount > 0 ? `${withoutIdCount} without an id to requery` : '';
  return joinNonEmpty([asOf, formatSharedBy(sharedBy), withoutId, formatHidden(rows)]);
}

/**
 * The most characters of a reference or an amount in a cell: enough to show every digit of an
 * amount.
 */
const exactMax = 48;
/** The most characters of a text that is already cut or never long. */
const wholeMax = 5_000;
/** Fills a cell without a value, as Slack rejects empty cells. */
const emptyCell = '–';

interface ManyTableOptions extends Pick<Presentation, 'currency' | 'blockForm'> {
  /** The reader's offset from UTC; absent in a channel, where times are in UTC. */
  utcOffsetSeconds?: number | undefined;
  /** When the table was drawn again; absent for a new table. */
  refreshedAtMs?: number | undefined;
  dropped: Dropped;
}

/**
 * Draws the table, with rows that need attention first and without empty columns. On a phone, the
 * reader has to swipe to see the columns after the amount.
 */
export function drawTable(
  rows: readonly Row[],
  { currency, blockForm, utcOffsetSeconds, refreshedAtMs, dropped }: ManyTableOptions,
): Block {
  const keeps = (part: Dropped[number]) => !dropped.includes(part);
  const wordsMax = keeps('words') ? 28 : 16;
  const cellMax = keeps('long words') ? 48 : wordsMax;
  const isNumber = keeps('numbers') && canSort(blockForm);
  /**
   * Adds a number to a cell: Slack sorts a column by these numbers if every cell of the column has
   * one.
   */
  const sortable = ({ text }: types.RawTextElement, value: number): Cell =>
    isNumber ? { type: 'raw_number', value, text } : { type: 'raw_text', text };

  const moneyCell = (row: Row) =>
    sortable(textCell(amountOf(row, currency), exactMax), sortValue(row.transaction?.amount ?? ''));

  const timeCell = ({ createdAt, unreadTimes }: Transaction = {}) => {
    const time = createdAt && localTime(createdAt, utcOffsetSeconds);
    return sortable(
      textCell(time || unreadTimes?.createdAt || '', cellMax),
      (createdAt ?? 0) / 1000,
    );
  };

  const hasRecords = rows.some(({ isRequery }) => !isRequery);
  const kindOf = ({ isRequery }: Row) => (isRequery && hasRecords ? 'Requery: ' : '');
  const columns: TableColumn[] = [
    { head: 'Status', cell: (row) => textCell(kindOf(row) + statusText(row), cellMax) },
    {
      head: hasRecords ? 'Reference' : 'Transaction ID',
      cell: (row) => textCell(cutMiddle(foldBlanks(row.asked), exactMax)),
    },
    { head: 'Amount', settings: { align: 'right' }, cell: moneyCell },
    { head: 'Requery', cell: (row) => textCell(capitalize(requeryText(row)), cellMax) },
    {
      head: 'To',
      settings: { is_wrapped: true },
      cell: ({ transaction }) => textCell(partyOf(transaction, cellMax)),
    },
    {
      head: `Created (${zone(utcOffsetSeconds)})`,
      cell: ({ transaction }) => timeCell(transaction),
    },
  ];

  const isEmpty = (shown: Cell) => 'text' in shown && shown.text === emptyCell;
  // A table that is drawn again keeps its columns, also where no record came this time.
  const isAgain = refreshedAtMs !== undefined && hasRecords;
  const filled = columns.filter(({ head, cell }, place) => {
    const isRequeries = head === 'Requery';
    if (isRequeries && !keeps('requeries')) return false;
    if (place < 2 || (isAgain && !isRequeries)) return true; // status and reference always stay
    return !rows.every((row) => isEmpty(cell(row)));
  });

  return table(blockForm, {
    caption: 'Transactions asked for',
    head: filled.map(({ head }) => textCell(head)),
    rows: sortByAttention(rows).map((row) => filled.map(({ cell }) => cell(row))),
    columns: filled.map(({ settings = {} }) => settings),
  });
}

/**
 * Formats a row's result, what the service says of a requery, age and assignee: where they are too
 * long for a cell, the status is what stays.
 */
function statusText(row: Row): string {
  const { assignee } = row.known ?? {};
  const onIt = assignee && describeAssignee(assignee, (name) => cut(name, assigneeMax));
  const status = statusMark(rowGroup(row)) + rowTitle(row);
  const words = row.requery ? serviceTexts(row.requery) : [];
  const said = words.findLast((each) => !showsInternalDetails(each));
  return joinNonEmpty([status, codeText(row), said, ageText(row), onIt]);
}

/** Formats a requery's response code, which stands in for a status that did not come. */
function codeText({ isRequery, status, code: given }: Row): string {
  return isRequery && status && given ? `code ${given}` : '';
}

/** Formats the age of a transfer that is moving: "3 h 12 min". */
function ageText(row: Row): string {
  const ageMs = movingForMs(row, Date.now());
  return ageMs === undefined ? '' : age(ageMs);
}

interface TableColumn {
  head: string;
  settings?: NonNullable<TableOptions['columns']>[number];
  cell(row: Row): Cell;
}

/**
 * Formats the receiver's name and bank: the bank may take half of `max`, the name whatever the bank
 * leaves.
 */
function partyOf(txn: Transaction | undefined, max: number): string {
  const bank = cut(
    foldBlanks(txn?.destinationBankName?.trim() || txn?.destinationBankCode || ''),
    max / 2,
  );
  const name = cut(foldBlanks(txn?.destinationAccountName ?? ''), max - bank.length - 2);
  return joinNonEmpty([name, bank], ', ');
}

function amountOf({ transaction = {} }: Row, currency: string | undefined): string {
  return amount(transaction.amount ?? '', transaction.currency ?? currency);
}

/** Converts an amount to a number for sorting only; the cell's text has every digit. */
function sortValue(text: string): number {
  const number = Number(text.replaceAll(',', ''));
  return Number.isFinite(number) ? number : 0;
}

/** Creates a cell of raw text, in which Slack formats nothing. */
export function textCell(text: string, max = wholeMax): types.RawTextElement {
  return { type: 'raw_text', text: cut(foldBlanks(text), max) || emptyCell };
}

const payeeNameMax = 60;

/** Formats a row as a line of mrkdwn for a window: unlike a notification, its reader is alone. */
function lineWithName(row: Row, currency: string | undefined): string {
  const { transaction = {} } = row;
  const type = formatType(transaction);
  // Of a plain transfer, everybody takes the name for the payee's.
  const to = type && 'to ';
  const [side, name = ''] = isCollection(transaction)
    ? ['from ', transaction.sourceAccountName]
    : [to, transaction.destinationAccountName];

  const party = name.trim() && side + safeText(name, payeeNameMax);
  return joinNonEmpty([rowLine(row, currency), party, type]);
}

/** Formats a row as a line of mrkdwn, for notifications and what may be one. */
export function rowLine(row: Row, currency?: string): string {
  const money = amountOf(row, currency);
  const { assignee } = row.known ?? {};
  const requery = requeryText(row);

  return joinNonEmpty([
    (row.isRequery ? 'Requery ' : '') + code(cutMiddle(row.asked, payeeNameMax)),
    markedStatus(rowGroup(row), safeText(rowTitle(row), 60)),
    safeText(codeText(row)),
    ageText(row),
    requery && `requery ${safeText(requery, 60)}`,
    assignee && describeAssignee(assignee, (name) => safeText(name, assigneeMax)),
    safeText(money),
  ]);
}
