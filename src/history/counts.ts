import type { TransferApiFailure } from '../transfer-api-failure.ts';
import { type AnsweredEntry, type Entry, isAnswered } from './entry.ts';
import { createLatest } from './latest.ts';

/** Transfers to one bank, each counted once, as it was when it was last asked about. */
export interface BankCount {
  bank: string;
  asked: number;
  /** Those whose status is one of the moving or failed ones; an unlisted word is neither here nor settled. */
  unsettled: number;
}

/** What was asked within a window. */
export interface Counts {
  banks: readonly BankCount[];
  /** Different look-ups, each counted once, with any end. */
  lookUps: number;
  /** How many of them ended so when they were last made. */
  failures: ReadonlyMap<TransferApiFailure, number>;
}

/** The windows that are counted: of a hint, and of the table on Home. */
export type Minutes = 30 | 60;

export interface Counter {
  add(entry: Entry): void;
  drop(entry: Entry): void;
  read(nowMs: number): Counts;
}

/** Counts as entries come and go; the order in which they come does not matter. */
export function createCounter(minutes: Minutes): Counter {
  const banks = new Map<string, BankCount>();
  const failures = new Map<TransferApiFailure, number>();
  let lookUps = 0;

  const transfers = createLatest<AnsweredEntry & { bank: string }>(minutes * 60_000, ({ bank, group }, by) => {
    const count = banks.get(bank) ?? { bank, asked: 0, unsettled: 0 };
    const asked = count.asked + by;
    if (asked === 0) banks.delete(bank);
    else banks.set(bank, { bank, asked, unsettled: count.unsettled + (isUnsettled(group) ? by : 0) });
  });
  const ends = createLatest<Entry>(minutes * 60_000, (entry, by) => {
    lookUps += by;
    if (isAnswered(entry)) return;
    const count = (failures.get(entry.failure) ?? 0) + by;
    if (count === 0) failures.delete(entry.failure);
    else failures.set(entry.failure, count);
  });

  return {
    add(entry) {
      ends.add(entry);
      if (isToBank(entry)) transfers.add(entry);
    },
    drop(entry) {
      ends.drop(entry);
      if (isToBank(entry)) transfers.drop(entry);
    },
    read(nowMs) {
      ends.expire(nowMs);
      transfers.expire(nowMs);
      return { banks: [...banks.values()], lookUps, failures: new Map(failures) };
    },
  };
}

function isToBank(entry: Entry): entry is AnsweredEntry & { bank: string } {
  return isAnswered(entry) && entry.bank !== undefined;
}

function isUnsettled(group: AnsweredEntry['group']): boolean {
  return group === 'moving' || group === 'failed';
}
