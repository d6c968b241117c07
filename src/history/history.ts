import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Component, PersonalData } from '../components.ts';
import { serviceFailures, type TransferApiFailure } from '../errors.ts';

/** Previous look-ups. No method rejects. */
export interface History {
  /**
   * Resolves with answers about any of it before, and with counts of the last half hour with it.
   * @param lookUps what somebody looked up at once
   * @param personId who asks
   */
  remember(
    lookUps: readonly NewEntry[],
    personId: string,
  ): Promise<{ before: readonly AnsweredEntry[]; counts: Counts }>;
  counts(minutes: Minutes): Promise<Counts>;
}

/** A history, and the component that fills it at the start and stores what comes. */
export interface StoredHistory {
  history: History;
  part: Component & PersonalData;
}

const dated = {
  /** An HMAC of what was asked, which is in an entry in no other form. */
  fingerprint: z.string().max(64),
  /** Milliseconds since 1970. */
  atMs: z.int(),
};

const AnsweredEntry = z.strictObject({
  ...dated,
  personId: z.string().regex(/^\w{1,40}$/),
  /** The status in the service's words; absent when there was none, or none that a channel may read. */
  words: z.string().max(100).optional(),
  group: z.enum(['settled', 'moving', 'failed', 'reversed', 'unknown']),
  /** The code of the receiving bank. */
  bank: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
});

/** A look-up without a record. Who asked is of no use, and not stored. */
const FailedEntry = z.strictObject({
  ...dated,
  failure: z.enum([...serviceFailures, 'not_found', 'rejected']),
});

/** An entry as files and Redis store it. */
export const StoredEntry = z.union([AnsweredEntry, FailedEntry]);

export type AnsweredEntry = z.infer<typeof AnsweredEntry>;
type FailedEntry = z.infer<typeof FailedEntry>;
/** All that is stored of one look-up. */
export type Entry = AnsweredEntry | FailedEntry;

export function isAnswered(entry: Entry): entry is AnsweredEntry {
  return 'group' in entry;
}

/** What was looked up, and what is worth remembering of the answer. */
export type NewEntry = { asked: string } & (
  | { words: string | undefined; group: AnsweredEntry['group']; bank: string | undefined }
  | Pick<FailedEntry, 'failure'>
);

/** 128 bits of the HMAC: no two references share them by chance. */
const fingerprintBytes = 16;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  const secret = createSecretKey(key); // with the bytes themselves, Node 24 takes four times as long
  // Not a slice of the whole text, which would be kept with it.
  return (asked) => createHmac('sha256', secret).update(asked).digest().toString('base64url', 0, fingerprintBytes);
}

const entriesMax = 10_000;
const keyBytes = 32;
const hintMinutes = 30;

/** The latest entries in the memory of one process, in the order in which they came. */
export class RecentEntries {
  readonly #rememberMs: number;
  #entries: readonly Entry[] = [];
  #key: Uint8Array = randomBytes(keyBytes);

  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  /** The key of the fingerprints. */
  get key(): Uint8Array {
    return this.#key;
  }

  /** Forgets all entries: under another key the same transfer has another fingerprint, and would count twice. */
  beginAnew(key: Uint8Array): void {
    this.#key = key;
    this.#entries = [];
  }

  add(entries: readonly Entry[]): void {
    this.#entries = [...this.all(), ...entries].slice(-entriesMax);
  }

  all(): readonly Entry[] {
    const nowMs = Date.now();
    return this.#entries.filter(({ atMs }) => atMs > nowMs - this.#rememberMs && atMs <= nowMs);
  }

  /** @returns how many entries there were of the people whom `isForgotten` names */
  forget(isForgotten: (personId: string) => boolean): number {
    const isTheirs = (entry: Entry) => isAnswered(entry) && isForgotten(entry.personId);
    const before = this.#entries;
    this.#entries = before.filter((entry) => !isTheirs(entry));
    return before.length - this.#entries.length;
  }
}

/** @param share stores new entries where other processes read them, and adds theirs to `recent`; never rejects */
export function createHistory(recent: RecentEntries, share = async (_added: readonly Entry[]) => {}): History {
  return {
    async remember(lookUps, personId) {
      const atMs = Date.now();
      const fingerprintOf = createFingerprint(recent.key);
      const added = lookUps.map(({ asked, ...rest }): Entry => {
        const dated = { fingerprint: fingerprintOf(asked), atMs };
        return 'failure' in rest ? { ...dated, ...rest } : { ...dated, personId, ...rest };
      });
      const asked = new Set(added.map(({ fingerprint }) => fingerprint));
      const alike = () => recent.all().filter(({ fingerprint }) => asked.has(fingerprint));
      const known = alike();
      recent.add(added);
      await share(added);
      // Meanwhile others may have asked the same; what other processes were asked before is news of an earlier time.
      const before = alike().filter((entry) => known.includes(entry) || entry.atMs < atMs);
      return { before: before.filter(isAnswered), counts: countsOf(recent.all(), hintMinutes) };
    },
    async counts(minutes) {
      await share([]);
      return countsOf(recent.all(), minutes);
    },
  };
}

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
type Minutes = 30 | 60;

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
  for (const entry of entries)
    if (entry.atMs >= (latest.get(entry.fingerprint)?.atMs ?? 0)) latest.set(entry.fingerprint, entry);
  return [...latest.values()];
}

function isToBank(entry: Entry): entry is AnsweredEntry & { bank: string } {
  return isAnswered(entry) && entry.bank !== undefined;
}
