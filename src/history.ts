import { LRUCache } from 'lru-cache';
import type { StatusGroup } from './blocks/status.ts';

/** What is remembered of a look-up that was answered. */
export interface LookedUp {
  asked: string;
  /** The status in the service's words; absent when there was none, or none that a channel may read. */
  words?: string | undefined;
  group: StatusGroup;
  /** The code of the receiving bank. */
  bank?: string | undefined;
}

/** What a person looked up: enough to ask again, and the word that they read. */
export interface RecentLookUp {
  asked: string;
  /** A transaction identifier, which is requeried. */
  isRequery: boolean;
  /** The status in the service's own words, with the reversed flag; that of a requery as its card says it. */
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
  /** Absent where a channel reads: who asked is not its business. */
  personId?: string | undefined;
}

/** Transfers, each counted once, with its latest status. */
interface TransferCount {
  asked: number;
  /** Those whose status is moving or failed; an unknown word is neither here nor settled. */
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

/** What one process was asked lately. Each call takes the same time, whatever was asked before. */
export type History = ReturnType<typeof createHistory>;

/** @param rememberMs 0 remembers nothing */
export function createHistory(rememberMs: number) {
  /** Per reference what was seen last, and what another person saw before. */
  const seen = new LRUCache<string, { last: SeenStatus; byAnother: SeenStatus | undefined }>({ max: entriesMax });
  const tally = createTally();
  return {
    /** @returns what another person saw last of the same */
    remember(lookUp: LookedUp, personId: string): SeenStatus | undefined {
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

/** Counts each look-up to a bank once, as it ended last, and takes it off half an hour later. */
function createTally() {
  const banks = new Map<string, BankCount>();
  let allBanks = none;
  const latest = new LRUCache<string, { atMs: number; lookUp: LookedUp }>({
    max: entriesMax,
    dispose: ({ lookUp }) => count(lookUp, -1),
  });

  function count({ bank, group }: LookedUp, by: 1 | -1): void {
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
    add(lookUp: LookedUp, atMs: number): void {
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

/** A time later than now is of a clock that was set back, and within nothing. */
function isWithin(maxAgeMs: number, atMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}

/** Fewer than this many could be chance. */
const fewest = 6;
/** How many times the share at all other banks. */
const timesOthers = 2;

/**
 * The count of a bank whose transfers are not settled, while few to all other banks are so. What it means is the
 * reader's to say. `undefined` where the counts are too few, or no other than elsewhere.
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
/** A shift. */
const recentMs = 12 * 60 * 60_000;

export type RecentLookUps = ReturnType<typeof createRecentLookUps>;

/**
 * What each person looked up lately, newest first, for them alone. In the memory of one process,
 * lost when it ends: a few for each of the people who asked last.
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
    /** Notes only what the person looked up before. */
    renew(userId: string, lookUps: readonly RecentLookUp[]): void {
      const known = new Set(of(userId).map(({ asked }) => asked));
      note(
        userId,
        lookUps.filter(({ asked }) => known.has(asked)),
      );
    },
    /** What stands in the field on their Home tab has been answered. */
    notePaste: (userId: string): void => void pastes.set(userId, Date.now()),
    lastPasteAtMs: (userId: string): number | undefined => pastes.get(userId),
  };
}
