import { createHmac, createSecretKey } from 'node:crypto';
import type { TransferApiFailure } from '../errors.ts';
import type { StatusGroup } from '../status.ts';

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
export type NewEntry = { asked: string } & (
  | { words: string | undefined; group: StatusGroup; bank: string | undefined }
  | Pick<FailedEntry, 'failure'>
);

/** 128 bits of the HMAC: no two references share them by chance. */
const bytes = 16;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  const secret = createSecretKey(key); // with the bytes themselves, Node 24 takes four times as long
  // Not a slice of the whole text, which would be kept with it.
  return (asked) => createHmac('sha256', secret).update(asked).digest().toString('base64url', 0, bytes);
}
