import { LRUCache } from 'lru-cache';
import type { DatedLookUp, RecentLookUp } from '../history.ts';

const peopleMax = 2_000;
const eachMax = 8;
/** As long as somebody's shift. */
const keptMs = 12 * 60 * 60_000;

export type RecentLookUps = ReturnType<typeof createRecentLookUps>;

/**
 * What each person looked up lately, newest first; nobody is told of another person's. In the memory of one process,
 * lost when it ends: a few for each of the people who asked last.
 */
export function createRecentLookUps() {
  // By the wall clock: they age while the machine sleeps.
  const limits = { max: peopleMax, ttl: keptMs, perf: Date };
  const kept = new LRUCache<string, readonly DatedLookUp[]>(limits);
  const pastes = new LRUCache<string, number>(limits);

  function note(userId: string, lookUps: readonly RecentLookUp[]): void {
    if (lookUps.length === 0) return;
    const atMs = Date.now();
    const again = new Set(lookUps.map(({ asked }) => asked));
    const before = (kept.get(userId) ?? []).filter(({ asked }) => !again.has(asked));
    kept.set(userId, [...lookUps.map((lookUp) => ({ atMs, ...lookUp })), ...before].slice(0, eachMax));
  }

  const of = (userId: string): readonly DatedLookUp[] =>
    (kept.get(userId) ?? []).filter(({ atMs }) => Date.now() - atMs < keptMs);

  return {
    note,
    of,
    /** Notes only what the person looked up before. */
    renew(userId: string, lookUps: readonly RecentLookUp[]): void {
      const known = new Set(of(userId).map(({ asked }) => asked));
      note(
        userId,
        lookUps.filter(({ asked }) => known.has(asked)),
      );
    },
    /** What stands in the field on their Home tab has been answered. */
    notePaste: (userId: string): void => void pastes.set(userId, Date.now()),
    lastPasteAtMs: (userId: string): number | undefined => pastes.get(userId),
  };
}
