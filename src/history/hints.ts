import { serviceFailures, type TransferApiFailure } from '../errors.ts';
import type { BankCount, Counts, Run } from './counts.ts';

/** Many transfers to one bank are not settled, and few to the others. Facts: what they mean is the reader's to say. */
export interface OutageHint extends BankCount {
  /** To all other banks. */
  others: { asked: number; unsettled: number };
}

/** Look-ups that end in the same error of the service. */
interface FailureHint {
  failure: TransferApiFailure;
  failed: number;
  /** All look-ups. */
  lookUps: number;
}

/** Fewer than this many could be chance. */
const fewest = 6;
/** How many times the share at all other banks. */
const timesOthers = 2;

/** `undefined` where the counts are too few, or no other than elsewhere. */
export function outageHint({ banks }: Counts, bank: string): OutageHint | undefined {
  const count = banks.find((each) => each.bank === bank);
  if (!count || !isMost(count.unsettled, count.asked)) return undefined;
  const others = { asked: 0, unsettled: 0 };
  for (const each of banks) {
    if (each === count) continue;
    others.asked += each.asked;
    others.unsettled += each.unsettled;
  }
  const isUnlikeOthers = count.unsettled * others.asked >= timesOthers * others.unsettled * count.asked;
  return isUnlikeOthers ? { ...count, others } : undefined;
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

/** An earlier answer, as it is told. */
export interface PreviousLookUp extends Pick<Run, 'words' | 'atMs'> {
  /** Who asked; `undefined` where a channel reads. */
  by: 'you' | { personId: string } | undefined;
}

const justReadMs = 60_000;

/**
 * What to tell of earlier answers about the same, oldest first. What the asker got within the last minute is left out:
 * they still have it before their eyes, and it would be said below every Refresh.
 */
export function previousLookUps(runs: readonly Run[], askerId: string, nowMs: number): PreviousLookUp[] {
  const told = runs.filter(({ personId, atMs }) => personId !== askerId || nowMs - atMs > justReadMs);
  return told
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ personId, words, atMs }) => ({ words, atMs, by: personId === askerId ? 'you' : { personId } }));
}

/** For a channel: who asked is not its business. */
export function withoutPeople(looks: readonly PreviousLookUp[]): PreviousLookUp[] {
  return looks.map((look) => ({ ...look, by: undefined }));
}

/** What an answer tells of what was asked before. */
export interface Background {
  /** About the same, oldest first. */
  seen: readonly PreviousLookUp[];
  /** For the banks of the answer. */
  outages: readonly OutageHint[];
  failure: FailureHint | undefined;
}

/** What a channel may read of it. */
export function backgroundForChannel(background: Background): Background {
  return { ...background, seen: withoutPeople(background.seen) };
}
