import { serviceFailures, type TransferApiFailure } from '../errors.ts';
import { type AnsweredEntry, type Entry, isAnswered } from './entry.ts';

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

/** Counts the entries of a window that ends now. Entries later than now, after a clock was set back, do not count. */
export function countsOf(entries: readonly Entry[], minutes: Minutes, nowMs = Date.now()): Counts {
  const recent = entries.filter(({ atMs }) => atMs >= nowMs - minutes * 60_000 && atMs <= nowMs);
  const lookUps = latestOfEach(recent);
  const failures = new Map<TransferApiFailure, number>();
  for (const entry of lookUps)
    if (!isAnswered(entry)) failures.set(entry.failure, (failures.get(entry.failure) ?? 0) + 1);
  const banks = new Map<string, BankCount>();
  for (const { bank, group } of latestOfEach(recent.filter(isToBank))) {
    const { asked, unsettled } = banks.get(bank) ?? { asked: 0, unsettled: 0 };
    const isUnsettled = group === 'moving' || group === 'failed';
    banks.set(bank, { bank, asked: asked + 1, unsettled: unsettled + (isUnsettled ? 1 : 0) });
  }
  return { banks: [...banks.values()], lookUps: lookUps.length, failures };
}

function latestOfEach<E extends Entry>(entries: readonly E[]): E[] {
  const latest = new Map<string, E>();
  for (const entry of entries) {
    const known = latest.get(entry.fingerprint);
    if (known !== undefined && known.atMs > entry.atMs) continue;
    latest.delete(entry.fingerprint); // so that the last is the one that was asked about last
    latest.set(entry.fingerprint, entry);
  }
  return [...latest.values()];
}

function isToBank(entry: Entry): entry is AnsweredEntry & { bank: string } {
  return isAnswered(entry) && entry.bank !== undefined;
}

/**
 * Answers about the same to one person, with the same words, each within a minute of the one before: whoever clicks
 * Refresh, Share and All Fields in a row has asked once, and knows it.
 */
export interface Run extends Pick<AnsweredEntry, 'personId' | 'words'> {
  /** Of the latest of them, in milliseconds since 1970. */
  atMs: number;
}

const inOneGoMs = 60_000;

/** @param entries about one thing, in the order in which they came. @returns runs in the order in which they began */
export function runsOf(entries: readonly AnsweredEntry[]): Run[] {
  const runs: Run[] = [];
  const latest = new Map<string, Run>();
  for (const { personId, words, atMs } of entries) {
    const last = latest.get(personId);
    if (last && last.words === words && Math.abs(atMs - last.atMs) <= inOneGoMs) {
      last.atMs = Math.max(last.atMs, atMs);
      continue;
    }
    const run = { personId, words, atMs };
    runs.push(run);
    latest.set(personId, run);
  }
  return runs;
}

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
