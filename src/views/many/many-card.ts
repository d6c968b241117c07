import { requeriesOf } from '../../transfers/requeries.ts';
import { askOf, byAttention, type Group, groupsOf, type Row, transactionOf } from '../../transfers/row.ts';
import { statusTitle } from '../../transfers/status-words.ts';
import { sum } from '../../transfers/sum.ts';
import { amount } from '../amount.ts';
import type { BlockForm } from '../block-form.ts';
import { type Block, context, leftOutWords, message, type Reply, section } from '../blocks.ts';
import { isTooMuch } from '../fit-blocks.ts';
import { bold, date, label, outside } from '../mrkdwn.ts';
import { type ManyActionsOptions, manyActions, type RoomForActions } from './many-actions.ts';
import { manyTable } from './many-table.ts';
import { standOuts } from './stand-outs.ts';

export interface ManyCardOptions extends ManyActionsOptions {
  rows: readonly Row[];
  currency: string | undefined;
  blockForm: BlockForm;
  askedAtMs: number;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** Of trouble elsewhere; mrkdwn. */
  hints: readonly string[];
}

/** How much may stand under a table, the most first. */
const actionRooms = [
  ...[25, 20, 15, 10, 5, 0].map((openable) => ({ openable, dropped: 0 })),
  ...[1, 2, 3, 4].map((dropped) => ({ openable: 0, dropped })),
];
const leastRoom = { openable: 0, dropped: 4 };
/** How much may stand in a table that leaves hardly any room under it. */
const tableRooms = [
  { cellMax: 48, hasZones: true },
  { cellMax: 24, hasZones: true },
];
const leastTable = { cellMax: 16, hasZones: false };
/** For a line about the answer itself, which whoever asks may add. */
const spare = 300;

/** The card of many look-ups: the counts first, then the totals, the table, and what stands out. */
export function manyCard(options: ManyCardOptions): Reply {
  const { rows, currency, leftOut, hints } = options;
  const groups = groupsOf(rows);
  const asked = `${rows.length} ${whatOf(rows)}:`;
  const counts = `${asked} ${groups.map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`).join(' · ')}`;
  const totals = groups.flatMap((group) => totalOf(group, currency));
  const remarks = standOuts(groups);
  const sorted = byAttention(rows);
  const drawn = (table: Block, room: RoomForActions) => [
    section(bold(asked) + counts.slice(asked.length)),
    ...(totals.length > 0 ? [section(totals.join('\n'))] : []),
    table,
    ...(remarks.length > 0 ? [section(remarks.map((remark) => `• ${remark}`).join('\n'))] : []),
    ...leftOutWords(leftOut),
    ...(hints.length > 0 ? [context([hints.join('\n')])] : []),
    ...manyActions(sorted, options, room),
    context(notes(options)),
  ];
  const text = [counts, ...remarks, ...hints].join('\n');
  for (const room of tableRooms) {
    const table = manyTable(sorted, { ...options, ...room });
    for (const actionRoom of actionRooms) {
      const blocks = drawn(table, actionRoom);
      if (!isTooMuch(blocks, spare)) return message(text, blocks);
    }
  }
  return message(text, drawn(manyTable(sorted, { ...options, ...leastTable }), leastRoom));
}

/** What a requery says is not what a record says, so a table of requeries alone says what it is of. */
function whatOf(rows: readonly Row[]): string {
  if (!rows.every((row) => askOf(row).isRequery)) return 'asked';
  return rows.length === 1 ? 'requery' : 'requeries';
}

function notes({ rows, askedAtMs, sharedBy }: ManyCardOptions): (string | undefined)[] {
  const { withoutIdCount } = requeriesOf(rows);
  return [
    `asked ${date(askedAtMs)}`,
    sharedBy ? `shared by ${outside(sharedBy, 80)}` : undefined,
    silence(rows),
    withoutIdCount > 0
      ? `${withoutIdCount} not settled ${withoutIdCount === 1 ? 'has' : 'have'} no id to requery by`
      : undefined,
    rows.some(isByRecord)
      ? 'requeried by the ids of the records: the service does not document which number a requery wants'
      : undefined,
  ];
}

function isByRecord(row: Row): boolean {
  return row.kind !== 'record' && row.ofRecord !== undefined;
}

function silence(rows: readonly Row[]): string | undefined {
  const isSilent = rows.some((row) => row.kind === 'failure' && row.failure !== 'not_found');
  return isSilent ? 'what has no answer says nothing about those transactions' : undefined;
}

/** Of the rows under the same words. A total of some of them says how many it leaves out. */
function totalOf({ words, rows, status }: Group, currency: string | undefined): string[] {
  const records = rows.map(transactionOf);
  if (status === undefined || records.every((txn) => txn === undefined)) return [];
  const { total, unreadCount } = sum(records.map((txn) => txn?.amount));
  const unread =
    unreadCount > 0 ? ` (${unreadCount} ${unreadCount === 1 ? 'amount' : 'amounts'} could not be read)` : '';
  return total === undefined && unread === ''
    ? []
    : [
        `${label(statusTitle(words), 60)} ${total === undefined ? 'no total' : outside(amount(total, currency))}${unread}`,
      ];
}
