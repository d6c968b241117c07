import type { TransactionAnswer } from '../transfer-api/client.ts';
import { maskTransaction, type ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import { isUnkept } from '../transfers/unkept.ts';
import type { WatchNews } from '../views/watch-words.ts';
import type { Seen } from './watch.ts';

/** What a channel may read of the news: the words too are the service's, and may be anything. */
export function maskNews(news: WatchNews, mode: ShareAccountNumbers): WatchNews {
  const { found, before, now } = news;
  const answer = found?.answer;
  return {
    ...news,
    before: maskSeen(before, answer, mode),
    now: maskSeen(now, answer, mode),
    found: found && { ...found, answer: maskTransaction(found.answer, mode) },
  };
}

/** @param answer tells the names and numbers that no word may hold */
function maskSeen(seen: Seen, answer: TransactionAnswer | undefined, mode: ShareAccountNumbers): Seen {
  const { status, reversedFlag, completedAt } = seen;
  const none = { record: {}, withheld: [], transaction: {} };
  const { transaction, ...rest } = answer ?? none;
  const shown = maskTransaction({ ...rest, transaction: { ...transaction, status, reversedFlag } }, mode).transaction;
  const mayRead = (text: string | undefined, masked: string | undefined) => (isUnkept(text ?? '') ? text : masked);
  return {
    status: mayRead(status, shown.status),
    reversedFlag: mayRead(reversedFlag, shown.reversedFlag),
    completedAt,
  };
}
