import type { BankDirectory } from '../banks/directory.ts';
import {
  type Block,
  buttons,
  buttonValueMax,
  cautionSection,
  context,
  exceedsLimits,
  message,
  packIntoSections,
  plainReply,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { table } from '../blocks/forms.ts';
import { age, bold, code, cutMiddle, localTime, safeText } from '../blocks/mrkdwn.ts';
import { listCaution, statusMark, statusTitle } from '../blocks/status.ts';
import type { Inquiry, Presentation, Reader } from '../command.ts';
import { formatIsoTime, formatRecords } from '../tables/csv.ts';
import { tableRowsMax } from '../tables/look-up-table.ts';
import { chooseTableCaution, summarizeTable } from '../tables/summary.ts';
import { capitalize, cut, foldBlanks, formatCount, joinNonEmpty } from '../text.ts';
import { maskAssignee } from '../transfers/assignees.ts';
import type { Assignee, Sighting } from '../transfers/known.ts';
import type { LastSeen } from '../transfers/known-store.ts';
import {
  disagrees,
  formatLookUps,
  isOpen,
  type Row,
  requeryText,
  rowGroup,
} from '../transfers/row.ts';

/** A transaction that somebody is on or watches, as the team saw it last. */
interface Open {
  /** What was last seen, as a row of a table; failed if nothing was. */
  row: Row;
  seen: Sighting | undefined;
  requery: Sighting | undefined;
  /** The receiving bank's name, or its code while the name is not known. */
  bank: string;
  assignee: Assignee | undefined;
}

/**
 * Lists what the team has open: each transaction that somebody is on or watches, and that was not
 * final when it was last seen. Looks nothing up.
 */
export const boardInquiry = {
  async find(_nothing, { known, watches, banks }, { personId }): Promise<readonly Open[]> {
    const [assignees, watched] = await Promise.all([known.allAssignees(), watches.references()]);
    const assigneeOf = new Map(assignees.map((assignee) => [assignee.id, assignee]));
    const lastSeen = await known.lastSeen([...new Set([...assigneeOf.keys(), ...watched])]);

    const open = lastSeen.map((last) => {
      const assignee = assigneeOf.get(last.reference);
      const isOwn = assignee?.personId === personId;
      return openOf(last, assignee && { ...assignee, isOwn }, banks);
    });
    return open
      .filter(({ row, seen }) => seen === undefined || isOpen(row))
      .sort((a, b) => startedAtMs(a) - startedAtMs(b));
  },
  forChannel: (found) =>
    found.map((open) => ({ ...open, assignee: open.assignee && maskAssignee(open.assignee) })),
  show: (found, reader, presentation) => drawBoard(found, { ...reader, ...presentation }),
} satisfies Inquiry<unknown, readonly Open[]>;

function openOf(
  { reference, record, requery }: LastSeen,
  assignee: Assignee | undefined,
  banks: BankDirectory,
): Open {
  const ask = { isRequery: false, asked: reference };
  const found = { seen: record, requery, assignee };
  if (record === undefined) return { ...found, row: { ...ask, failure: 'not_asked' }, bank: '' };

  const { words, group, bank: destinationBankCode = '', createdAtMs: createdAt } = record;
  const bank = banks.nameOf(destinationBankCode) ?? destinationBankCode;
  const row: Row = {
    ...ask,
    status: words,
    reversedFlag: group === 'reversed' ? '1' : undefined,
    transaction: { createdAt, destinationBankCode, destinationBankName: bank },
    known: { counterpart: requery },
  };
  return { ...found, row, bank };
}

/** When a transfer began, or was first seen with its status; those never seen stand last. */
function startedAtMs({ row, seen }: Open): number {
  return row.transaction?.createdAt ?? seen?.sinceMs ?? Number.POSITIVE_INFINITY;
}

type BoardOptions = Pick<Reader, 'asker' | 'audience' | 'isInWindow' | 'syntax'> &
  Pick<Presentation, 'blockForm' | 'currency'>;

const empty =
  "Nothing is open: nobody is on or watches a transaction that wasn't final when last seen.";

function drawBoard(found: readonly Open[], options: BoardOptions): Reply {
  if (found.length === 0) return plainReply(empty);

  const rows = found.map(({ row }) => row);
  const seen = found.filter((open) => open.seen).map(({ row }) => row);
  const { counts, lines } = summarizeTable(seen, '', options.currency);
  const unseenCount = found.length - seen.length;
  const freeCount = found.filter(({ assignee }) => assignee === undefined).length;
  const parts = [
    counts.trim(),
    unseenCount > 0 && `${unseenCount} ${notSeen}`,
    freeCount > 0 && `${freeCount} with nobody on it`,
  ];
  const all = joinNonEmpty(
    parts.filter((part) => part !== false),
    ' · ',
  );
  const title = `${found.length} open:`;

  const draw = (shown: readonly Open[]): Block[] => [
    section([`${bold(title)} ${all}`, ...lines.slice(1)].join('\n')),
    ...cautionSection(chooseTableCaution(rows, listCaution)),
    ...drawOpen(shown, options),
    ...boardButtons(shown, options),
    context([leftLine(found.length - shown.length), ...boardNotes(unseenCount, options)]),
  ];
  let count = Math.min(found.length, tableRowsMax);
  while (count > 1 && exceedsLimits(draw(found.slice(0, count)))) count -= 1;
  const shown = found.slice(0, count);
  // The text is all that people see where Slack rejects the blocks.
  const texts = [`${title} ${all}`, ...openLines(shown, options)];
  while (texts.join('\n').length > textMax) texts.pop();
  return message(texts.join('\n'), draw(shown));
}

/** The most characters in the notification's text. */
const textMax = 2_900;

const notSeen = 'not seen lately';

function leftLine(left: number): string | undefined {
  if (left === 0) return undefined;
  return left === 1 ? 'the other one is in the CSV' : `the other ${left} are in the CSV`;
}

function boardNotes(unseenCount: number, options: BoardOptions): string[] {
  const zone = offsetOf(options) === undefined ? ', in UTC' : '';
  const notes = [`as last seen here${zone}`];
  if (unseenCount > 0) notes.push(`${notSeen}: not since a restart, or for long`);
  return notes;
}

/** A channel's readers may be in different time zones. */
function offsetOf({ audience, asker }: BoardOptions): number | undefined {
  return audience === 'asker' ? asker.utcOffsetSeconds : undefined;
}

function boardButtons(shown: readonly Open[], { audience }: BoardOptions): Block[] {
  const rows = formatLookUps(shown.map(({ row }) => row));
  const check = {
    actionId: 'txn:check-all',
    label: 'Check Open Ones Again',
    value: JSON.stringify({ rows, audience }),
    isPrimary: true,
  };
  const csv = { actionId: 'txn:board-csv', label: 'Send Me a CSV', value: 'open' };
  return buttons(check.value.length <= buttonValueMax ? [check, csv] : [csv]);
}

/** Formats a line of mrkdwn for each transaction. */
function openLines(shown: readonly Open[], options: BoardOptions): string[] {
  const [, ...columns] = columnsFor(options);
  return shown.map((open) => {
    const cells = columns.map(({ head, cell }) => {
      const text = safeText(cell(open), cellMax);
      return text && head === 'Last requery' ? `requery ${text}` : text;
    });
    return joinNonEmpty([code(cutMiddle(open.row.asked, referenceMax)), ...cells], ' · ');
  });
}

/** Draws a table or, in a window, where Slack allows none, a line for each transaction. */
function drawOpen(shown: readonly Open[], options: BoardOptions): Block[] {
  if (options.isInWindow) return packIntoSections(openLines(shown, options));

  const columns = columnsFor(options);
  const cells = (open: Open) => columns.map(({ cell }) => foldBlanks(cell(open)) || '–');
  const raw = (text: string) => ({ type: 'raw_text', text }) as const;
  const drawn = table(options.blockForm, {
    caption: 'What the team has open',
    head: columns.map(({ head }) => raw(head)),
    rows: shown.map((open) => cells(open).map(raw)),
    columns: columns.map(() => ({})),
  });
  return [drawn];
}

interface Column {
  head: string;
  cell(open: Open): string;
}

const referenceMax = 48;
const cellMax = 60;
const bankMax = 28;
const wordsMax = 24;
const nameMax = 20;

function columnsFor(options: BoardOptions): Column[] {
  const nowMs = Date.now();
  const at = ({ atMs }: Sighting) => localTime(atMs, offsetOf(options));
  const columns: Column[] = [
    { head: 'Reference', cell: ({ row }) => cutMiddle(row.asked, referenceMax) },
    {
      head: 'Status',
      cell: ({ row, seen }) =>
        seen === undefined ? capitalize(notSeen) : `${statusText(row)}, ${at(seen)}`,
    },
    { head: 'Age', cell: ({ row }) => ageText(row, nowMs) },
    { head: 'Bank', cell: ({ bank }) => cut(bank, bankMax) },
    {
      head: 'Last requery',
      cell: ({ row, requery }) => (requery ? `${requeriedText(row)}, ${at(requery)}` : ''),
    },
  ];
  if (options.audience === 'channel') return columns; // a channel may have guests
  return [...columns, { head: 'Who is on it', cell: ({ assignee }) => holderText(assignee) }];
}

function statusText(row: Row): string {
  return statusMark(rowGroup(row)) + cut(statusTitle(row.status), wordsMax);
}

/** How long ago the record was created, as what is open is worked on by age, failed or not. */
function ageText({ transaction = {} }: Row, nowMs: number): string {
  const { createdAt = nowMs } = transaction;
  return createdAt < nowMs ? age(nowMs - createdAt) : '';
}

function requeriedText(row: Row): string {
  const words = cut(capitalize(requeryText(row)), wordsMax);
  return disagrees(row) ? `${words} (disagrees)` : words;
}

function holderText(assignee: Assignee | undefined): string {
  return assignee?.isOwn ? 'you' : cut(assignee?.name ?? '', nameMax);
}

/** Sends all that is open as a CSV, to the asker alone. */
export const boardCsvInquiry = {
  find: boardInquiry.find,
  forChannel: boardInquiry.forChannel,
  show(found, { asker: { utcOffsetSeconds } }) {
    if (found.length === 0) return plainReply(empty);

    const nowMs = Date.now();
    const time = (atMs: number | undefined) => formatIsoTime(atMs, utcOffsetSeconds);
    const records = found.map(({ row, seen, requery, bank, assignee }) => ({
      reference: row.asked,
      status: seen === undefined ? notSeen : (row.status ?? 'no status'),
      seenAt: time(seen?.atMs),
      age: ageText(row, nowMs),
      createdAt: time(row.transaction?.createdAt),
      bank,
      requery: requery && requeryText(row),
      requeriedAt: time(requery?.atMs),
      disagrees: disagrees(row) ? 'yes' : '',
      onIt: assignee?.name,
      onItSince: time(assignee?.atMs),
    }));
    const file = { name: `open-${time(nowMs).slice(0, 10)}.csv`, content: formatRecords(records) };
    const what = formatCount(found.length, 'open transaction');
    return { ...plainReply(`${what}: in a direct message to you, as ${file.name}.`), file };
  },
} satisfies Inquiry<unknown, readonly Open[]>;
