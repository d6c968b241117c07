import type { WatchStore } from './engine.ts';
import type { Seen, Watch } from './watch.ts';

/** What people have been told, noted in the store, or in memory for as long as the store takes nothing. */
export interface ToldNotes {
  /** The watches of a reference, as they were told last. @throws KeepError */
  ofReference(reference: string): Promise<readonly Watch[]>;
  /** Notes what was told, or that the watch has ended when `seen` is `undefined`. */
  note(watch: Watch, seen: Seen | undefined): Promise<void>;
}

/** @param onUnkept called when the store does not take a note: after a restart, the same would be told again */
export function createToldNotes(store: WatchStore, onUnkept: (error: unknown) => void): ToldNotes {
  const unkept = new Map<string, Seen | undefined>();

  async function keep(watch: Watch, seen: Seen | undefined): Promise<void> {
    const isThere = (await store.ofReference(watch.reference)).some(({ id }) => id === watch.id);
    if (!isThere) return; // stopped meanwhile
    await (seen === undefined ? store.remove(watch.id) : store.put({ ...watch, seen }));
  }

  async function note(watch: Watch, seen: Seen | undefined): Promise<void> {
    try {
      await keep(watch, seen);
      unkept.delete(watch.id);
    } catch (error) {
      unkept.set(watch.id, seen);
      onUnkept(error);
    }
  }

  return {
    note,
    async ofReference(reference) {
      const watches = await store.ofReference(reference);
      const told: Watch[] = [];
      for (const watch of watches) {
        if (!unkept.has(watch.id)) {
          told.push(watch);
          continue;
        }
        const seen = unkept.get(watch.id);
        await note(watch, seen);
        if (seen !== undefined) told.push({ ...watch, seen });
      }
      return told;
    },
  };
}
