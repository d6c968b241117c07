import { LRUCache } from 'lru-cache';
import type { StatusGroup } from './blocks/status.ts';
import { isWithin } from './text.ts';

/**
 * A past look-up of one person: what is needed to repeat it, and the status that the person saw.
 */
export interface RecentLookUp {
  asked: string;
  /** Whether the look-up was a requery; `asked` is then a transaction identifier. */
  isRequery: boolean;
  /**
   * The status in the service's own words, with the reversed flag; for a requery, in the words of
   * its card.
   */
  status: string;
  group: StatusGroup | undefined;
}

export interface DatedLookUp extends RecentLookUp {
  /** Milliseconds since 1970. */
  atMs: number;
  /** What the team has learnt since that contradicts the status, as bold mrkdwn; not stored. */
  contradiction?: string;
}

const peopleMax = 2_000;
const eachMax = 8;
/** How long look-ups are listed: the length of a shift. */
const recentMs = 12 * 60 * 60_000;

export type RecentLookUps = ReturnType<typeof createRecentLookUps>;

/**
 * Stores each person's recent look-ups, newest first; only that person can see them. They are in
 * memory, lost when the process ends, and limited to the latest eight look-ups of the latest 2,000
 * people.
 */
export function createRecentLookUps() {
  const recent = new LRUCache<string, readonly DatedLookUp[]>({ max: peopleMax });
  const pastes = new LRUCache<string, number>({ max: peopleMax });

  const of = (personId: string): readonly DatedLookUp[] =>
    (recent.get(personId) ?? []).filter(({ atMs }) => isWithin(recentMs, atMs));

  function note(personId: string, lookUps: readonly RecentLookUp[]): void {
    if (lookUps.length === 0) return;

    const atMs = Date.now();
    const repeated = new Set(lookUps.map(({ asked }) => asked));
    const earlier = of(personId).filter(({ asked }) => !repeated.has(asked));

    const noted = lookUps.map((lookUp) => ({ atMs, ...lookUp }));

    recent.set(personId, [...noted, ...earlier].slice(0, eachMax));
  }

  return {
    note,
    of,
    /** Updates look-ups that are already in the person's list, and ignores all others. */
    renew(personId: string, lookUps: readonly RecentLookUp[]): void {
      const known = new Set(of(personId).map(({ asked }) => asked));
      note(
        personId,
        lookUps.filter(({ asked }) => known.has(asked)),
      );
    },
    /**
     * Records that the text which the person put into the field on their Home tab has been
     * answered.
     */
    notePaste(personId: string): void {
      pastes.set(personId, Date.now());
    },
    lastPasteAtMs: (personId: string): number | undefined => pastes.get(personId),
    /** Deletes every look-up that is older than it may be. */
    purge(): void {
      for (const personId of [...recent.rkeys()]) {
        const current = of(personId);
        if (current.length > 0) recent.set(personId, current);
        else recent.delete(personId);
      }

      for (const [personId, atMs] of [...pastes.entries()])
        if (!isWithin(recentMs, atMs)) pastes.delete(personId);
    },
  };
}
