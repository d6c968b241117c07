import { errorCode, KeepError } from '../errors.ts';
import { createKeptFile } from '../state/kept-file.ts';
import { createKeptMap, type KeptMap } from '../state/kept-map.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { WatchKey, WatchStore } from './engine.ts';
import { parseWatches, watchesVersion } from './kept-watches.ts';
import type { Watch } from './watch.ts';

export interface EmbeddedStoreOptions {
  folder: StateFolder;
  logger: { warn(details: object, message: string): void };
}

export interface EmbeddedStore extends WatchStore {
  /** Takes what is in the folder. Until then, and when that cannot be, watches are in memory alone. */
  load(): Promise<void>;
  /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
  close(): Promise<void>;
}

const name = 'watches.json';
const untilRestart = 'watches are kept only until txnbot restarts';

/** Watches of one process: in memory, and in a small file where there is a folder for it. */
export function createEmbeddedStore({ folder, logger }: EmbeddedStoreOptions): EmbeddedStore {
  const file = createKeptFile({ file: folder.file(name), version: watchesVersion, parse: parseWatches });
  let isDurable = false;
  let kept: KeptMap<Watch> = createKeptMap([], async () => {});
  /** Ids by reference and by person. An id stays until its removal is written, since a failed one is taken back. */
  const index = new Map<string, Set<string>>();
  const watchesOf = (key: string) => [...(index.get(key) ?? [])].flatMap((id) => kept.values.get(id) ?? []);
  const changing = new Set<Promise<void>>();
  const change = async (id: string, watch: Watch | undefined) => {
    const changed = kept.change(id, watch);
    changing.add(changed);
    try {
      await changed;
    } catch (error) {
      throw new KeepError(errorCode(error));
    } finally {
      changing.delete(changed);
    }
  };
  const add = (watch: WatchKey) => {
    for (const key of keysOf(watch)) index.set(key, (index.get(key) ?? new Set()).add(watch.id));
  };
  const drop = (watch: WatchKey) => {
    for (const key of kept.values.has(watch.id) ? [] : keysOf(watch)) {
      index.get(key)?.delete(watch.id);
      if (index.get(key)?.size === 0) index.delete(key);
    }
  };
  const remove = async (watch: WatchKey) => {
    if (!kept.values.has(watch.id)) return;
    await change(watch.id, undefined);
    drop(watch);
  };

  return {
    isDurable: () => isDurable,
    async load() {
      if (!folder.isHeld()) return;
      const found = await file
        .read()
        .catch((error: unknown) => folder.refuse(`cannot be used: ${name} is not readable (${errorCode(error)})`));
      if (found === undefined) return;
      if (found.kind === 'newer') {
        logger.warn({ name, version: found.version }, `a newer txnbot wrote this file: ${untilRestart}`);
        return;
      }
      if (found.kind === 'damaged')
        logger.warn({ name, setAside: found.setAside }, 'this file was damaged and is set aside: its watches are lost');
      const watches = found.kind === 'kept' ? found.content.watches : [];
      kept = createKeptMap(
        watches.map((watch) => [watch.id, watch]),
        (values) => file.write({ watches: [...values] }),
      );
      for (const watch of watches) add(watch);
      isDurable = true;
    },
    close: async () => void (await Promise.allSettled(changing)),
    async put(watch, { perPerson, total }) {
      const own = watchesOf(ofPerson(watch));
      const before = own.filter(({ reference }) => reference === watch.reference);
      if (before.length === 0 && own.length >= perPerson) return 'perPerson';
      if (before.length === 0 && kept.values.size >= total) return 'total';
      add(watch);
      const changes = [change(watch.id, watch), ...before.map(remove)]; // in one write
      await Promise.all(changes).catch((error: unknown) => {
        drop(watch);
        throw error;
      });
      return undefined;
    },
    async note(watch, tellings) {
      const known = kept.values.get(watch.id);
      if (known !== undefined && (known.tellings ?? 0) === tellings) await change(watch.id, watch);
    },
    remove,
    ofReference: async (reference) => watchesOf(ofReference({ reference })),
    ofPerson: async (personId) => watchesOf(ofPerson({ personId })),
    count: async () => kept.values.size,
    references: async () => [...new Set([...kept.values.values()].map(({ reference }) => reference))],
  };
}

const ofReference = ({ reference }: Pick<Watch, 'reference'>) => `reference ${reference}`;
const ofPerson = ({ personId }: Pick<Watch, 'personId'>) => `person ${personId}`;
const keysOf = (watch: WatchKey) => [ofReference(watch), ofPerson(watch)];
