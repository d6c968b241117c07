import { LRUCache } from 'lru-cache';
import type { StatusGroup } from './blocks/status.ts';

/** The remembered part of an answered look-up. */
export interface AnsweredLookUp {
  asked: string;
  /** The status in the service's words; absent when there was none, or when a channel may not read it. */
  words?: string | undefined;
  group: StatusGroup;
  /** The code of the receiving bank. */
  bank?: string | undefined;
}

/** A person's past look-up: enough to repeat it, and the status they saw. */
export interface RecentLookUp {
  asked: string;
  /** Whether `asked` is a transaction identifier, for a requery. */
  isRequery: boolean;
  /** The status in the service's own words, with the reversed flag; for a requery, as its card words it. */
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
  /** Absent when a channel reads it: who else asked is private. */
  personId?: string | undefined;
}

/** Transfers, each counted once, with its latest status. */
interface TransferCount {
  asked: number;
  /** How many have a status in the group moving or failed; an unknown status counts as neither settled nor not. */
  unsettled: number;
}

/** Transfers to one bank. */
export interface BankCount extends TransferCount {
  bank: string;
}

/** Look-ups of the last half hour. */
export interface Counts {
  banks: ReadonlyMap<string, BankCount>;
  allBanks: TransferCount;
}

const entriesMax = 10_000;
const countedMs = 30 * 60_000;
const none: TransferCount = { asked: 0, unsettled: 0 };

/** Recent look-ups of one process. Each call takes constant time. */
export type History = ReturnType<typeof createHistory>;

/** @param rememberMs how long look-ups are remembered; 0: not at all */
export function createHistory(rememberMs: number) {
  /** Per reference, the status seen last, and the status that another person saw before. */
  const seen = new LRUCache<string, { last: SeenStatus; byAnother: SeenStatus | undefined }>({ max: entriesMax });
  const tally = createTally();
  return {
    /** Records a look-up. @returns the status that another person saw last for the same reference */
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

/** Counts each transfer to a bank once, by its latest status, for half an hour. */
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
    const plus = (some: TransferCount) => ({ asked: some.asked + by, unsettled: some.unsettled + unsettled });
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

/** Returns false for a time in the future, which comes from a clock that was set back. */
function isWithin(maxAgeMs: number, atMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}

/** Minimum of unsettled transfers: fewer could be chance. */
const fewest = 6;
/** Minimum ratio of the bank's unsettled share to that of all other banks. */
const timesOthers = 2;

/**
 * Returns the counts of a bank if most transfers to it are unsettled, and far fewer to all other banks. Interpreting
 * them is left to the reader. `undefined` if there are too few, or the bank is no worse than the others.
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
 * Stores each person's recent look-ups, newest first, which only they can see. In memory, lost when the process ends;
 * limited to the latest eight look-ups of the latest 2,000 people.
 */
export function createRecentLookUps() {
  const recent = new LRUCache<string, readonly DatedLookUp[]>({ max: peopleMax });
  const pastes = new LRUCache<string, number>({ max: peopleMax });

  function note(userId: string, lookUps: readonly RecentLookUp[]): void {
    if (lookUps.length === 0) return;
    const atMs = Date.now();
    const again = new Set(lookUps.map(({ asked }) => asked));
    const before = (recent.get(userId) ?? []).filter(({ asked }) => !again.has(asked));
    recent.set(userId, [...lookUps.map((lookUp) => ({ atMs, ...lookUp })), ...before].slice(0, eachMax));
  }

  const of = (userId: string): readonly DatedLookUp[] =>
    (recent.get(userId) ?? []).filter(({ atMs }) => isWithin(recentMs, atMs));

  return {
    note,
    of,
    /** Updates only look-ups that the person already has in the list. */
    renew(userId: string, lookUps: readonly RecentLookUp[]): void {
      const known = new Set(of(userId).map(({ asked }) => asked));
      note(
        userId,
        lookUps.filter(({ asked }) => known.has(asked)),
      );
    },
    /** Records that the text in the field on their Home tab has been answered. */
    notePaste: (userId: string): void => void pastes.set(userId, Date.now()),
    lastPasteAtMs: (userId: string): number | undefined => pastes.get(userId),
  };
}
