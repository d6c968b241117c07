import { LRUCache } from 'lru-cache';
import type { StatusGroup } from './blocks/status.ts';

/** The part of an answered look-up that the history remembers. */
export interface AnsweredLookUp {
  asked: string;
  /**
   * The status in the service's words; absent if the service gave none, or one that a channel may
   * not read.
   */
  words?: string | undefined;
  group: StatusGroup;
  /** The code of the receiving bank; absent for a requery, so that no transfer counts twice. */
  bank?: string | undefined;
}

/**
 * A past look-up of one person: what is needed to repeat it, and the status that the person saw.
 */
export interface RecentLookUp {
  asked: string;
  /** Whether the look-up was a requery; `asked` is then a transaction identifier. */
  isRequery: boolean;
  /**
   * The status in the service's own words, with the reversed flag; for a requery, in the words of
   * its card.
   */
  status: string;
  group: StatusGroup | undefined;
}

export interface DatedLookUp extends RecentLookUp {
  /** Milliseconds since 1970. */
  atMs: number;
}

/** A status that a person saw. */
export interface SeenStatus {
  words?: string | undefined;
  /** Milliseconds since 1970. */
  atMs: number;
  /** Absent when a channel reads the answer, since who else asked is private. */
  personId?: string | undefined;
}

/** Counts of transfers. Each transfer counts once, with its latest status. */
interface TransferCount {
  asked: number;
  /**
   * How many are in the status group moving or failed. An unknown status counts as neither settled
   * nor unsettled.
   */
  unsettled: number;
}

/** Counts of the transfers to one bank. */
export interface BankCount extends TransferCount {
  bank: string;
}

/** Counts of the transfers that were looked up in the last half hour, and whose bank is known. */
export interface Counts {
  banks: ReadonlyMap<string, BankCount>;
  allBanks: TransferCount;
}

const entriesMax = 10_000;
const countedMs = 30 * 60_000;
const none: TransferCount = { asked: 0, unsettled: 0 };

/** The recent look-ups that one process answered. Each call takes constant time. */
export type History = ReturnType<typeof createHistory>;

/** @param rememberMs how long look-ups are remembered; 0: not at all */
export function createHistory(rememberMs: number) {
  /**
   * By reference: the status that was seen last, and the last status that a different person saw.
   */
  const seen = new LRUCache<string, { last: SeenStatus; byAnother: SeenStatus | undefined }>({
    max: entriesMax,
  });
  const tally = createTally();
  return {
    /**
     * Records a look-up. @returns the last status that somebody else saw for the same reference,
     * while remembered
     */
    remember(lookUp: AnsweredLookUp, personId: string): SeenStatus | undefined {
      if (rememberMs === 0) return undefined;
      const atMs = Date.now();
      tally.add(lookUp, atMs);
      const before = seen.get(lookUp.asked);
      const byAnother = before?.last.personId === personId ? before.byAnother : before?.last;
      seen.set(lookUp.asked, { last: { words: lookUp.words, atMs, personId }, byAnother });
      return byAnother && isWithin(rememberMs, byAnother.atMs) ? byAnother : undefined;
    },
    counts: tally.counts,
  };
}

/**
 * Counts the transfers to each bank over half an hour. Each transfer counts once, with its latest
 * status.
 */
function createTally() {
  const banks = new Map<string, BankCount>();
  let allBanks = none;
  const latest = new LRUCache<string, { atMs: number; lookUp: AnsweredLookUp }>({
    max: entriesMax,
    dispose: ({ lookUp }) => count(lookUp, -1),
  });

  function count({ bank, group }: AnsweredLookUp, by: 1 | -1): void {
    if (bank === undefined) return;
    const unsettled = group === 'moving' || group === 'failed' ? by : 0;
    const plus = (some: TransferCount) => ({
      asked: some.asked + by,
      unsettled: some.unsettled + unsettled,
    });
    allBanks = plus(allBanks);
    const ofBank = plus(banks.get(bank) ?? none);
    if (ofBank.asked > 0) banks.set(bank, { bank, ...ofBank });
    else banks.delete(bank);
  }

  function dropOld(): void {
    for (const asked of latest.rkeys()) {
      const { atMs = 0 } = latest.peek(asked) ?? {};
      if (isWithin(countedMs, atMs)) return;
      latest.delete(asked);
    }
  }

  return {
    add(lookUp: AnsweredLookUp, atMs: number): void {
      dropOld();
      latest.set(lookUp.asked, { atMs, lookUp });
      count(lookUp, 1);
    },
    counts(): Counts {
      dropOld();
      return { banks, allBanks };
    },
  };
}

/**
 * Whether a time is less than `maxAgeMs` ago; false for a time in the future, as after a clock was
 * set back.
 */
function isWithin(maxAgeMs: number, atMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}

/** Minimum number of unsettled transfers for a hint: fewer could be chance. */
const fewest = 6;
/**
 * Minimum ratio of the bank's share of unsettled transfers to their share at all other banks
 * together.
 */
const timesOthers = 2;

/**
 * Returns a bank's counts if at least six, and two thirds, of the transfers to it are unsettled,
 * and at most half that share of those to all other banks; otherwise `undefined`. What the counts
 * mean is left to the reader.
 */
export function outageHint({ banks, allBanks }: Counts, bank: string): BankCount | undefined {
  const { asked, unsettled } = banks.get(bank) ?? none;
  const others = { asked: allBanks.asked - asked, unsettled: allBanks.unsettled - unsettled };
  const isUnlike = unsettled * others.asked >= timesOthers * others.unsettled * asked;
  const isMost = unsettled >= fewest && unsettled * 3 >= asked * 2;
  return isMost && isUnlike ? banks.get(bank) : undefined;
}

const peopleMax = 2_000;
const eachMax = 8;
/** How long look-ups are listed: the length of a shift. */
const recentMs = 12 * 60 * 60_000;

export type RecentLookUps = ReturnType<typeof createRecentLookUps>;

/**
 * Stores each person's recent look-ups, newest first; only that person can see them. They are in
 * memory, lost when the process ends, and limited to the latest eight look-ups of the latest 2,000
 * people.
 */
export function createRecentLookUps() {
  const recent = new LRUCache<string, readonly DatedLookUp[]>({ max: peopleMax });
  const pastes = new LRUCache<string, number>({ max: peopleMax });

  function note(userId: string, lookUps: readonly RecentLookUp[]): void {
    if (lookUps.length === 0) return;
    const atMs = Date.now();
    const again = new Set(lookUps.map(({ asked }) => asked));
    const before = (recent.get(userId) ?? []).filter(({ asked }) => !again.has(asked));
    recent.set(
      userId,
      [...lookUps.map((lookUp) => ({ atMs, ...lookUp })), ...before].slice(0, eachMax),
    );
  }

  const of = (userId: string): readonly DatedLookUp[] =>
    (recent.get(userId) ?? []).filter(({ atMs }) => isWithin(recentMs, atMs));

  return {
    note,
    of,
    /** Updates look-ups that are already in the person's list, and ignores all others. */
    renew(userId: string, lookUps: readonly RecentLookUp[]): void {
      const known = new Set(of(userId).map(({ asked }) => asked));
      note(
        userId,
        lookUps.filter(({ asked }) => known.has(asked)),
      );
    },
    /**
     * Records that the text which the person put into the field on their Home tab has been
     * answered.
     */
    notePaste: (userId: string): void => void pastes.set(userId, Date.now()),
    lastPasteAtMs: (userId: string): number | undefined => pastes.get(userId),
  };
}
