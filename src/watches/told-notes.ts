import type { WatchStore } from './engine.ts';
import type { Watch } from './watch.ts';

/** What people have been told, noted in the store, or in memory for as long as the store takes nothing. */
export interface ToldNotes {
  /** The watches of a reference, as they were told last. @throws KeepError */
  ofReference(reference: string): Promise<readonly Watch[]>;
  /** Whether somebody still watches it: a stop may have come meanwhile. @throws KeepError */
  isWatched(watch: Watch): Promise<boolean>;
  /**
   * Notes what has become of the watch, unless it was stopped meanwhile, or another process has noted something newer.
   * @param before what it was when this became of it
   */
  note(watch: Watch, before?: Watch): Promise<void>;
  /** Notes that the watch has ended. */
  end(watch: Watch): Promise<void>;
  /** Whether something about the reference could not be noted in the store yet. */
  isBehind(reference: string): boolean;
  /** Resolves when the store has what was noted of this watch. */
  whenKept(id: string): Promise<void>;
}

interface Note {
  watch: Watch;
  hasEnded: boolean;
  /** How many tellings the store has noted when it takes this. */
  tellings: number;
}

/** Until the store takes it, a note is tried again so often, and whenever somebody asks about its reference. */
const tryAgainAfterMs = 1_000;

/** @param onUnkept called when the store does not take a note: after a restart, the same would be told again */
export function createToldNotes(store: WatchStore, onUnkept: (error: unknown) => void): ToldNotes {
  /** By id. */
  const unkept = new Map<string, Note & { waiting: (() => void)[] }>();
  const inTurn = createTurns();
  let isToTryAgain = false;

  /** One try at a time, as each builds on what the store has. Without a note, it tries the one that is behind. */
  const keep = (id: string, given?: Note) =>
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
        if (given) onUnkept(error);
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
    isWatched: async ({ id, reference }) => (await ofReference(reference)).some((watch) => watch.id === id),
    note: (watch, before = watch) => keep(watch.id, { watch, hasEnded: false, tellings: before.tellings ?? 0 }),
    end: (watch) => keep(watch.id, { watch, hasEnded: true, tellings: watch.tellings ?? 0 }),
    isBehind: (reference) => behind(reference).length > 0,
    async whenKept(id) {
      const note = unkept.get(id);
      if (note) await new Promise<void>((resolve) => note.waiting.push(resolve));
    },
  };
}

/** Runs one after the other what has the same name; `run` must not reject. */
function createTurns(): (name: string, run: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (name, run) => {
    const ran = (last.get(name) ?? Promise.resolve()).then(run);
    last.set(name, ran);
    await ran;
    if (last.get(name) === ran) last.delete(name);
  };
}
