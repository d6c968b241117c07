import {
  type Audience,
  type Block,
  buttons,
  cautionSection,
  context,
  message,
  plainReply,
  type Reply,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { type BlockForm, barChart, barsMax, chartLines } from '../blocks/forms.ts';
import { modalOf } from '../blocks/modal.ts';
import { bold, code, duration, outside } from '../blocks/mrkdwn.ts';
import type { NamedFile } from '../slack/replies.ts';
import { isSettled } from '../status.ts';
import { shareTo } from '../tables/actions.ts';
import { manyTable, narrow } from '../tables/card.ts';
import { csvOf, isoTime } from '../tables/csv.ts';
import { cautionFor, summaryOf } from '../tables/summary.ts';
import { tableMax } from '../tables/table.ts';
import { capital } from '../text.ts';
import { agedLines } from '../transfers/card.ts';
import { byAttention, groupOf, groupsOf, isUnsettled, type Row, recordNameOf, wordsOf } from '../transfers/row.ts';
import { type Batch, type Head, lastsMs } from './batch.ts';
import { whenCreated, whereUnsettled } from './charts.ts';
import { labelOf } from './columns.ts';
import type { List, ListColumn } from './list.ts';
import { columnsMax } from './rows.ts';

/** Between two of the service's answers, until it is known how quick it is. */
const eachMs = 400;

/**
 * What a file holds, before anything is looked up.
 * @param offers one, or one for each column to choose from
 * @param audience a channel reads counts and heads of columns: not the file's name, no reference and no other word of it
 */
export function offerReply(list: List, offers: readonly Head[], audience: Audience): Reply {
  const [offer] = offers;
  const isPrivate = audience === 'asker';
  const name = isPrivate ? code(offer?.file?.name ?? '', 60) : 'the file';
  const first = ([reference = '']: readonly string[]) => (isPrivate ? `; first ${code(reference, 60)}` : '');
  const found = list.columns.map(
    (column) => `${references(column.references.length)} in ${headOf(column, isPrivate)}${first(column.references)}`,
  );
  const [column] = list.columns;
  const where = column ? headOf(column, isPrivate) : 'the lines';
  const isChoice = offers.length > 1;
  const text = [
    ...(isChoice
      ? [
          `${capital(name)} has references in several columns. Which are to be looked up?`,
          ...found.map((each) => `• ${each}`),
        ]
      : [`${references(list.references.length)} in ${where} of ${name}${first(list.references)}${leftOut(list)}`]),
    ...notAskedFor(list, isPrivate),
    ...(list.bounds === undefined ? [] : [list.bounds]),
  ].join('\n');
  const choose = (at: number) => ` in ${plainHead(list.columns[at], isPrivate)}`;
  const run = offers.map(({ id, count }, at) => ({
    ...(isChoice ? { actionId: `batch:run:${at}` } : { actionId: 'batch:run', isPrimary: true }),
    ...{ label: `Look Up ${count}${isChoice ? choose(at) : ''}`, value: id },
  }));
  const cancel = { actionId: 'batch:cancel', label: 'Cancel', value: offer?.id ?? '' };
  const reply = message(text, [section(text), ...buttons([...run, cancel])]);
  return isPrivate ? reply : withoutCustomer(reply);
}

function leftOut({ references, withoutCount, roundedCount }: List): string {
  const without = withoutCount === 0 ? '' : `; ${withoutCount} ${withoutCount === 1 ? 'row has' : 'rows have'} none`;
  const are = roundedCount === 1 ? 'is left out' : 'are left out';
  const rounded = roundedCount === 0 ? '' : ` ${roundedCount} more may be rounded by a spreadsheet, and ${are}.`;
  return `${without}.${rounded} About ${duration(Math.max(1_000, references.length * eachMs))}.`;
}

/** Words and columns that are named; of more, the count. */
const namedMax = 3;

function notAskedFor({ named, columns, otherColumns }: List, isPrivate: boolean): string[] {
  const unit = columns.length === 0 ? 'line' : 'row';
  const shown = isPrivate ? named.slice(0, namedMax) : [];
  const left = named.length - shown.length + otherColumns.slice(namedMax).reduce((sum, { count }) => sum + count, 0);
  const all = [
    ...otherColumns.slice(0, namedMax).map((column) => `${column.count} in ${headOf(column, isPrivate)}`),
    ...shown.map(({ word, row }) => `${code(word, 40)} (${unit} ${row})`),
    ...(left === 0 ? [] : [`${left} ${shown.length > 0 ? 'more' : 'other'}${left === 1 ? ' word' : ' words'}`]),
  ];
  return all.length === 0 ? [] : [`Not asked for: ${new Intl.ListFormat('en-GB').format(all)}.`];
}

type Titled = Pick<ListColumn, 'at' | 'name'>;

/** A channel reads heads that say what they are: in a file without a head, a customer's name may stand in its place. */
function plainHead({ at, name }: Titled = { at: 0, name: '' }, isPrivate: boolean): string {
  return isPrivate || labelOf(name) !== undefined ? name : `column ${at + 1}`;
}

function headOf(column: Titled, isPrivate: boolean): string {
  const head = plainHead(column, isPrivate);
  return head === `column ${column.at + 1}` ? head : `column ${bold(outside(head, 40))}`;
}

function references(count: number): string {
  return count === 1 ? '1 reference' : `${count} references`;
}

/** The one line where it was asked. */
export function begunReply(head: Head, ahead: number): Reply {
  const { count, channelId = '' } = head;
  const waits = ahead === 0 ? '' : ` It waits for ${ahead === 1 ? 'another list' : `${ahead} other lists`} first.`;
  const where = channelId.startsWith('D') ? 'here' : 'in a direct message from this bot';
  return plainReply(`${sizeOf(head)}: follow ${count === 1 ? 'it' : 'them'} ${where}.${waits}`);
}

/** How far a batch is. */
export interface Progress {
  rows: readonly Row[];
  answered: number;
  /** Milliseconds, as the pace so far says; absent until there is one. */
  leftMs: number | undefined;
  /** Why it does not move. */
  pausedBy?: 'outage' | 'restart' | undefined;
}

const paused = {
  outage: 'The transfer service is down: this goes on by itself.',
  restart: 'The bot restarts: this goes on after the restart.',
};

const barLength = 20;

/** The message that moves. */
export function progressReply(head: Head, { rows, answered, leftMs, pausedBy }: Progress): Reply {
  const { id, count } = head;
  const filled = Math.floor((answered / count) * barLength);
  const bar = '▓'.repeat(filled) + '░'.repeat(barLength - filled);
  const said = groupsOf(rows).map((group) => `${group.rows.length} ${group.words.toLowerCase()}`);
  const left = leftMs === undefined || answered === count ? [] : [`about ${duration(leftMs)} left`];
  const text = `${nameOf(head)}: ${answered} of ${count}`;
  const below = pausedBy === undefined ? [...said, ...left].join(' · ') : paused[pausedBy];
  return message(`${text} ${bar}`, [
    section([`${text} ${bar}`, ...(below === '' ? [] : [below])].join('\n')),
    ...buttons([{ actionId: 'batch:stop', label: 'Stop', value: id }]),
  ]);
}

/** What its person knows a batch by. */
export function plainNameOf(head: Head): string {
  return head.file?.name ?? sizeOf(head);
}

/** What its person knows a batch by; mrkdwn. */
export function nameOf(head: Head): string {
  return head.file ? code(head.file.name, 60) : sizeOf(head);
}

/** What everybody may read: the name of a file may be a customer's. */
function sizeOf({ count, isRequery }: Head): string {
  return isRequery ? `${count} ${count === 1 ? 'requery' : 'requeries'}` : references(count);
}

interface ResultOptions {
  currency: string | undefined;
  blockForm: BlockForm;
  /** Of the one reader; a channel has readers everywhere. */
  utcOffsetSeconds?: number | undefined;
}

/** Counts, sums, when and where. */
function summary(name: string, rows: readonly Row[], { currency, blockForm, utcOffsetSeconds }: ResultOptions) {
  const { counts, lines } = summaryOf(rows, `${name}:`, currency);
  const charts = [whenCreated(rows, barsMax(blockForm), utcOffsetSeconds), whereUnsettled(rows)];
  const known = charts.flatMap((chart) => chart ?? []);
  return {
    text: [counts, ...known.flatMap(chartLines)].join('\n'),
    head: section(lines.join('\n')),
    below: [...known.map((chart) => barChart(blockForm, chart)), ...agedLines(rows).map((line) => context([line]))],
  };
}

/** What became of a batch: what people do next stands under it. */
export function resultReply(
  batch: Batch,
  rows: readonly Row[],
  options: ResultOptions & { isFileUnread: boolean },
): Reply {
  const { id, isRequery, startedAtMs = 0 } = batch;
  const { text, head, below } = summary(nameOf(batch), rows, options);
  // A requery was made of a record that is not settled, whatever it says itself.
  const unsettled = byAttention(rows).filter((row) => row.isRequery || !isSettled(groupOf(row)));
  const shown = unsettled.slice(0, tableMax);
  const pressable = rows.some(isUnsettled);
  const caution = cautionFor(rows);
  const isLate = rows.some(({ failure }) => failure === 'not_asked') && Date.now() - startedAtMs >= lastsMs;
  const notes = [
    ...(isLate ? ['it ended after an hour: the rest was not looked up'] : []),
    ...(options.isFileUnread ? [fileUnread] : []),
  ];
  const isWhole = shown.length === unsettled.length;
  const kinds = kindsOf(unsettled);
  const title = isWhole ? `${capital(kinds)}:` : `The first ${shown.length} of ${unsettled.length} ${kinds}:`;
  const table: Block[] = shown.length === 0 ? [] : [section(title), manyTable(shown, { ...options, ...narrow })];
  return message(text, [
    head,
    ...cautionSection(caution),
    ...below,
    ...table,
    ...buttons([
      ...(pressable && !isRequery
        ? [{ actionId: 'batch:requery', label: 'Requery Unsettled', value: id, isPrimary: true }]
        : []),
      ...(pressable ? [{ actionId: 'batch:watch', label: 'Watch All Unsettled', value: id }] : []),
      { actionId: 'batch:share', label: 'Share', value: id },
      { actionId: 'batch:csv', label: 'Send Me a CSV', value: id },
    ]),
    ...(notes.length > 0 ? [context(notes)] : []),
  ]);
}

/** A row without an answer is not called unsettled: nothing is known of it. */
function kindsOf(rows: readonly Row[]): string {
  const kinds = [
    rows.some((row) => row.ofRecord !== undefined || isUnsettled(row)) ? 'not settled' : [],
    rows.some(({ failure }) => failure === 'not_found') ? 'not found' : [],
    rows.some(({ failure }) => failure !== undefined && failure !== 'not_found') ? 'without an answer' : [],
  ];
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds.flat());
}

/** For a channel: nothing that names a customer. */
export function sharedReply(batch: Batch, rows: readonly Row[], options: ResultOptions): Reply {
  const { text, head, below } = summary(sizeOf(batch), rows, options);
  return withoutCustomer(message(text, [head, ...below]));
}

/** For the thread of a mention. */
export function countsReply(batch: Batch, rows: readonly Row[], currency: string | undefined): Reply {
  return plainReply(summaryOf(rows, `${sizeOf(batch)}:`, currency).counts);
}

/** Asks where to share it. */
export function shareWindow(batch: Batch) {
  return modalOf(
    { blocks: [section(`The counts of ${nameOf(batch)}, without references and customers.`), shareTo], title: 'Share' },
    { callbackId: 'batch:share', submit: 'Share', metadata: batch.id },
  );
}

/** What stands in place of the file. */
export function fileNotTaken(batch: Head): Reply {
  return plainReply(`Slack did not take the file of ${nameOf(batch)}: choose Send Me a CSV under its result.`);
}

/** Why the CSV lacks the columns of the file. */
export const fileUnread = 'the file could not be read again: the CSV has its references alone';

/** One row that is far longer than the others is cut: each row is filled to the longest. */
const filledMax = 1_000_000;

/** Of a list of requeries, `status` is of the records and `requery` is what was said of them then. */
const addedTo = (isRequery: boolean) => ['status', ...(isRequery ? ['requery'] : []), ...addedToAll];
const addedToAll = ['amount', 'bank', 'bankCode', 'createdAt', 'completedAt', 'note'];

/**
 * A file of all rows: those of the list in their order, with what was found beside their columns.
 * @param list `undefined` when the references came in a text
 */
export async function batchFile(
  batch: Batch,
  rows: readonly Row[],
  list: List | 'unread' | undefined,
): Promise<NamedFile> {
  const name = batch.file ? `${batch.file.name.replace(/\.\w+$/, '')}-answers.csv` : `${batch.count}-references.csv`;
  return { name, content: await csvOf(linesOf(batch, rows, list)) };
}

/** Each line is made when it is written: a file may have 90,000. */
function* linesOf(
  { utcOffsetSeconds, isRequery }: Batch,
  rows: readonly Row[],
  list: List | 'unread' | undefined,
): Generator<readonly (string | undefined)[], void> {
  const added = addedTo(isRequery);
  const found = new Map(rows.map((row) => [recordNameOf(row), row]));
  const iso = (epochMs: number | undefined) => (epochMs === undefined ? '' : isoTime(epochMs, utcOffsetSeconds));
  const without = (isRounded = false) => (isRounded ? 'left out: may be rounded' : 'no reference in this row');
  const cellsOf = (row: Row | undefined, isRounded?: boolean) => {
    if (row === undefined) return added.map((name) => (name === 'note' ? without(isRounded) : ''));
    const { transaction: txn, failure, ageMs = 0 } = row;
    const old = ageMs === 0 ? '' : `${duration(ageMs)} old`;
    const words = wordsOf(row);
    const said = failure === undefined ? words : '';
    const bank = [txn?.destinationBankName ?? '', txn?.destinationBankCode ?? ''];
    return [
      ...(row.isRequery ? [row.recorded ?? '', said] : [said, ...(isRequery ? [''] : [])]),
      ...[txn?.amount ?? '', ...bank, iso(txn?.createdAt), iso(txn?.completedAt)],
      ...[failure === undefined ? old : row.isRequery ? `requery: ${words}` : words],
    ];
  };
  if (list === undefined || list === 'unread') {
    yield ['reference', ...added];
    for (const row of rows) yield [recordNameOf(row), ...cellsOf(row)];
    return;
  }
  const longest = (most: number, cells: readonly string[]) => Math.max(most, cells.length);
  const longestRow = list.rows.map(({ cells }) => cells).reduce(longest, list.head?.length ?? 0);
  const width = longestRow * list.rows.length > filledMax ? Math.min(longestRow, columnsMax) : longestRow;
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const heads = new Set(list.head?.map((head) => head.trim().toLowerCase()));
  /** A column of ours never has the name of one of theirs. */
  const headOf = (name: string): string => (heads.has(name.toLowerCase()) ? headOf(`found ${name}`) : name);
  yield* list.above;
  yield [...wide(list.head ?? []), ...added.map(headOf)];
  for (const { cells, reference, isRounded } of list.rows)
    yield [...wide(cells), ...cellsOf(reference === undefined ? undefined : found.get(reference), isRounded)];
}
