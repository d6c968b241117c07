import { createHmac } from 'node:crypto';
import type { Transaction } from '../transfer-api/schemas.ts';
import { readableStatus } from '../transfers/readable-status.ts';
import { unkept } from '../transfers/unkept.ts';
import { seenOf } from './seen.ts';
import type { Seen, Watch } from './watch.ts';

/** What one in sixteen million other words has too: so it tells a change, and hardly what the word was. */
const digestLength = 4;

/**
 * What is kept of a transaction for a watch: the service may write anybody's name or number into a word, so a word that
 * a channel may not read is kept as a digest, under the watch's own id.
 */
export function keepable(id: string, transaction: Transaction): Seen {
  const { status, reversedFlag, completedAt } = seenOf(transaction);
  return {
    ...(status !== undefined && { status: readableStatus(transaction) ?? digestOf(id, status) }),
    ...(reversedFlag !== undefined && {
      reversedFlag: isFlag(reversedFlag) ? reversedFlag : digestOf(id, reversedFlag),
    }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

/** What was kept, in the words of now where these are the same: whether a channel may read a word can change. */
export function recognised({ id, seen }: Watch, now: Seen): Seen {
  const wordOf = (kept: string | undefined, word: string | undefined) =>
    word !== undefined && kept === digestOf(id, word) ? word : kept;
  return {
    ...seen,
    status: wordOf(seen.status, now.status),
    reversedFlag: wordOf(seen.reversedFlag, now.reversedFlag),
  };
}

function isFlag(flag: string): boolean {
  return /^(?:\d{1,3}|[a-z]{1,5})$/i.test(flag);
}

function digestOf(id: string, word: string): string {
  return unkept(createHmac('sha256', id).update(word).digest('base64url').slice(0, digestLength));
}
