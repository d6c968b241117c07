import type { WatchStore } from './engine.ts';
import type { Watch } from './watch.ts';

/** What people have been told, noted in the store, or in memory for as long as the store takes nothing. */
export interface ToldNotes {
  /** The watches of a reference, as they were told last. @throws KeepError */
  ofReference(reference: string): Promise<readonly Watch[]>;
  /**
   * Notes what has become of the watch, unless it was stopped meanwhile, or another process has noted something newer.
   * @param before what it was when this became of it
   */
  note(watch: Watch, before?: Watch): Promise<void>;
  /** Notes that the watch has ended. */
  end(watch: Watch): Promise<void>;
  /** Whether something about the reference could not be noted in the store; `ofReference` tries it again. */
  isBehind(reference: string): boolean;
}

/** What is to be noted of a watch; without `watch` it has ended. */
interface Note {
  reference: string;
  watch: Watch | undefined;
  /** How many tellings the store has noted when it takes this. */
  tellings: number;
}

/** @param onUnkept called when the store does not take a note: after a restart, the same would be told again */
export function createToldNotes(store: WatchStore, onUnkept: (error: unknown) => void): ToldNotes {
  /** By id. */
  const unkept = new Map<string, Note>();

  async function keep(id: string, note: Note): Promise<void> {
    const { watch, tellings } = { ...note, tellings: unkept.get(id)?.tellings ?? note.tellings };
    try {
      await (watch === undefined ? store.remove(id) : store.note(watch, tellings));
      unkept.delete(id);
    } catch (error) {
      unkept.set(id, { ...note, tellings });
      onUnkept(error);
    }
  }

  const behind = (reference: string) => [...unkept].filter(([, note]) => note.reference === reference);
  return {
    note: (watch, before = watch) =>
      keep(watch.id, { reference: watch.reference, watch, tellings: before.tellings ?? 0 }),
    end: ({ id, reference, tellings = 0 }) => keep(id, { reference, watch: undefined, tellings }),
    async ofReference(reference) {
      for (const [id, note] of behind(reference)) await keep(id, note);
      const kept = await store.ofReference(reference);
      return kept.flatMap((watch) => {
        const note = unkept.get(watch.id);
        if (note === undefined) return watch;
        return note.watch !== undefined && note.tellings !== (watch.tellings ?? 0) ? watch : (note.watch ?? []);
      });
    },
    isBehind: (reference) => behind(reference).length > 0,
  };
}
