import type { NextTime, OnDue, Timetable } from '../../src/watches/engine.ts';

/** What a test does when a reference is due. Resolves with when it is due next, `undefined` for never. */
export type Ask = (reference: string, plannedAtMs?: number) => Promise<number | undefined>;

interface OwnTimes {
  nextAtMs: NextTime;
  /** Names a time, as if a watch had been begun that is due then. */
  set(timetable: Timetable, reference: string, atMs: number): Promise<void>;
  onDue(ask: Ask): OnDue;
}

/** Times that a test gives to references, in the place of watches and their schedule: of several the earliest counts. */
export function ownTimes(): OwnTimes {
  const times = new Map<string, number>();
  const name = (reference: string, atMs: number) =>
    times.set(reference, Math.min(atMs, times.get(reference) ?? Number.POSITIVE_INFINITY));
  return {
    nextAtMs: async (reference) => times.get(reference),
    set(timetable, reference, atMs) {
      name(reference, atMs);
      return timetable.set(reference);
    },
    onDue: (ask) => async (reference, plannedAtMs) => {
      times.delete(reference);
      const nextAtMs = await ask(reference, plannedAtMs);
      if (nextAtMs !== undefined) name(reference, nextAtMs);
    },
  };
}
