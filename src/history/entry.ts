import { createHmac, createSecretKey } from 'node:crypto';
import * as z from 'zod';
import { serviceFailures } from '../errors.ts';

const dated = {
  /** An HMAC of what was asked, which is in an entry in no other form. */
  fingerprint: z.string().max(64),
  /** Milliseconds since 1970. */
  atMs: z.int(),
};

const AnsweredEntry = z.strictObject({
  ...dated,
  personId: z.string().regex(/^\w{1,40}$/),
  /** The status in the service's words; absent when there was none, or none that a channel may read. */
  words: z.string().max(100).optional(),
  group: z.enum(['settled', 'moving', 'failed', 'reversed', 'unknown']),
  /** The code of the receiving bank. */
  bank: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
});

/** A look-up without a record. Who asked is of no use, and not stored. */
const FailedEntry = z.strictObject({
  ...dated,
  failure: z.enum([...serviceFailures, 'not_found', 'rejected']),
});

/** An entry as files and Redis store it. */
export const StoredEntry = z.union([AnsweredEntry, FailedEntry]);

export type AnsweredEntry = z.infer<typeof AnsweredEntry>;
type FailedEntry = z.infer<typeof FailedEntry>;
/** All that is stored of one look-up. */
export type Entry = AnsweredEntry | FailedEntry;

export function isAnswered(entry: Entry): entry is AnsweredEntry {
  return 'group' in entry;
}

/** What was looked up, and what is worth remembering of the answer. */
export type NewEntry = { asked: string } & (
  | { words: string | undefined; group: AnsweredEntry['group']; bank: string | undefined }
  | Pick<FailedEntry, 'failure'>
);

/** 128 bits of the HMAC: no two references share them by chance. */
const fingerprintBytes = 16;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  const secret = createSecretKey(key); // with the bytes themselves, Node 24 takes four times as long
  // Not a slice of the whole text, which would be kept with it.
  return (asked) => createHmac('sha256', secret).update(asked).digest().toString('base64url', 0, fingerprintBytes);
}
