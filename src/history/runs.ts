import type { AnsweredEntry } from './entry.ts';

/**
 * Answers about the same to one person, with the same words, each within a minute of the one before: whoever clicks
 * Refresh, Share and All Fields in a row has asked once, and knows it.
 */
export interface Run extends Pick<AnsweredEntry, 'personId' | 'words'> {
  /** Of the latest of them, in milliseconds since 1970. */
  atMs: number;
}

export interface Runs {
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
