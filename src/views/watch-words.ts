import type { TransferApiError } from '../errors.ts';
import { cut, foldBlanks } from '../plain-text.ts';
import type { FoundTransaction } from '../transfers/look-up.ts';
import { hidden } from '../transfers/status-group.ts';
import { flagSaysMore } from '../transfers/status-words.ts';
import { isUnkept } from '../transfers/unkept.ts';
import { changesSince } from './changes-since.ts';
import { duration } from './duration.ts';
import { code, outside } from './mrkdwn.ts';

/** What is watched of a transaction. */
export interface WatchedFields {
  status?: string | undefined;
  reversedFlag?: string | undefined;
  /** Milliseconds since 1970. */
  completedAt?: number | undefined;
}

/** What somebody who watches a transaction is told; for a channel all of it is masked. */
export interface WatchNews {
  /** `lost`: the store lost the watch. `over`: its time is over without a change. `unanswered`: that, and the service gave no record at the end. */
  kind: 'changed' | 'over' | 'unanswered' | 'lost';
  reference: string;
  /** What the person was told last. */
  before: WatchedFields;
  now: WatchedFields;
  found: FoundTransaction | undefined;
  /** Why there is no record. */
  failure: TransferApiError | undefined;
  /** How long it had been watched, in milliseconds. */
  watchedMs: number;
  /** When the watch ends, in milliseconds since 1970; `undefined` when it has ended. */
  untilMs: number | undefined;
  /** How much later than planned the service was asked, in milliseconds. */
  lateMs: number;
  /** Whether txnbot was away meanwhile, so that nobody knows when it changed. */
  hasRestarted: boolean;
  /** Idempotency key of the notification, for the log and the audit line. */
  code: string;
}

type Write = typeof outside;

/** For text that is not formatted, as in a table. */
export const asPlain: Write = (text, maxLength = text.length) => cut(foldBlanks(text), maxLength);

/**
 * "pending → successful", "still pending": what became of it, without the time.
 * @param strong marks the status that a transaction has changed to
 */
export function newsWords(
  { kind, before, now }: WatchNews,
  writeOutside: Write = outside,
  strong: (word: string) => string = (word) => word,
): string {
  const write = readableBy(writeOutside);
  if (kind === 'lost') return 'lost, watch it again';
  if (kind === 'over') return `still ${stateWords(now, writeOutside)}`;
  if (kind === 'unanswered') return `over, last ${stateWords(before, writeOutside)}`;
  const word = ({ status = '' }: WatchedFields) => (status === '' ? 'no status' : write(foldBlanks(status), 80));
  const status = foldBlanks(before.status ?? '') !== foldBlanks(now.status ?? '');
  // The time of completion goes without saying when another word has changed.
  const isOnlyTime = !status && before.reversedFlag === now.reversedFlag;
  const pick = ({ reversedFlag, completedAt }: WatchedFields) => ({
    reversedFlag: reversedFlag ?? '',
    completedAt: isOnlyTime && completedAt !== undefined ? String(completedAt) : '',
  });
  const others = changesSince(pick(before), pick(now), { write });
  const changes = [status ? `${word(before)} → ${strong(word(now))}` : undefined, others].filter((change) => change);
  return changes.length === 0 ? 'changed, in words that only you may read' : changes.join(', ');
}

/** "pending", "pending, reversed flag 1". */
export function stateWords({ status = '', reversedFlag = '' }: WatchedFields, writeOutside: Write): string {
  const write = readableBy(writeOutside);
  const word = status === '' ? 'without a status' : write(status, 80);
  return flagSaysMore(status, reversedFlag) ? `${word}, reversed flag ${write(reversedFlag, 40)}` : word;
}

function readableBy(write: Write): Write {
  return (text, maxLength) => {
    if (text === hidden) return 'a word that only you may read';
    return isUnkept(text) ? 'a word that is not kept' : write(text, maxLength);
  };
}

/** The same after its reference, with how long it took. */
export function newsLine(news: WatchNews, strong?: (word: string) => string): string {
  const after = news.kind === 'lost' ? '' : ` after ${duration(news.watchedMs)}`;
  return `${code(news.reference)}: ${newsWords(news, outside, strong)}${after}`;
}

const worthSayingMs = 60_000;

/** How old the news may be, and whether more will come; for a line of metadata. */
export function newsNotes(all: readonly WatchNews[]): string[] {
  const lateMs = Math.max(...all.map((news) => news.lateMs));
  const hasRestarted = all.some((news) => news.hasRestarted && news.kind === 'changed');
  const ended = all.filter(({ untilMs }) => untilMs === undefined).length;
  const what = all.length === 1 ? 'this watch has ended' : `${ended} of these watches have ended`;
  const why = [lateMs > worthSayingMs ? `${duration(lateMs)} late` : '', hasRestarted ? 'after a restart' : ''];
  const old = why.filter((part) => part !== '').join(' ');
  return [...(old === '' ? [] : [`${old}: a change may be older`]), ended > 0 ? what : 'the watch goes on'];
}
