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

interface Counter {
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

/**
 * Where entries are kept for so many hours. A port, so that processes can share one. A method may reject, or take long:
 * nobody waits for it longer than `createHistory` allows.
 */
export interface HistoryStore {
  /**
   * The key of the fingerprints: one for all who share the store, made by the first. It may become another one, and what
   * was remembered under the old one is gone then.
   */
  key(): Promise<Uint8Array>;
  add(entries: readonly Entry[]): Promise<void>;
  /** The answers under this fingerprint, in any order; without those of an `add` that is called after it. */
  of(fingerprint: string): Promise<readonly Run[]>;
  /** With those of an `add` that is called before it. */
  counts(minutes: Minutes): Promise<Counts>;
}

export interface MemoryStore extends HistoryStore {
  /** What is remembered now, in the order in which it came. */
  entries(): readonly Entry[];
  /** @returns how many entries of the person there were */
  forgetPerson(personId: string): number;
}

const entriesMax = 10_000;

/** The entries of one process, in its memory. Neither adding nor reading walks all of them. */
export function createMemoryStore(rememberMs: number, key: HistoryStore['key']): MemoryStore {
  /** As they came, which is the order of their times unless a clock was set back. Those before `first` are gone. */
  let queue: Entry[] = [];
  let first = 0;
  const byFingerprint = new Map<string, { runs: Runs; count: number }>();
  const counters = { 30: createCounter(30), 60: createCounter(60) };
  const isRemembered = ({ atMs }: Pick<Entry, 'atMs'>, nowMs = Date.now()) =>
    atMs > nowMs - rememberMs && atMs <= nowMs;

  function keep(entry: Entry): void {
    queue.push(entry);
    for (const counter of Object.values(counters)) counter.add(entry);
    if (!isAnswered(entry)) return;
    const same = byFingerprint.get(entry.fingerprint) ?? { runs: createRuns(), count: 0 };
    same.runs.add(entry);
    same.count += 1;
    byFingerprint.set(entry.fingerprint, same);
  }

  function forget(entry: Entry): void {
    for (const counter of Object.values(counters)) counter.drop(entry);
    if (!isAnswered(entry)) return;
    const same = byFingerprint.get(entry.fingerprint);
    if (same === undefined) return;
    same.runs.drop(entry);
    same.count -= 1;
    if (same.count === 0) byFingerprint.delete(entry.fingerprint);
  }

  function forgetOldest(): void {
    for (let entry = queue[first]; entry !== undefined; entry = queue[first]) {
      if (queue.length - first <= entriesMax && isRemembered(entry)) break;
      forget(entry);
      first += 1;
    }
    if (first < entriesMax) return;
    queue = queue.slice(first); // once in ten thousand: taking the first of an array moves all others
    first = 0;
  }

  return {
    key,
    async add(entries) {
      for (const entry of entries) keep(entry);
      forgetOldest();
    },
    of: async (fingerprint) => (byFingerprint.get(fingerprint)?.runs.all() ?? []).filter((run) => isRemembered(run)),
    counts: async (minutes) => counters[minutes].read(Date.now()),
    entries() {
      forgetOldest();
      return queue.slice(first).filter((entry) => isRemembered(entry));
    },
    forgetPerson(personId) {
      const isTheirs = (entry: Entry) => isAnswered(entry) && entry.personId === personId;
      const theirs = queue.slice(first).filter(isTheirs);
      for (const entry of theirs) forget(entry);
      queue = queue.slice(first).filter((entry) => !isTheirs(entry));
      first = 0;
      return theirs.length;
    },
  };
}

interface Dated {
  fingerprint: string;
  /** Milliseconds since 1970. */
  atMs: number;
}

interface Latest<T extends Dated> {
  add(value: T): void;
  /** Forgets this very value, if it is the latest of its fingerprint. */
  drop(value: T): void;
  /** Forgets what is not of the window that ends now; also what is later than now, when a clock was set back. */
  expire(nowMs: number): void;
}

const minuteMs = 60_000;

/**
 * The latest value of each fingerprint within a window. `count` learns what comes in (1) and goes out (−1), so that
 * nobody walks the values to count them: they lie by the minute, and whole minutes expire.
 */
function createLatest<T extends Dated>(windowMs: number, count: (value: T, by: 1 | -1) => void): Latest<T> {
  const latest = new Map<string, T>();
  const minutes = new Map<number, Set<T>>();

  function remove(value: T): void {
    latest.delete(value.fingerprint);
    minutes.get(minuteOf(value))?.delete(value);
    count(value, -1);
  }

  return {
    add(value) {
      const known = latest.get(value.fingerprint);
      if (known && known.atMs > value.atMs) return;
      if (known) remove(known);
      latest.set(value.fingerprint, value);
      const minute = minuteOf(value);
      minutes.set(minute, (minutes.get(minute) ?? new Set()).add(value));
      count(value, 1);
    },
    drop(value) {
      if (latest.get(value.fingerprint) === value) remove(value);
    },
    expire(nowMs) {
      for (const [minute, values] of minutes) {
        const startMs = minute * minuteMs;
        if (startMs >= nowMs - windowMs && startMs <= nowMs) continue;
        for (const value of values) remove(value);
        minutes.delete(minute);
      }
    },
  };
}

function minuteOf({ atMs }: Dated): number {
  return Math.floor(atMs / minuteMs);
}

/**
 * Answers about the same to one person, with the same words, each within a minute of the one before: whoever clicks
 * Refresh, Share and All Fields in a row has asked once, and knows it.
 */
export interface Run extends Pick<AnsweredEntry, 'personId' | 'words'> {
  /** Of the latest of them, in milliseconds since 1970. */
  atMs: number;
}

interface Runs {
  add(entry: AnsweredEntry): void;
  /** Forgets one of the person's entries; they are forgotten in the order in which they came. */
  drop(entry: AnsweredEntry): void;
  /** As they are now, in the order in which they began. */
  all(): Run[];
}

const inOneGoMs = 60_000;

/** The entries about one thing. It costs no more to tell of them when somebody asks again and again. */
export function createRuns(): Runs {
  const runs = new Set<Run & { count: number }>();
  const latest = new Map<string, Run & { count: number }>();
  return {
    add({ personId, words, atMs }) {
      const last = latest.get(personId);
      if (last && last.words === words && Math.abs(atMs - last.atMs) <= inOneGoMs) {
        last.atMs = Math.max(last.atMs, atMs);
        last.count += 1;
        return;
      }
      const run = { personId, words, atMs, count: 1 };
      runs.add(run);
      latest.set(personId, run);
    },
    drop({ personId }) {
      for (const run of runs) {
        if (run.personId !== personId) continue;
        run.count -= 1;
        if (run.count > 0) return;
        runs.delete(run);
        if (latest.get(personId) === run) latest.delete(personId);
        return;
      }
    },
    all: () => Array.from(runs, ({ personId, words, atMs }) => ({ personId, words, atMs })),
  };
}
