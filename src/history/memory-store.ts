import { createCounter } from './counts.ts';
import { type Entry, isAnswered } from './entry.ts';
import { createRuns, type Runs } from './runs.ts';
import type { HistoryStore } from './store.ts';

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
