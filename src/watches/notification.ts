import {
  type Block,
  buttons,
  cautionSection,
  context,
  message,
  type Reply,
  section,
  sectionsOf,
} from '../blocks/blocks.ts';
import { failureBlocks } from '../blocks/failure-words.ts';
import { table } from '../blocks/forms.ts';
import { amount, bold, code, date, duration, outside } from '../blocks/mrkdwn.ts';
import {
  cautionOf,
  flagSaysMore,
  hidden,
  isSettled,
  marks,
  noAnswerCaution,
  notFoundCaution,
  type StatusGroup,
  statusGroup,
  tableCaution,
} from '../blocks/status.ts';
import type { TransferApiError } from '../errors.ts';
import type { Presentation } from '../services.ts';
import { openSelect } from '../tables/actions.ts';
import { textCell } from '../tables/card.ts';
import { cut, foldBlanks } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { isRedactedDigest, maskTransaction, maskWatched } from '../transfers/disclosure.ts';
import { changesSince, type Watched } from '../transfers/snapshot.ts';

interface NotificationOptions extends Pick<Presentation, 'currency' | 'blockForm' | 'shareAccountNumbers'> {
  /** The person to mention, where others read too: for them the notification is masked. */
  mention: string | undefined;
}

/** The notification of changes: one in a line, several as a table. */
export function watchNotification(all: readonly WatchNews[], options: NotificationOptions): Reply {
  const readable = options.mention === undefined ? all : all.map((news) => maskNews(news, options));
  const [news, ...others] = readable;
  if (news === undefined) throw new Error('there is no change to draw');
  return others.length > 0 ? severalChanges(readable, options) : one(news, options);
}

/** The notification stands on lock screens, so only the blocks name the person whom the money goes to. */
function one(news: WatchNews, { mention, currency }: NotificationOptions): Reply {
  const { failure } = news;
  const record = news.answer?.transaction;
  const sum = record?.amount?.trim() ? ` · ${outside(amount(record.amount, currency))}` : '';
  const text = mentioning(mention, newsLine(news) + sum);
  const line = mentioning(mention, newsLine(news, bold) + sum + whom(record));
  // The service's own words may name anybody, and are not for a channel.
  const isAlone = mention === undefined;
  const caution = cautionOfNews(news);
  const below = failure && isAlone ? failureBlocks(failure) : cautionSection(caution);
  const pressed = buttons(buttonsOf(news, record, isAlone));
  return message(text, [section(line), ...below, ...pressed, context(newsNotes([news]))]);
}

function whom(record: Transaction | undefined): string {
  const isCollection = record?.transactionTypeName === 'collection';
  const name = isCollection ? record?.sourceAccountName : record?.destinationAccountName;
  return name?.trim() ? ` ${isCollection ? 'from' : 'to'} ${outside(name, 100)}` : '';
}

function buttonsOf(news: WatchNews, record: Transaction | undefined, isAlone: boolean) {
  const value = JSON.stringify({ reference: news.reference });
  const again = { actionId: 'txn:watch', label: 'Watch Again', value };
  if (record === undefined) return isAlone ? [again] : [];
  const open = { actionId: 'txn:full', label: 'Open', value };
  if (news.kind === 'over') return [open, again];
  const group = groupOf(news);
  return !isSettled(group) && record.id
    ? [{ actionId: 'txn:requery', label: 'Requery', value, isPrimary: true }, open]
    : [open];
}

function groupOf({ now }: WatchNews): StatusGroup {
  return statusGroup(now.status, now.reversedFlag);
}

function cautionOfNews(news: WatchNews): string | undefined {
  if (news.kind !== 'unanswered') return cautionOf(groupOf(news), foldBlanks(news.now.status ?? '') !== '');
  return news.failure?.failure === 'not_found' ? notFoundCaution : noAnswerCaution;
}

function severalChanges(all: readonly WatchNews[], { mention, blockForm }: NotificationOptions): Reply {
  const title = mentioning(mention, `${all.length} watched: ${counted(all)}`);
  const elements = openSelect(all.map(({ reference }) => ({ isRequery: false, asked: reference })));
  const rows = [...all]
    .sort((a, b) => attention(a) - attention(b))
    .map((news) => [news.reference, `${markOf(news)}${newsWords(news, asPlain)}`, duration(news.watchedMs)]);
  const [one, ...others] = new Set(all.map(cautionOfNews));
  const caution = others.length > 0 ? tableCaution : one;
  const blocks: Block[] = [
    section(bold(title)),
    ...cautionSection(caution),
    table(blockForm, {
      caption: 'Transactions that you watch',
      head: ['Reference', 'What has become of it', 'After'].map((text) => textCell(text)),
      rows: rows.map((row) => row.map((text) => textCell(text, cellMax))),
      columns: [{}, { is_wrapped: true }, {}],
    }),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
    context(newsNotes(all)),
  ];
  return message(title, blocks);
}

/** What needs attention comes first. */
function attention(news: WatchNews): number {
  const group = groupOf(news);
  return group === 'settled' ? 2 : group === 'failed' || group === 'reversed' ? 0 : 1;
}

const countedMax = 6;

/** "3 pending → successful · 1 still pending": the largest group first. */
function counted(all: readonly WatchNews[]): string {
  const counts = new Map<string, number>();
  for (const news of all) counts.set(newsWords(news), (counts.get(newsWords(news)) ?? 0) + 1);
  const largestFirst = [...counts].sort(([, a], [, b]) => b - a);
  const counted = largestFirst.slice(0, countedMax).map(([words, count]) => `${count} ${words}`);
  const others = largestFirst.slice(countedMax).reduce((sum, [, count]) => sum + count, 0);
  return [...counted, ...(others > 0 ? [`${others} otherwise`] : [])].join(' · ');
}

const cellMax = 64;

function mentioning(personId: string | undefined, line: string): string {
  return personId === undefined ? line : `<@${personId}> ${line}`;
}

/** What may be shown where the bot is not meant to answer: the reference and the words, and the channel to ask in. */
export function briefNotification(
  all: readonly WatchNews[],
  options: Pick<Presentation, 'shareAccountNumbers'>,
): Reply {
  const channels = new Set(all.map(({ channelId }) => channelId));
  const [only] = channels.size === 1 ? channels : [];
  const lines = all.map((news) => {
    const { channelId } = news;
    const where = channels.size > 1 && channelId !== undefined ? ` · more in <#${channelId}>` : '';
    return newsLine(maskNews(news, options)) + where;
  });
  const where = only === undefined ? 'No more may be said here.' : `More in <#${only}>.`;
  const text = [...lines, where];
  return message(text.join('\n'), [...sectionsOf(text), context(newsNotes(all))]);
}

/** What became of one watch. */
export interface WatchNews {
  /**
   * `over`: its time is over without a change. `unanswered`: that, and the service gave no record at the end.
   */
  kind: 'changed' | 'over' | 'unanswered';
  reference: string;
  /** Where the watch began. */
  channelId?: string | undefined;
  /** What the person read last. */
  before: Watched;
  now: Watched;
  answer: TransactionAnswer | undefined;
  /** Why there is no record. */
  failure: TransferApiError | undefined;
  /** How long it had been watched, in milliseconds. */
  watchedMs: number;
  /** When the watch ends, in milliseconds since 1970; `undefined` when it has ended. */
  untilMs: number | undefined;
  /** How much later than planned the service was asked, in milliseconds. */
  lateMs: number;
  /** Whether txnbot was away meanwhile, so that the time of the change is not known. */
  hasRestarted: boolean;
  /** Idempotency key of the notification, for the log and the audit line. */
  code: string;
}

/** The notification as a channel may read it; the service's free text is redacted. */
function maskNews(
  news: WatchNews,
  { shareAccountNumbers: mode }: Pick<Presentation, 'shareAccountNumbers'>,
): WatchNews {
  const { answer, before, now } = news;
  return {
    ...news,
    before: maskWatched(before, answer, mode),
    now: maskWatched(now, answer, mode),
    answer: answer && maskTransaction(answer, mode),
  };
}

type Write = typeof outside;

/** For text that is not formatted, as in a table. */
export const asPlain: Write = (text, maxLength = text.length) => cut(foldBlanks(text), maxLength);

/**
 * "pending → successful", "still pending": what became of it, without the time.
 * @param strong marks the status that a transaction has changed to
 */
function newsWords(
  { kind, before, now }: WatchNews,
  writeOutside: Write = outside,
  strong?: (word: string) => string,
): string {
  if (kind === 'over') return `still ${stateWords(now, writeOutside)}`;
  if (kind === 'unanswered') return `over, last ${stateWords(before, writeOutside)}`;
  const write = readableBy(writeOutside);
  const at = writeOutside === outside ? (epochMs: number) => date(epochMs, 'time') : undefined;
  return changesSince(before, now, { write, strong, at }) ?? 'changed, in words that only you may read';
}

/** "pending", "pending, reversed flag 1". */
export function stateWords({ status = '', reversedFlag = '' }: Watched, writeOutside: Write): string {
  const write = readableBy(writeOutside);
  const word = status === '' ? 'without a status' : write(status, 80);
  return flagSaysMore(status, reversedFlag) ? `${word}, reversed flag ${write(reversedFlag, 40)}` : word;
}

function readableBy(write: Write): Write {
  return (text, maxLength) => {
    if (text === hidden) return 'a word that only you may read';
    return isRedactedDigest(text) ? 'a word that is not kept' : write(text, maxLength);
  };
}

/** The mark of the status; none where the service gave none. */
function markOf(news: WatchNews): string {
  return news.kind === 'unanswered' ? '' : `${marks[groupOf(news)]} `;
}

/** The same after its reference, with how long it took. */
function newsLine(news: WatchNews, strong?: (word: string) => string): string {
  return `${markOf(news)}${code(news.reference)}: ${newsWords(news, outside, strong)} after ${duration(news.watchedMs)}`;
}

const worthSayingMs = 60_000;

/** How old the news may be, and whether more will come; for a line of metadata. */
function newsNotes(all: readonly WatchNews[]): string[] {
  const lateMs = Math.max(...all.map((news) => news.lateMs));
  const hasRestarted = all.some((news) => news.hasRestarted && news.kind === 'changed');
  const ended = all.filter(({ untilMs }) => untilMs === undefined).length;
  const what = all.length === 1 ? 'this watch has ended' : `${ended} of these watches have ended`;
  const why = [lateMs > worthSayingMs ? `${duration(lateMs)} late` : '', hasRestarted ? 'after a restart' : ''];
  const old = why.filter((part) => part !== '').join(' ');
  return [...(old === '' ? [] : [`${old}: a change may be older`]), ended > 0 ? what : 'the watch goes on'];
}
