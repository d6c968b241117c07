import {
  type Block,
  button,
  buttons,
  buttonValueMax,
  cautionSection,
  context,
  exceedsLimits,
  message,
  mrkdwnReply,
  packIntoSections,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { listCaution } from '../blocks/cautions.ts';
import { table } from '../blocks/forms.ts';
import { age, bold, code, cutMiddle, localTime, safeText, zone } from '../blocks/mrkdwn.ts';
import { statusMark } from '../blocks/status.ts';
import type { Inquiry, Presentation, Reader } from '../command.ts';
import { tableRowsMax } from '../tables/buttons.ts';
import { textCell } from '../tables/card.ts';
import { formatIsoTime, formatRecords } from '../tables/csv.ts';
import { chooseTableCaution, summarizeTable } from '../tables/summary.ts';
import { cut, foldBlanks, formatCount, joinNonEmpty } from '../text.ts';
import { describeAssignee } from '../transfers/assignees.ts';
import { carriedPlace } from '../transfers/card-buttons.ts';
import { disagrees, isOpen, requeryText } from '../transfers/contradictions.ts';
import { maskKnown } from '../transfers/disclosure.ts';
import { formatLookUps, type Row, rowGroup, rowTitle } from '../transfers/row.ts';

interface Board {
  /** Transactions that somebody is on or watches, as the team saw them last. */
  open: readonly Row[];
  /** Whether statuses are remembered: else the board can't tell what is final. */
  isRemembering: boolean;
}

/**
 * Lists what the team has open: each transaction that somebody is on or watches, and that was not
 * final when it was last seen, oldest first. Looks nothing up.
 */
export const boardInquiry = {
  async find(_nothing, { known, watches, banks }, { personId }) {
    const [assignees, watched] = await Promise.all([known.allAssignees(), watches.references()]);
    const assigneeOf = new Map(assignees.map((assignee) => [assignee.id, assignee]));
    const lastSeen = await known.lastSeen([...new Set([...assigneeOf.keys(), ...watched])]);

    const open = lastSeen
      .filter((row) => seenAtMsOf(row) === undefined || isOpen(row))
      .sort((a, b) => createdAtMs(a) - createdAtMs(b))
      .map((row): Row => {
        const { transaction, known: seen } = row;
        const { destinationBankCode: bank = '' } = transaction ?? {};
        const held = assigneeOf.get(row.asked);
        const assignee = held && { ...held, isOwn: held.personId === personId };
        return {
          ...row,
          transaction: { ...transaction, destinationBankName: banks.nameOf(bank) ?? bank },
          known: { ...seen, assignee },
        };
      });

    return { open, isRemembering: known.isRemembering };
  },
  forChannel: (found) => ({
    ...found,
    open: found.open.map((row) => ({ ...row, known: row.known && maskKnown(row.known) })),
  }),
  show: ({ open, isRemembering }, reader, presentation) =>
    drawBoard(open, { ...reader, ...presentation, isRemembering }),
} satisfies Inquiry<unknown, Board>;

/** Those of an unknown time stand last. */
function createdAtMs({ transaction }: Row): number {
  return transaction?.createdAt ?? Number.MAX_VALUE;
}

/** When the status was seen, in milliseconds since 1970. */
const seenAtMsOf = ({ known }: Row) => known?.last?.atMs;

type BoardOptions = Reader &
  Pick<Presentation, 'blockForm' | 'currency'> &
  Pick<Board, 'isRemembering'>;

const empty =
  "Nothing is open here. A transaction gets here when somebody presses I'm On It for it or watches it, until it is final.";
const notSeen = 'not seen lately';
/** The most characters in the notification's text. */
const textMax = 2_900;

function drawBoard(found: readonly Row[], options: BoardOptions): Reply {
  if (found.length === 0) return mrkdwnReply(empty);

  const seen = found.filter((row) => seenAtMsOf(row) !== undefined);
  const { counts, lines } = summarizeTable(seen, '', options.currency);
  const unseenCount = found.length - seen.length;
  const freeCount = found.filter(({ known }) => known?.assignee === undefined).length;
  const title = `${found.length} open:`;
  const all = [
    counts.trim(),
    unseenCount > 0 && `${unseenCount} ${notSeen}`,
    freeCount > 0 && `${freeCount} with nobody on it`,
  ];
  const summary = joinNonEmpty(all);

  const draw = (shown: readonly Row[]): Block[] => [
    section([`${bold(title)} ${summary}`, ...lines.slice(1)].join('\n')),
    ...cautionSection(chooseTableCaution(found, listCaution)),
    ...drawOpen(shown, options),
    ...boardButtons(shown, found.length, options),
    context(boardNotes(found.length - shown.length, unseenCount, options)),
  ];

  let count = Math.min(found.length, tableRowsMax);

  while (count > 1 && exceedsLimits(draw(found.slice(0, count)))) count -= 1;
  const shown = found.slice(0, count);
  // The text is all that people see where Slack rejects the blocks.
  const texts = [`${title} ${summary}`, ...openLines(shown, options)];

  while (texts.join('\n').length > textMax) texts.pop();
  return message(texts.join('\n'), draw(shown));
}

function boardNotes(leftCount: number, unseenCount: number, options: BoardOptions): string[] {
  const left = leftCount > 0 ? `${leftCount} more in the CSV` : '';
  if (!options.isRemembering)
    return [left, 'I remember no statuses here: some may be final by now'];

  return [
    left,
    `as last seen here, in ${zone(offsetOf(options))}`,
    unseenCount > 0 ? `${notSeen}: not since a restart, or for long` : '',
  ];
}

/** A channel's readers may be in different time zones. */
function offsetOf({ place, asker }: BoardOptions): number | undefined {
  return place.isPublic ? undefined : asker.utcOffsetSeconds;
}

/** Draws the buttons; the first checks as many of the oldest as its value has room for. */
function boardButtons(shown: readonly Row[], openCount: number, { place }: BoardOptions): Block[] {
  const asks = [...shown];
  const checkValue = () =>
    JSON.stringify({ rows: formatLookUps(asks), ...carriedPlace({ place }) });

  while (checkValue().length > buttonValueMax) asks.pop();

  const isAll = asks.length === openCount;
  const label = isAll ? 'Check Open Ones Again' : `Check the Oldest ${asks.length} Again`;

  return buttons([
    { ...button('txn:check-all', label, checkValue()), isPrimary: true },
    button('txn:board-csv', 'Send Me a CSV', 'open'),
  ]);
}

/**
 * Describes a transaction in the columns of the CSV. @param time formats a time, if there is one
 */
function fieldsOf(row: Row, time: (atMs?: number) => string) {
  const { assignee } = row.known ?? {};
  const seenAtMs = seenAtMsOf(row);
  const { createdAt, destinationBankName: bank = '' } = row.transaction ?? {};
  const ageMs = Date.now() - (createdAt ?? Number.MAX_VALUE);
  return {
    reference: row.asked,
    status: seenAtMs === undefined ? notSeen : rowTitle(row),
    seenAt: time(seenAtMs),
    age: ageMs < 0 ? '' : age(ageMs), // also of what failed, as the team works by it
    createdAt: time(createdAt),
    bank,
    requery: requeryText(row) + (disagrees(row) ? ' (disagrees)' : ''),
    requeriedAt: time(row.known?.counterpart?.atMs),
    onIt: assignee?.isOwn ? 'you' : (assignee?.name ?? ''),
  };
}

const heads = ['Status', 'Reference', 'Age', 'Bank', 'Last requery', 'Who is on it'];
const referenceMax = 48;
const cellMax = 30;

/**
 * Formats a transaction for the columns of `heads`; a channel may have guests, so it gets no name.
 */
function cellsOf(row: Row, options: BoardOptions): string[] {
  const offset = offsetOf(options);
  const time = (atMs?: number) => (atMs === undefined ? '' : localTime(atMs, offset));
  const fields = fieldsOf(row, time);
  const timed = (text: string, at: string) =>
    joinNonEmpty([cut(foldBlanks(text), cellMax), at], ', ');
  const cells = [
    statusMark(rowGroup(row)) + timed(fields.status, fields.seenAt),
    cutMiddle(fields.reference, referenceMax),
    fields.age,
    cut(fields.bank, cellMax),
    timed(fields.requery, fields.requeriedAt),
    cut(fields.onIt, cellMax),
  ];

  return options.place.isPublic ? cells.slice(0, -1) : cells;
}

/** Formats a line of mrkdwn for each transaction. */
function openLines(shown: readonly Row[], options: BoardOptions): string[] {
  return shown.map((row) => {
    const [status, reference = '', time, bank, requery, name] = cellsOf(row, options);
    const { assignee } = row.known ?? {};
    const onIt = name && assignee && describeAssignee(assignee, () => name);
    const others = [status, time, bank, requery && `requery ${requery}`, onIt];
    return joinNonEmpty([code(reference), ...others.map((text) => safeText(text ?? ''))]);
  });
}

/** Draws a table or, in a window, where Slack allows none, a line for each transaction. */
function drawOpen(shown: readonly Row[], options: BoardOptions): Block[] {
  if (options.isInWindow) return packIntoSections(openLines(shown, options));

  const rows = shown.map((row) => cellsOf(row, options).map((text) => textCell(text)));
  const head = heads.slice(0, rows[0]?.length).map((text) => textCell(text));
  const caption = 'What the team has open';
  return [table(options.blockForm, { caption, head, rows, columns: head.map(() => ({})) })];
}

/** Sends all that is open as a CSV, to the asker alone. */
export const boardCsvInquiry = {
  ...boardInquiry,
  show({ open: found }, { asker: { utcOffsetSeconds } }) {
    if (found.length === 0) return mrkdwnReply(empty);

    const time = (atMs?: number) => formatIsoTime(atMs, utcOffsetSeconds);
    const content = formatRecords(found.map((row) => fieldsOf(row, time)));
    const file = { name: `open-${time(Date.now()).slice(0, 10)}.csv`, content };
    const what = formatCount(found.length, 'open transaction');
    return { ...mrkdwnReply(`${what}: in a direct message to you, as ${file.name}.`), file };
  },
} satisfies Inquiry<unknown, Board>;
