import { LRUCache } from 'lru-cache';
import type { StatusGroup } from './blocks/status.ts';

/** The part of an answered look-up that is remembered. */
export interface AnsweredLookUp {
  /** The transaction's identity, or a requery's. */
  key: string;
  /**
   * The status in the service's words; absent if the service gave none, or one that a channel may
   * not read.
   */
  words?: string | undefined;
  group: StatusGroup;
  /** The code of the receiving bank; absent for a requery, so that no transfer counts twice. */
  bank?: string | undefined;
}

/** A status that a person saw. */
export interface SeenStatus {
  words?: string | undefined;
  /** Milliseconds since 1970. */
  atMs: number;
  /** Absent when a channel reads the answer, since who else asked is private. */
  personId?: string | undefined;
}

/** What is known of one transaction. */
interface KnownTransaction {
  last: SeenStatus;
  /** The last status that a different person saw. */
  byAnother: SeenStatus | undefined;
}

const entriesMax = 10_000;

/** What is known of transactions from earlier look-ups. */
export type Known = ReturnType<typeof createKnown>;

/**
 * Creates the memory of one process. Each call but `purge` takes constant time.
 * @param rememberMs how long a status is remembered; 0: not at all
 */
export function createKnown(rememberMs: number) {
  const known = new LRUCache<string, KnownTransaction>({ max: entriesMax });
  const isFresh = ({ atMs }: SeenStatus) => isWithin(rememberMs, atMs);

  return {
    /**
     * Records a look-up. @returns the last status that somebody else saw of the same transaction,
     * while remembered
     */
    remember({ key, words }: AnsweredLookUp, personId: string): SeenStatus | undefined {
      if (rememberMs === 0) return undefined;
      const before = known.get(key);
      const byAnother = before?.last.personId === personId ? before.byAnother : before?.last;
      const fresh = byAnother && isFresh(byAnother) ? byAnother : undefined;
      known.set(key, { last: { words, atMs: Date.now(), personId }, byAnother: fresh });
      return fresh;
    },
    /** Deletes every status that is older than it may be. */
    purge(): void {
      for (const [key, one] of [...known.entries()]) {
        if (!isFresh(one.last)) known.delete(key);
        if (one.byAnother && !isFresh(one.byAnother)) one.byAnother = undefined;
      }
    },
  };
}

/**
 * Whether a time is less than `maxAgeMs` ago; false for a time in the future, as after a clock was
 * set back.
 */
export function isWithin(maxAgeMs: number, atMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}
