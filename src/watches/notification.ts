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
import { explainTransferApi, explanationBlocks } from '../blocks/failure-words.ts';
import { amount, bold, code, duration, outside } from '../blocks/mrkdwn.ts';
import { hidden, listCaution, markOf, statusWords } from '../blocks/status.ts';
import type { Presentation } from '../command.ts';
import type { TransferApiError } from '../errors.ts';
import { openSelect } from '../tables/actions.ts';
import { attentionOf } from '../tables/order.ts';
import { cautionFor } from '../tables/summary.ts';
import { countEach, joined } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { changesSince, type Watched } from '../transfers/answer.ts';
import { isRedactedDigest, maskTransaction, maskWatched, withWords } from '../transfers/disclosure.ts';
import { asksOf, groupOf, isUnsettled, type Row } from '../transfers/row.ts';

/** What became of one watch. */
export interface WatchNews {
  /**
   * `over`: its time is over without a change. `unanswered`: that, and the service gave no record at the end.
   */
  kind: 'changed' | 'over' | 'unanswered';
  reference: string;
  /** What the person read last. */
  before: Watched;
  now: Watched;
  answer?: TransactionAnswer | undefined;
  /** Why there is no record. */
  failure?: TransferApiError | undefined;
  /** How long it had been watched, in milliseconds. */
  watchedMs: number;
  hasEnded: boolean;
  /** How much later than planned the service was asked, in milliseconds. */
  lateMs: number;
  /** Whether txnbot was away meanwhile, so that the time of the change is not known. */
  hasRestarted: boolean;
  /** Idempotency key of the notification, for the log and the audit line. */
  code: string;
}

interface NotificationOptions extends Pick<Presentation, 'currency' | 'shareAccountNumbers'> {
  /** The person to mention, where others read too: for them the notification is masked. */
  mention?: string | undefined;
  /** Whether the bot is not meant to answer there: then the references and the words are all that may be shown. */
  isBrief?: boolean;
}

/** The notification of changes: a line for each, below their counts where there are several. */
export function watchNotification(all: readonly WatchNews[], options: NotificationOptions): Reply {
  const { mention, isBrief = false } = options;
  // The service's own words may name anybody, and are not for a channel.
  const isAlone = mention === undefined && !isBrief;
  const shown = isAlone ? [...all] : all.map((news) => maskNews(news, options));
  shown.sort((a, b) => attentionOf(rowOf(a)) - attentionOf(rowOf(b)));
  const [only, ...others] = shown;
  if (only === undefined) throw new Error('there is no change to draw');
  const title = others.length > 0 ? `${all.length} watched: ${counted(shown)}` : undefined;
  const mentioning = (line: string) => (mention === undefined ? line : `<@${mention}> ${line}`);
  const where = isBrief ? 'More elsewhere.' : undefined;
  // The notification stands on lock screens, so only the blocks name the person whom the money goes to.
  const text = mentioning(title ?? newsLine(only, options));
  const lines = shown.map((news) => newsLine(news, options, bold) + (isBrief ? '' : whom(news.answer?.transaction)));
  return message(text, [
    section(mentioning(title === undefined ? lines.join() : bold(title))),
    ...(only.failure && title === undefined && isAlone
      ? explanationBlocks(explainTransferApi(only.failure))
      : cautionSection(cautionFor(shown.map(rowOf), listCaution))),
    ...(title === undefined ? [] : sectionsOf(lines)),
    ...(isBrief ? [] : actions(shown, isAlone)),
    context([...newsNotes(shown), where]),
  ]);
}

function whom(record: Transaction | undefined): string {
  const isCollection = record?.transactionTypeName === 'collection';
  const name = isCollection ? record?.sourceAccountName : record?.destinationAccountName;
  return name?.trim() ? ` ${isCollection ? 'from' : 'to'} ${outside(name, 100)}` : '';
}

function actions([only, ...others]: readonly WatchNews[], isAlone: boolean): Block[] {
  if (only === undefined) return [];
  if (others.length > 0) return openSelect(asksOf([only, ...others].map(({ reference }) => reference)));
  const value = JSON.stringify({ reference: only.reference });
  const again = { actionId: 'txn:watch', label: 'Watch Again', value };
  const open = { actionId: 'txn:full', label: 'Open', value };
  const requery = { actionId: 'txn:requery', label: 'Requery', value, isPrimary: true };
  const record = only.answer?.transaction;
  if (record === undefined) return buttons(isAlone ? [again] : []);
  if (only.kind === 'over') return buttons([open, again]);
  return buttons(isUnsettled(rowOf(only)) && record.id ? [requery, open] : [open]);
}

/** What the record says now, or how its last look-up failed. */
function rowOf({ kind, reference, now, failure }: WatchNews): Row {
  const failed = kind === 'unanswered' ? { failure: failure?.failure ?? 'not_asked' } : {};
  return { isRequery: false, asked: reference, ...now, ...failed };
}

const countedMax = 6;

/** "3 pending → successful · 1 still pending": the largest group first. */
function counted(all: readonly WatchNews[]): string {
  const largestFirst = countEach(all.map((news) => newsWords(news)));
  const counted = largestFirst.slice(0, countedMax).map(([words, count]) => `${count} ${words}`);
  const others = largestFirst.slice(countedMax).reduce((sum, [, count]) => sum + count, 0);
  return joined([...counted, others > 0 ? `${others} otherwise` : undefined], ' · ');
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

/**
 * "pending → successful", "still pending": what became of it, without the time.
 * @param strong marks the status that a transaction has changed to
 */
function newsWords({ kind, before, now }: WatchNews, strong?: (word: string) => string): string {
  if (kind === 'over') return `still ${outside(stateWords(now))}`;
  if (kind === 'unanswered') return `over, last ${outside(stateWords(before))}`;
  const words = changesSince(readable(before), readable(now), strong);
  return words ?? 'changed, in words that only you may read';
}

/** "pending", "flagged as reversed, status pending"; plain text. */
export function stateWords(seen: Watched): string {
  const { status, reversedFlag } = readable(seen);
  return statusWords(status, reversedFlag);
}

/** With words in place of those that were masked, or stored as a digest. */
function readable(seen: Watched): Watched {
  return withWords(seen, (word = '') => {
    if (word === hidden) return 'a word that only you may read';
    return isRedactedDigest(word) ? 'a word that is not kept' : word;
  });
}

/** Its mark and reference, what became of it, how long that took, and the amount. */
function newsLine(
  news: WatchNews,
  { currency, isBrief }: NotificationOptions,
  strong?: (word: string) => string,
): string {
  const mark = markOf(groupOf(rowOf(news)));
  const paid = isBrief ? '' : (news.answer?.transaction.amount?.trim() ?? '');
  const sum = paid === '' ? '' : ` · ${outside(amount(paid, currency))}`;
  return `${mark}${code(news.reference)}: ${newsWords(news, strong)} after ${duration(news.watchedMs)}${sum}`;
}

const worthSayingMs = 60_000;

/** How old the news may be, and whether more will come; for a line of metadata. */
function newsNotes(all: readonly WatchNews[]): string[] {
  const lateMs = Math.max(...all.map((news) => news.lateMs));
  const hasRestarted = all.some((news) => news.hasRestarted && news.kind === 'changed');
  const ended = all.filter(({ hasEnded }) => hasEnded).length;
  const what = all.length === 1 ? 'this watch has ended' : `${ended} of these watches have ended`;
  const late = lateMs > worthSayingMs ? `${duration(lateMs)} late` : '';
  const old = joined([late, hasRestarted ? 'after a restart' : ''], ' ');
  return [...(old === '' ? [] : [`${old}: a change may be older`]), ended > 0 ? what : 'the watch goes on'];
}
