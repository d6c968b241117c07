import { createHmac, createSecretKey } from 'node:crypto';
import type { TransferApiFailure } from '../errors.ts';
import { cut, foldBlanks } from '../plain-text.ts';
import { isUsualStatus, readableStatus } from '../transfers/disclosure.ts';
import { type FoundRow, groupOf, rowOf, transactionOf } from '../transfers/row.ts';
import { flagSaysMore, type StatusGroup } from '../transfers/status.ts';

/** An answer about something asked. What was asked for is in it as its fingerprint alone. */
export interface AnsweredEntry {
  /** An HMAC of what was asked. */
  fingerprint: string;
  /** Milliseconds since 1970. */
  atMs: number;
  personId: string;
  /** The status in the service's words; absent when there was none, or none that a channel may read. */
  words?: string | undefined;
  group: StatusGroup;
  /** The code of the receiving bank. */
  bank?: string | undefined;
}

/** A look-up without a record. Who asked is of no use, and not kept. */
export interface FailedEntry {
  fingerprint: string;
  atMs: number;
  failure: Exclude<TransferApiFailure, 'not_asked'>;
}

/** All that is kept of one look-up. */
export type Entry = AnsweredEntry | FailedEntry;

export function isAnswered(entry: Entry): entry is AnsweredEntry {
  return 'group' in entry;
}

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

/** 128 bits of the HMAC: no two references share them by chance. */
const bytes = 16;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  const secret = createSecretKey(key); // with the bytes themselves, Node 24 takes four times as long
  // Not a slice of the whole text, which would be kept with it.
  return (asked) => createHmac('sha256', secret).update(asked).digest().toString('base64url', 0, bytes);
}
