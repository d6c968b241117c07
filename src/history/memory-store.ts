import { type Counter, createCounter } from './counts.ts';
import { type AnsweredEntry, type Entry, isAnswered } from './entry.ts';
import type { HistoryStore } from './store.ts';

export interface MemoryStore extends HistoryStore {
  /** What is remembered now, in the order in which it came. */
  entries(): readonly Entry[];
}

const entriesMax = 10_000;

/** The entries of one process, in its memory. Neither adding nor reading walks all of them. */
export function createMemoryStore(rememberMs: number, key: HistoryStore['key']): MemoryStore {
  /** In the order in which they came, which is that of their times unless a clock was set back. */
  const all = new Set<Entry>();
  const byMark = new Map<string, Set<AnsweredEntry>>();
  const counters = { 30: createCounter(30), 60: createCounter(60) } satisfies Record<number, Counter>;
  const isRemembered = ({ atMs }: Entry, nowMs = Date.now()) => atMs > nowMs - rememberMs && atMs <= nowMs;

  function remove(entry: Entry): void {
    all.delete(entry);
    for (const counter of Object.values(counters)) counter.drop(entry);
    if (!isAnswered(entry)) return;
    const same = byMark.get(entry.mark);
    same?.delete(entry);
    if (same?.size === 0) byMark.delete(entry.mark);
  }

  function keep(entry: Entry): void {
    all.add(entry);
    for (const counter of Object.values(counters)) counter.add(entry);
    if (isAnswered(entry)) byMark.set(entry.mark, (byMark.get(entry.mark) ?? new Set()).add(entry));
  }

  function removeOldest(): void {
    for (const entry of all) {
      if (all.size <= entriesMax && isRemembered(entry)) return;
      remove(entry);
    }
  }

  return {
    key,
    async add(entries) {
      for (const entry of entries) keep(entry);
      removeOldest();
    },
    of: async (mark) => [...(byMark.get(mark) ?? [])].filter((entry) => isRemembered(entry)),
    counts: async (minutes) => counters[minutes].read(Date.now()),
    entries: () => [...all].filter((entry) => isRemembered(entry)),
  };
}
