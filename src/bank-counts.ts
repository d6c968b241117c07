import type { StatusGroup } from './blocks/status.ts';
import { isWithin } from './text.ts';

/** Counts of transfers. Each transfer counts once, with its latest status. */
interface TransferCount {
  /** How many were looked up. */
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
  /** How many transfers each bank sent, by its code. */
  sent: ReadonlyMap<string, number>;
  allBanks: TransferCount;
}

/** The part of an answered look-up that is counted. */
export interface CountedTransfer {
  reference: string;
  group: StatusGroup;
  /** The code of the receiving bank. */
  bank: string | undefined;
  /** The code of the sending bank. */
  sender?: string | undefined;
}

interface Counted {
  atMs: number;
  lookUp: CountedTransfer;
}

const transfersMax = 10_000;
const countedMs = 30 * 60_000;
const noTransfers: TransferCount = { asked: 0, unsettled: 0 };

export type BankCounts = ReturnType<typeof createBankCounts>;

/**
 * Counts the transfers to each bank over half an hour, as one process looked them up.
 * @param isOn whether anything may be remembered
 */
export function createBankCounts(isOn: boolean) {
  const banks = new Map<string, BankCount>();
  const sent = new Map<string, number>();
  let allBanks = noTransfers;
  /**
   * The latest look-up of each transfer, oldest first: one that is looked up again is deleted, and
   * stands at the end.
   */
  const lookedUp = new Map<string, Counted>();
  /**
   * One iterator for good, which follows what is deleted and added: a new one would walk over
   * thousands of deleted entries.
   */
  let oldestFirst = lookedUp.values();
  /** What the iterator gave last. It may have been deleted or replaced since. */
  let oldest: Counted | undefined;

  /** Adds a look-up to all counts, or takes it out of them again (`by` is −1). */
  function apply({ bank, sender, group }: CountedTransfer, by: 1 | -1): void {
    if (sender !== undefined) {
      const bySender = (sent.get(sender) ?? 0) + by;
      if (bySender > 0) sent.set(sender, bySender);
      else sent.delete(sender);
    }

    if (bank === undefined) return;

    const isUnsettled = group === 'moving' || group === 'failed';
    const plus = (old: TransferCount) => ({
      asked: old.asked + by,
      unsettled: old.unsettled + (isUnsettled ? by : 0),
    });

    allBanks = plus(allBanks);
    const ofBank = plus(banks.get(bank) ?? noTransfers);
    if (ofBank.asked > 0) banks.set(bank, { bank, ...ofBank });
    else banks.delete(bank);
  }

  function drop(reference: string): void {
    const counted = lookedUp.get(reference);
    if (counted) apply(counted.lookUp, -1);
    lookedUp.delete(reference);
  }

  /** Finds the oldest look-up that is counted. */
  function findOldest(): Counted | undefined {
    while (oldest === undefined || lookedUp.get(oldest.lookUp.reference) !== oldest) {
      oldest = oldestFirst.next().value;
      if (oldest !== undefined) continue;

      oldestFirst = lookedUp.values(); // one that has ended stays ended
      return undefined;
    }

    return oldest;
  }

  /** Deletes what is no longer counted: from the oldest to the first that still is. */
  function purge(): void {
    for (let first = findOldest(); first; first = findOldest()) {
      if (lookedUp.size <= transfersMax && isWithin(countedMs, first.atMs)) return;
      drop(first.lookUp.reference);
    }
  }

  return {
    add(lookUp: CountedTransfer): void {
      if (!isOn) return;

      drop(lookUp.reference);
      lookedUp.set(lookUp.reference, { atMs: Date.now(), lookUp });
      apply(lookUp, 1);
      purge();
    },
    counts(): Counts {
      purge();
      return { banks, sent, allBanks };
    },
    purge,
  };
}

/** Minimum number of unsettled transfers for a hint: fewer could be chance. */
const unsettledMin = 6;
/**
 * Minimum factor between the bank's share of unsettled transfers and the share at all other banks
 * together.
 */
const shareRatioMin = 2;

/**
 * Returns a bank's counts if at least six, and two thirds, of the transfers to it are unsettled,
 * and at most half that share of those to all other banks; otherwise `undefined`. What the counts
 * mean is left to the reader.
 */
export function outageHint(
  { banks, allBanks }: Pick<Counts, 'banks' | 'allBanks'>,
  bank: string,
): BankCount | undefined {
  const { asked, unsettled } = banks.get(bank) ?? noTransfers;
  const others = { asked: allBanks.asked - asked, unsettled: allBanks.unsettled - unsettled };
  const isUnlike = unsettled * others.asked >= shareRatioMin * others.unsettled * asked;
  const isMost = unsettled >= unsettledMin && unsettled * 3 >= asked * 2;
  return isMost && isUnlike ? banks.get(bank) : undefined;
}
