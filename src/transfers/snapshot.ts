import { createHmac } from 'node:crypto';
import { date, safeText } from '../blocks/mrkdwn.ts';
import { isReversed, maskDots } from '../blocks/status.ts';
import type { ShareAccountNumbers } from '../config/settings.ts';
import { foldBlanks } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { maskRecord, redactForStorage } from './disclosure.ts';

/** A snapshot of a transaction: the fields that a watch, or Refresh, checks for changes. */
export type Watched = Pick<Transaction, 'status' | 'reversedFlag' | 'completedAt'>;

/**
 * The longest text in a snapshot, in characters: short, because a button's value carries the
 * snapshot.
 */
export const snapshotMax = 100;

/**
 * Takes a snapshot. Cuts its texts, and folds whitespace so that changed whitespace never counts as
 * a change.
 */
export function takeSnapshot({ status, reversedFlag, completedAt }: Transaction): Watched {
  const folded = (text = '') => foldBlanks(text).slice(0, snapshotMax) || undefined;
  return { status: folded(status), reversedFlag: folded(reversedFlag), completedAt };
}

export function hasChanged(before: Watched, now: Watched): boolean {
  return (['status', 'reversedFlag', 'completedAt'] as const).some(
    (field) => before[field] !== now[field],
  );
}

/**
 * Describes what changed: "pending → successful". Mentions the time of completion only if nothing
 * else changed; returns `undefined` if nothing changed, or only a reversed flag that was not and is
 * not set.
 * @param strong formats the new status
 */
export function changesSince(
  before: Watched,
  now: Watched,
  strong = (word: string) => word,
): string | undefined {
  const { status: wasStatus = '', reversedFlag: wasFlag = '', completedAt: wasAt } = before;
  const { status = '', reversedFlag = '', completedAt } = now;
  const changes: string[] = [];

  if (wasStatus !== status)
    changes.push(
      `${safeText(wasStatus, 80) || 'no status'} → ${strong(safeText(status, 80) || 'no status')}`,
    );

  if (wasFlag !== reversedFlag && (isReversed(wasFlag) || isReversed(reversedFlag)))
    changes.push(`reversed flag ${changed(safeText(wasFlag, 80), safeText(reversedFlag, 80))}`);

  if (changes.length > 0) return changes.join(', ');

  const at = (epochMs: number | undefined) => (epochMs === undefined ? '' : date(epochMs, 'time'));
  return wasAt === completedAt ? undefined : `completed ${changed(at(wasAt), at(completedAt))}`;
}

/** Formats how one value changed; uses no arrow if the old or the new value is missing. */
function changed(was: string, is: string): string {
  if (was === '') return is;
  return is === '' ? `${was} (not given any more)` : `${was} → ${is}`;
}

/**
 * Masks the snapshot of a watched record for a channel.
 * @param answer the record: no name or number of its parties may stay in the snapshot
 */
export function maskWatched(
  seen: Watched,
  answer: TransactionAnswer | undefined,
  mode: ShareAccountNumbers,
): Watched {
  const { status, reversedFlag } = seen;
  const shown = maskRecord({ ...answer?.transaction, status, reversedFlag }, mode);
  return withWords(seen, (word, field) => (isRedactedDigest(word ?? '') ? word : shown[field]));
}

type WordField = 'status' | 'reversedFlag';

/**
 * Copies a snapshot, and replaces the two fields in the service's own words with what `write`
 * returns for them.
 */
export function withWords(
  snapshot: Watched,
  write: (word: string | undefined, field: WordField) => string | undefined,
): Watched {
  const { status, reversedFlag } = snapshot;
  return {
    ...snapshot,
    status: write(status, 'status'),
    reversedFlag: write(reversedFlag, 'reversedFlag'),
  };
}

/**
 * The length of a digest. One in 16 million words has the same digest: changes show, but words stay
 * hidden.
 */
const digestLength = 4;

function digestWord(id: string, word: string): string {
  return (
    maskDots + createHmac('sha256', id).update(word).digest('base64url').slice(0, digestLength)
  );
}

const digestPattern = new RegExp(`^${maskDots}[\\w-]+$`);

/**
 * Whether a stored text is a digest, stored instead of a text that may hold a person's name or
 * number.
 */
export function isRedactedDigest(text: string): boolean {
  return digestPattern.test(text);
}

/**
 * Builds the snapshot that a watch stores. The service may write anyone's name or number into a
 * status or a flag, so a text that a channel may not read is stored as a digest, keyed by `id`, the
 * watch's id.
 */
export function storedSnapshot(id: string, transaction: Transaction): Watched {
  const watched = takeSnapshot(transaction);
  const stored = redactForStorage({ isRequery: false, asked: '', ...watched, transaction });
  return withWords(
    watched,
    (word, field) => word && (stored[field] === maskDots ? digestWord(id, word) : word),
  );
}

/** Replaces stored digests by `maskDots`. */
export function maskDigests(seen: Watched): Watched {
  return withWords(seen, (word) => (word && isRedactedDigest(word) ? maskDots : word));
}

/**
 * Replaces a stored digest by the current text if they match: no change, even if a channel may read
 * the text now.
 */
export function resolveDigests({ id, seen }: { id: string; seen: Watched }, now: Watched): Watched {
  return withWords(seen, (stored, field) => {
    const word = now[field];
    return word !== undefined && stored === digestWord(id, word) ? word : stored;
  });
}
