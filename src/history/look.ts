import { cut, foldBlanks } from '../plain-text.ts';
import { isUsualStatus, readableStatus } from '../transfers/readable-status.ts';
import { type FoundRow, groupOf, rowOf, transactionOf } from '../transfers/row.ts';
import type { StatusGroup } from '../transfers/status-group.ts';
import { flagSaysMore } from '../transfers/status-words.ts';
import type { FailedEntry } from './entry.ts';

/** What was looked up, and what is worth remembering of the answer. */
export type Look = { asked: string } & (
  | { words: string | undefined; group: StatusGroup; bank: string | undefined }
  | Pick<FailedEntry, 'failure'>
);

const wordsMax = 60;

/**
 * Reads it from a look-up; `undefined` when the service was not asked. The bank is a record's alone: a requery of the
 * same transfer has another fingerprint, and would count it twice.
 */
export function lookOf(found: FoundRow): Look | undefined {
  const row = rowOf(found);
  if (row.kind === 'failure') {
    const { asked, failure, isRequery } = row;
    return failure === 'not_asked' ? undefined : { asked: `${isRequery ? 'tsq' : 'txn'} ${asked}`, failure };
  }
  const isRecord = row.kind === 'record';
  const { reversedFlag, destinationBankCode } = transactionOf(row) ?? {};
  const words = [readable(row.status, found), flagSaysMore(row.status, reversedFlag) ? flagWords(reversedFlag) : ''];
  return {
    asked: `${isRecord ? 'txn' : 'tsq'} ${row.asked}`,
    words: words.filter((text) => text !== '').join(', ') || undefined,
    group: groupOf(row) ?? 'unknown',
    bank: isRecord ? bankCode(destinationBankCode) : undefined,
  };
}

/**
 * The service may write anybody's name into a status, so another word than the usual ones is kept only of a record, and
 * when a channel may read it. To search a requery for whom it names takes as long as to draw its card.
 */
function readable(status: string | undefined, found: FoundRow): string {
  const words = foldBlanks(status ?? '');
  if (isUsualStatus(words)) return words;
  return found.kind === 'record' ? cut(readableStatus(found.answer.transaction) ?? '', wordsMax) : '';
}

function flagWords(flag = ''): string {
  return /^(?:\d{1,3}|[a-z]{1,5})$/i.test(flag.trim()) ? `reversed flag ${flag.trim()}` : 'with a reversed flag';
}

/** Six digits as in spec 2.3: anything else could be somebody's number. */
function bankCode(code: string | undefined): string | undefined {
  const text = code?.trim() ?? '';
  return /^\d{6}$/.test(text) ? text : undefined;
}
