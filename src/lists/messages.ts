import {
  button,
  buttons,
  cautionSection,
  message,
  mrkdwnReply,
  type Reply,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { listCaution } from '../blocks/cautions.ts';
import type { BlockForm } from '../blocks/forms.ts';
import { bold, code, date, duration, safeText } from '../blocks/mrkdwn.ts';
import type { Place } from '../policy.ts';
import { explainMasks, isMask } from '../reading/personal.ts';
import { labelKind } from '../reading/words.ts';
import { createShareModal, tableRowsMax } from '../tables/buttons.ts';
import { drawTable, resultTableOptions } from '../tables/card.ts';
import {
  chooseTableCaution,
  countRows,
  sortByAttention,
  summarizeTable,
} from '../tables/summary.ts';
import { capitalize, countEach, formatCount, isDefined, joinNonEmpty } from '../text.ts';
import {
  drawContextLines,
  formatCacheAge,
  formatTypings,
  nameBank,
} from '../transfers/card-parts.ts';
import { isOpen } from '../transfers/contradictions.ts';
import { type Row, rowGroup } from '../transfers/row.ts';
import { type List, type ListSummary, listTimeoutMs } from './list.ts';
import type { Choice, ParsedList, Titled } from './read-list.ts';

/**
 * Estimated time between two answers (two look-ups run at once), used until the list has answers to
 * measure it.
 */
const eachMs = 400;

/**
 * Creates the offer: says which references the file contains, and has buttons to look them up.
 * @param offers the stored offers, one for each of `parsed.choices`
 * @param place where others read the offer, it has counts and known column heads, but not the
 *   file's name, its references or other words
 */
export function createOfferReply(
  parsed: ParsedList,
  offers: readonly ListSummary[],
  { isPublic }: Place,
): Reply {
  const { choices, bounds } = parsed;
  const [offer] = offers;
  const isPrivate = !isPublic;
  const fileName = isPrivate ? code(offer?.file?.name ?? '', 60) : 'the file';
  const isChoice = choices.length > 1;
  const choiceLines = choices.map((choice) => {
    const { references } = choice;
    const where = `${formatCount(references.length, 'reference')} in ${headOf(choice, isPrivate)}`;
    const example = isPrivate ? `; first ${code(references[0] ?? '', 60)}` : '';
    const details = example + countLeftOut(choice);
    if (isChoice) return `• ${where}${details}`;

    const takes = duration(Math.max(1_000, references.length * eachMs));
    return `${where} of ${fileName}${details} About ${takes}.`;
  });
  const title = isChoice
    ? `${capitalize(fileName)} has references in several columns. Which are to be looked up?`
    : [];
  const text = [title, choiceLines, notAskedFor(parsed, isPrivate), bounds ?? []].flat().join('\n');

  const run = choices.map((choice, at) => {
    const inColumn = isChoice ? ` in ${plainHead(choice, isPrivate)}` : '';
    const label = `Look Up ${choice.references.length}${inColumn}`;
    const action = `batch:run${isChoice ? `:${at}` : ''}`;
    return { ...button(action, label, offers[at]?.id ?? ''), isPrimary: !isChoice };
  });
  const cancel = button('batch:cancel', 'Cancel', offer?.id ?? '');
  const reply = message(text, [section(text), ...buttons([...run, cancel])]);

  return isPrivate ? reply : withoutCustomer(reply);
}

function countLeftOut({ withoutCount, repeatCount, roundedCount }: Choice): string {
  let text = '.';
  if (withoutCount > 0) text = `; ${formatCount(withoutCount, 'row has', 'rows have')} none.`;
  if (repeatCount > 0) text = `; ${formatCount(repeatCount, 'duplicate')}${text}`;
  if (roundedCount > 0)
    text += ` Left out: ${roundedCount} more that a spreadsheet may have rounded.`;
  return text;
}

/** The most words to list as not asked for; any further words are only counted. */
const leftOutShownMax = 2;

function notAskedFor({ leftOut, leftOutCount, chosen }: ParsedList, isPrivate: boolean): string[] {
  const unit = chosen.at === undefined ? 'line' : 'row';
  const unmasked = leftOut.filter(({ word }) => !isMask(word));
  const shown = isPrivate ? unmasked.slice(0, leftOutShownMax) : [];
  const maskedCount = leftOut.length - unmasked.length;
  const moreCount = leftOutCount - maskedCount - shown.length;
  const parts = shown.map(({ word, row }) => `${code(word, 40)} (${unit} ${row})`);

  if (moreCount > 0)
    parts.push(shown.length > 0 ? `${moreCount} more` : formatCount(moreCount, 'other word'));
  const line = `Not looked up: ${new Intl.ListFormat('en-GB').format(parts)}.`;
  const warnings = explainMasks(leftOut.map(({ word }) => word));

  return parts.length === 0 ? warnings : [line, ...warnings];
}

/**
 * Returns a column's head. A channel sees only known heads: in a file without heads, the cell may
 * name a customer.
 */
function plainHead({ at, name }: Titled, isPrivate: boolean): string {
  return isPrivate || at === undefined || labelKind(name) !== undefined ? name : `column ${at + 1}`;
}

function headOf(column: Titled, isPrivate: boolean): string {
  const head = plainHead(column, isPrivate);
  const isNamed = column.at !== undefined && head !== `column ${column.at + 1}`;
  return isNamed ? `column ${bold(safeText(head, 40))}` : head;
}

/**
 * Replies to the click that began a list, with one line that says where to follow the list's
 * progress.
 */
export function createStartReply(list: ListSummary, ahead: number): Reply {
  const { count, channelId = '' } = list;
  const waits = ahead === 0 ? '' : ` It waits for ${formatCount(ahead, 'other list')} first.`;
  const where = channelId.startsWith('D') ? 'here' : 'in a direct message from me';
  return mrkdwnReply(`${sizeOf(list)}: follow ${count === 1 ? 'it' : 'them'} ${where}.${waits}`);
}

const barLength = 20;

/**
 * `about 3 min left`, at the pace so far; `undefined` before the first answer and after the last.
 * @param answered number of rows, of `count`, that have an answer
 */
function formatTimeLeft(startedAtMs: number, answered: number, count: number): string | undefined {
  if (answered === 0 || answered === count) return undefined;
  const perRowMs = (Date.now() - startedAtMs) / answered;
  return `about ${duration(Math.max(1_000, perRowMs * (count - answered)))} left`;
}

/** Creates the progress message. @param rows all rows of the list */
export function createProgressReply(list: List, rows: readonly Row[], isWaiting: boolean): Reply {
  const { id, count, startedAtMs = Date.now() } = list;
  const answered = Object.keys(list.answers).length;
  const filled = Math.floor((answered / count) * barLength);
  const bar = '▓'.repeat(filled) + '░'.repeat(barLength - filled);
  const counts = countRows(rows.filter(({ failure }) => failure !== 'not_asked'));
  const text = `${listNameMrkdwn(list)}: ${answered} of ${count} ${bar}`;
  const waits = 'This waits for the transfer service, and goes on by itself.';
  const timeLeft = formatTimeLeft(startedAtMs, answered, count);
  const below = isWaiting ? waits : joinNonEmpty([counts, timeLeft]);

  return message(text, [
    section(joinNonEmpty([text, below], '\n')),
    ...buttons([button('batch:stop', 'Stop', id)]),
  ]);
}

/**
 * Names a list, for its owner only, by the name of its file or, if there is no file, by the number
 * of references.
 */
export function listName(list: ListSummary): string {
  return list.file?.name ?? sizeOf(list);
}

/** Names a list as `listName` does, but returns text in Slack's mrkdwn. */
export function listNameMrkdwn(list: ListSummary): string {
  return list.file ? code(list.file.name, 60) : sizeOf(list);
}

/**
 * Names a list by its size, which everyone may read; the name of its file may contain a customer's
 * name.
 */
export function sizeOf({ count, isRequery }: ListSummary): string {
  return isRequery ? formatCount(count, 'requery', 'requeries') : formatCount(count, 'reference');
}

interface ResultOptions {
  currency: string | undefined;
  blockForm: BlockForm;
  /**
   * The offset from UTC of the list's owner, its only reader; absent if Slack omits it: times are
   * then in UTC.
   */
  utcOffsetSeconds?: number | undefined;
}

/**
 * Summarizes rows: counts, sums, and when the unsettled records were created and which banks they
 * were sent to.
 */
function summarizeList(name: string, rows: readonly Row[], currency: string | undefined) {
  const { counts, lines } = summarizeTable(rows, `${name}:`, currency);
  const where = whenAndWhere(rows);
  return {
    text: [counts, ...where].join('\n'),
    head: section([...lines, ...where].join('\n')),
    notes: drawContextLines(formatCacheAge(rows)),
  };
}

const namedBanksMax = 3;

/**
 * Says in mrkdwn when the unsettled records were created, and which banks most of them were sent
 * to.
 */
function whenAndWhere(rows: readonly Row[]): string[] {
  const open = rows.filter(isOpen).map(({ transaction }) => transaction ?? {});
  const times = open.map(({ createdAt }) => createdAt).filter(isDefined);
  const banks = open.map((each) => each.destinationBankCode?.trim() ?? '').filter((bank) => bank);
  const bounds = times.length === 0 ? [] : [Math.min(...times), Math.max(...times)];
  const span = [...new Set(bounds.map((atMs) => date(atMs)))].join(' to ');
  const largest = countEach(banks).slice(0, namedBanksMax);
  const parts = [
    span && `created ${span}`,
    largest.map(([bank, count]) => `${count} to ${nameBank(open, bank)}`).join(', '),
  ];
  const summary = joinNonEmpty(parts);

  return summary === '' ? [] : [`Check: ${summary}`];
}

/** What a list does not store, and so its CSV lacks; the CSV of a table has it. */
export const csvLacks = 'the CSV lacks names, accounts, session ids';

/** Whether to ask for a row again: it is open, or the service has not answered. */
export const isToAskAgain = (row: Row) =>
  isOpen(row) || ![undefined, 'not_found', 'rejected'].includes(row.failure);

/** Creates the result message of a list, with buttons for the next steps. */
export function createResultReply(
  list: List,
  rows: readonly Row[],
  options: ResultOptions & { unread?: string | undefined },
): Reply {
  const { id, isRequery, startedAtMs = 0 } = list;
  const { text, head, notes } = summarizeList(listNameMrkdwn(list), rows, options.currency);
  const toLookAt = sortByAttention(rows).filter(
    (row) => isOpen(row) || rowGroup(row) !== 'settled',
  );
  const shown = toLookAt.slice(0, tableRowsMax);
  const title =
    shown.length === toLookAt.length
      ? 'To look at:'
      : `The first ${shown.length} of ${toLookAt.length} to look at:`;

  const isTimedOut =
    rows.some(({ failure }) => failure === 'not_asked') &&
    Date.now() - startedAtMs >= listTimeoutMs;
  const timedOut = isTimedOut ? 'it ended after an hour: the rest was not looked up' : undefined;
  const footnote = joinNonEmpty([timedOut, options.unread, csvLacks]);

  const nextSteps = [
    rows.some(isToAskAgain) &&
      !isRequery && { ...button('batch:requery', 'Check Open Ones Again', id), isPrimary: true },
    rows.some(isOpen) && button('batch:watch', 'Watch All Open', id),
    button('batch:share', 'Share', id),
    button('batch:csv', 'Send Me a CSV', id),
  ];

  return message(text, [
    head,
    ...cautionSection(chooseTableCaution(rows)),
    ...notes,
    ...drawContextLines(formatTypings(rows)),
    ...(shown.length === 0
      ? []
      : [section(title), drawTable(shown, { ...options, ...resultTableOptions })]),
    ...buttons(nextSteps.filter((each) => each !== false)),
    ...drawContextLines([footnote]),
  ]);
}

/**
 * Creates the summary for a channel, or for the thread of a mention, without anything that names a
 * customer.
 */
export function createSharedReply(
  list: List,
  rows: readonly Row[],
  currency: string | undefined,
): Reply {
  const { text, head, notes } = summarizeList(sizeOf(list), rows, currency);
  const duplicateCount = list.references.length - rows.length;
  const duplicates =
    duplicateCount > 0 ? [`${duplicateCount} of these typed again in another letter case`] : [];

  return withoutCustomer(
    message(text, [
      head,
      ...cautionSection(chooseTableCaution(rows, listCaution)),
      ...notes,
      ...drawContextLines(duplicates),
    ]),
  );
}

/** Creates the window that asks where to share a list's summary. */
export function shareWindow(list: List) {
  const what = `The counts of ${listNameMrkdwn(list)}, without references and customers.`;
  return createShareModal(what, 'batch:share', list.id);
}

/** Creates the message sent instead of the CSV when Slack rejects the upload. */
export function createUploadFailedReply(list: ListSummary): Reply {
  return mrkdwnReply(
    `Slack did not take the file of ${listNameMrkdwn(list)}: choose Send Me a CSV under its result.`,
  );
}
