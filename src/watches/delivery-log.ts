import { createTurns } from '../async.ts';
import type { WatchStore } from './engine.ts';
import type { Watch } from './watch.ts';

interface Note {
  watch: Watch;
  hasEnded: boolean;
  /** How many notifications the store has noted when it takes this. */
  tellings: number;
  /** Called when the store has it. */
  waiting: (() => void)[];
}

/** Until the store takes it, a note is tried again so often, and whenever somebody asks about its reference. */
const tryAgainAfterMs = 1_000;

/**
 * What people have been told, noted in the store, or in memory for as long as the store takes nothing.
 * @param onStoreFailure called when the store does not take a note: after a restart, the same would be told again
 */
export function createDeliveryLog(store: WatchStore, onStoreFailure: (error: unknown) => void) {
  /** By id. */
  const unkept = new Map<string, Note>();
  const inTurn = createTurns();
  let isToTryAgain = false;

  /** One try at a time, as each builds on what the store has. Without a note, it tries the one that is behind. */
  const keep = (id: string, given?: Omit<Note, 'waiting'>) =>
    inTurn(id, async () => {
      const behind = unkept.get(id);
      const note = given
        ? { ...given, tellings: behind?.tellings ?? given.tellings, waiting: behind?.waiting ?? [] }
        : behind;
      if (note === undefined) return;
      try {
        await (note.hasEnded ? store.remove(note.watch) : store.note(note.watch, note.tellings));
        unkept.delete(id);
        for (const resolve of note.waiting) resolve();
      } catch (error) {
        unkept.set(id, note);
        tryAgain();
        if (given) onStoreFailure(error);
      }
    });

  function tryAgain(): void {
    if (isToTryAgain) return;
    isToTryAgain = true;
    setTimeout(async () => {
      for (const id of [...unkept.keys()]) {
        await keep(id);
        if (unkept.has(id)) break; // nor will it take the others
      }
      isToTryAgain = false;
      if (unkept.size > 0) tryAgain();
    }, tryAgainAfterMs).unref();
  }

  const behind = (reference: string) => [...unkept].filter(([, note]) => note.watch.reference === reference);

  /** The watches of a reference, as they were told last. @throws StoreError */
  async function ofReference(reference: string): Promise<readonly Watch[]> {
    for (const [id] of behind(reference)) await keep(id);
    const kept = await store.ofReference(reference);
    return kept.flatMap((watch) => {
      const note = unkept.get(watch.id);
      if (note?.hasEnded) return [];
      return note?.tellings === (watch.tellings ?? 0) ? note.watch : watch;
    });
  }

  return {
    ofReference,
    /** Whether somebody still watches it: a stop may have come meanwhile. @throws StoreError */
    isWatched: async ({ id, reference }: Watch) => (await ofReference(reference)).some((watch) => watch.id === id),
    /**
     * Notes what has become of the watch, unless it was stopped meanwhile, or another process has noted something newer.
     * @param before what it was when this became of it
     */
    note: (watch: Watch, before = watch) => keep(watch.id, { watch, hasEnded: false, tellings: before.tellings ?? 0 }),
    /** Notes that the watch has ended. */
    end: (watch: Watch) => keep(watch.id, { watch, hasEnded: true, tellings: watch.tellings ?? 0 }),
    /** Whether something about the reference could not be noted in the store yet. */
    isBehind: (reference: string) => behind(reference).length > 0,
    /** Resolves when the store has what was noted of this watch. */
    async whenKept(id: string): Promise<void> {
      const note = unkept.get(id);
      if (note) await new Promise<void>((resolve) => note.waiting.push(resolve));
    },
  };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;
