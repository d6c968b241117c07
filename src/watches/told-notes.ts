import type { WatchStore } from './engine.ts';
import type { Watch } from './watch.ts';

/** What people have been told, noted in the store, or in memory for as long as the store takes nothing. */
export interface ToldNotes {
  /** The watches of a reference, as they were told last. @throws KeepError */
  ofReference(reference: string): Promise<readonly Watch[]>;
  /** Whether somebody still watches it: a stop may have come meanwhile. @throws KeepError */
  isWatched(watch: Watch): Promise<boolean>;
  /** Notes what has become of the watch, unless it was stopped meanwhile. */
  note(watch: Watch): Promise<void>;
  /** Notes that the watch has ended. */
  end(watch: Watch): Promise<void>;
  /** Whether something about the reference could not be noted in the store; `ofReference` tries it again. */
  isBehind(reference: string): boolean;
}

/** @param onUnkept called when the store does not take a note: after a restart, the same would be told again */
export function createToldNotes(store: WatchStore, onUnkept: (error: unknown) => void): ToldNotes {
  /** By id, as they are now: without a watch where it has ended. */
  const unkept = new Map<string, { reference: string; watch: Watch | undefined }>();

  async function keep(id: string, reference: string, watch: Watch | undefined): Promise<void> {
    try {
      if (watch === undefined) await store.remove(id);
      else if ((await store.ofReference(reference)).some((kept) => kept.id === id)) await store.put(watch);
      unkept.delete(id);
    } catch (error) {
      unkept.set(id, { reference, watch });
      onUnkept(error);
    }
  }

  async function ofReference(reference: string): Promise<readonly Watch[]> {
    const told: Watch[] = [];
    for (const kept of await store.ofReference(reference)) {
      const behind = unkept.get(kept.id);
      if (behind) await keep(kept.id, reference, behind.watch);
      const now = behind ? behind.watch : kept;
      if (now !== undefined) told.push(now);
    }
    return told;
  }

  return {
    ofReference,
    isWatched: async ({ id, reference }) => (await ofReference(reference)).some((watch) => watch.id === id),
    note: (watch) => keep(watch.id, watch.reference, watch),
    end: ({ id, reference }) => keep(id, reference, undefined),
    isBehind: (reference) => [...unkept.values()].some((each) => each.reference === reference),
  };
}
