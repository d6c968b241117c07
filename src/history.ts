import { serviceFailures, type TransferApiFailure } from './errors.ts';
import type { StatusGroup } from './status.ts';

/** What is remembered of a look-up: its answer, or how it failed. */
export type LookedUp = { asked: string } & (
  | {
      /** The status in the service's words; absent when there was none, or none that a channel may read. */
      words?: string | undefined;
      group: StatusGroup;
      /** The code of the receiving bank. */
      bank?: string | undefined;
    }
  | { failure: TransferApiFailure }
);

/** What somebody looked up themselves: enough to ask again, and the word that they read. */
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

/** A status that somebody saw. */
export interface SeenStatus {
  words?: string | undefined;
  /** Milliseconds since 1970. */
  atMs: number;
  /** Absent where a channel reads: who asked is not its business. */
  personId?: string | undefined;
}

/** Transfers, each counted once, with its latest status. */
export interface TransferCount {
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
  /** Different look-ups, with any end. */
  lookUps: number;
  /** How many of them failed, by the failure. */
  failures: ReadonlyMap<TransferApiFailure, number>;
}

const entriesMax = 10_000;
const countedMs = 30 * 60_000;
const none: TransferCount = { asked: 0, unsettled: 0 };

/** What one process was asked lately. Each call takes the same time, whatever was asked before. */
export type History = ReturnType<typeof createHistory>;

/** @param rememberMs 0 remembers nothing */
export function createHistory(rememberMs: number) {
  /** Per reference what was seen last, and what somebody else saw before. */
  const seen = new AgingMap<{ atMs: number; last: SeenStatus; byAnother: SeenStatus | undefined }>(rememberMs);
  const tally = createTally();
  return {
    /** @returns what somebody else saw last of the same */
    remember(lookUp: LookedUp, personId: string): SeenStatus | undefined {
      if (rememberMs === 0) return undefined;
      const atMs = Date.now();
      tally.add(lookUp, atMs);
      if ('failure' in lookUp) return undefined;
      const before = seen.get(lookUp.asked);
      const byAnother = before?.last.personId === personId ? before.byAnother : before?.last;
      seen.set(lookUp.asked, { atMs, last: { words: lookUp.words, atMs, personId }, byAnother });
      return byAnother && isWithin(rememberMs, byAnother.atMs) ? byAnother : undefined;
    },
    counts: tally.counts,
  };
}

/** Counts each look-up once, as it ended last, and takes it off half an hour later. */
function createTally() {
  const banks = new Map<string, BankCount>();
  const failures = new Map<TransferApiFailure, number>();
  let allBanks = none;
  const latest = new AgingMap<{ atMs: number; lookUp: LookedUp }>(countedMs, ({ lookUp }) => count(lookUp, -1));

  function count(lookUp: LookedUp, by: 1 | -1): void {
    if ('failure' in lookUp) failures.set(lookUp.failure, (failures.get(lookUp.failure) ?? 0) + by);
    else if (lookUp.bank !== undefined) {
      const { bank, group } = lookUp;
      const unsettled = group === 'moving' || group === 'failed' ? by : 0;
      const plus = <Some extends TransferCount>(some: Some) => ({
        ...some,
        asked: some.asked + by,
        unsettled: some.unsettled + unsettled,
      });
      allBanks = plus(allBanks);
      const ofBank = plus(banks.get(bank) ?? { bank, ...none });
      if (ofBank.asked > 0) banks.set(bank, ofBank);
      else banks.delete(bank);
    }
  }

  return {
    add(lookUp: LookedUp, atMs: number): void {
      latest.set(lookUp.asked, { atMs, lookUp });
      count(lookUp, 1);
    },
    counts(): Counts {
      latest.dropOld();
      return { banks, allBanks, lookUps: latest.size, failures };
    },
  };
}

/** The latest values, oldest first, at most 10,000. What is too old is dropped when the next one comes. */
class AgingMap<Value extends { atMs: number }> {
  readonly #values = new Map<string, Value>();
  readonly #maxAgeMs: number;
  readonly #onDrop: (value: Value) => void;

  constructor(maxAgeMs: number, onDrop: (value: Value) => void = () => {}) {
    this.#maxAgeMs = maxAgeMs;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.dropOld();
    this.#drop(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.size > entriesMax && oldest !== undefined) this.#drop(oldest);
  }

  dropOld(): void {
    for (const [key, { atMs }] of this.#values) {
      if (isWithin(this.#maxAgeMs, atMs)) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#onDrop(value);
  }
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
  return isMost(unsettled, asked) && isUnlike ? banks.get(bank) : undefined;
}

/** Look-ups that end in the same error of the service. */
export interface FailureHint {
  failure: TransferApiFailure;
  failed: number;
  /** All look-ups. */
  lookUps: number;
}

/** The one error that most look-ups end in: two thirds leave less than half as many for any other end. */
export function failureHint({ failures, lookUps }: Counts): FailureHint | undefined {
  for (const failure of serviceFailures) {
    const failed = failures.get(failure) ?? 0;
    if (isMost(failed, lookUps)) return { failure, failed, lookUps };
  }
  return undefined;
}

/** Enough of them, and two thirds of all. */
function isMost(part: number, all: number): boolean {
  return part >= fewest && part * 3 >= all * 2;
}
