import type { TransferApiFailure } from '../transfer-api-failure.ts';
import type { StatusGroup } from '../transfers/status-group.ts';

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
