import type { TransferApiFailure } from '../errors.ts';
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
