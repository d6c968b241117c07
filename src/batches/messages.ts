import {
  type Audience,
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
import { isSettled } from '../blocks/status.ts';
import { shareTo } from '../tables/actions.ts';
import { manyTable, narrow } from '../tables/card.ts';
import { cautionFor, summaryOf } from '../tables/summary.ts';
import { tableMax } from '../tables/table.ts';
import { capital, joined } from '../text.ts';
import { agedLines } from '../transfers/answer.ts';
import { byAttention, groupOf, groupsOf, isUnsettled, type Row } from '../transfers/row.ts';
import { type Batch, type Head, lastsMs } from './batch.ts';
import { whenCreated, whereUnsettled } from './charts.ts';
import { labelOf } from './columns.ts';
import type { List, Titled } from './list.ts';

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
  const inWords = (some: readonly string[], where: string) =>
    `${references(some.length)} in ${where}${isPrivate ? `; first ${code(some[0] ?? '', 60)}` : ''}`;
  const [column] = list.columns;
  const where = column ? headOf(column, isPrivate) : 'the lines';
  const isChoice = offers.length > 1;
  const found = isChoice
    ? [
        `${capital(name)} has references in several columns. Which are to be looked up?`,
        ...list.columns.map((each) => `• ${inWords(each.references, headOf(each, isPrivate))}`),
      ]
    : [inWords(list.references, `${where} of ${name}`) + leftOut(list)];
  const text = [...found, ...notAskedFor(list, isPrivate), list.bounds ?? []].flat().join('\n');
  const choose = (at: number) => ` in ${plainHead(list.columns[at], isPrivate)}`;
  const run = offers.map(({ id, count }, at) => ({
    ...(isChoice ? { actionId: `batch:run:${at}` } : { actionId: 'batch:run', isPrimary: true }),
    ...{ label: `Look Up ${count}${isChoice ? choose(at) : ''}`, value: id },
  }));
  const cancel = { actionId: 'batch:cancel', label: 'Cancel', value: offer?.id ?? '' };
  const reply = message(text, [section(text), ...buttons([...run, cancel])]);
  return isPrivate ? reply : withoutCustomer(reply);
}

function leftOut({ references, rows }: List): string {
  const roundedCount = rows.filter(({ isRounded }) => isRounded).length;
  const withoutCount = rows.filter(({ reference }) => reference === undefined).length - roundedCount;
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

interface Progress {
  /** Those that have an answer. */
  rows: readonly Row[];
  /** Milliseconds, as the pace so far says; absent until there is one. */
  leftMs: number | undefined;
  /** Why it does not move. */
  pausedBy?: keyof typeof paused | undefined;
}

const paused = {
  outage: 'The transfer service is down: this goes on by itself.',
  restart: 'The bot restarts: this goes on after the restart.',
};

const barLength = 20;

/** The message that moves. */
export function progressReply(head: Head, { rows, leftMs, pausedBy }: Progress): Reply {
  const { id, count } = head;
  const answered = rows.length;
  const filled = Math.floor((answered / count) * barLength);
  const bar = '▓'.repeat(filled) + '░'.repeat(barLength - filled);
  const said = groupsOf(rows).map((group) => `${group.rows.length} ${group.words.toLowerCase()}`);
  const left = leftMs === undefined || answered === count ? undefined : `about ${duration(leftMs)} left`;
  const text = `${nameOf(head)}: ${answered} of ${count} ${bar}`;
  const below = pausedBy === undefined ? joined([...said, left], ' · ') : paused[pausedBy];
  return message(text, [
    section(joined([text, below], '\n')),
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
  const isPressable = rows.some(isUnsettled);
  const caution = cautionFor(rows);
  const isLate = rows.some(({ failure }) => failure === 'not_asked') && Date.now() - startedAtMs >= lastsMs;
  const notes = [
    isLate ? 'it ended after an hour: the rest was not looked up' : [],
    options.isFileUnread ? fileUnread : [],
  ].flat();
  const kinds = kindsOf(unsettled);
  const isWhole = shown.length === unsettled.length;
  const title = isWhole ? `${capital(kinds)}:` : `The first ${shown.length} of ${unsettled.length} ${kinds}:`;
  const button = (name: string, label: string, isPrimary = false) => ({
    actionId: `batch:${name}`,
    label,
    value: id,
    isPrimary,
  });
  return message(text, [
    head,
    ...cautionSection(caution),
    ...below,
    ...(shown.length === 0 ? [] : [section(title), manyTable(shown, { ...options, ...narrow })]),
    ...buttons(
      [
        isPressable && !isRequery ? button('requery', 'Requery Unsettled', true) : [],
        isPressable ? button('watch', 'Watch All Unsettled') : [],
        button('share', 'Share'),
        button('csv', 'Send Me a CSV'),
      ].flat(),
    ),
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
