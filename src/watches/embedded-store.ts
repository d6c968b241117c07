import { errorCode, KeepError } from '../errors.ts';
import { createKeptFile } from '../state/kept-file.ts';
import { createKeptMap, type KeptMap } from '../state/kept-map.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { WatchStore } from './engine.ts';
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
  const all = () => [...kept.values.values()];
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
      isDurable = true;
    },
    close: async () => void (await Promise.allSettled(changing)),
    async put(watch, { perPerson, total }) {
      const own = all().filter(({ personId }) => personId === watch.personId);
      const before = own.filter(({ reference }) => reference === watch.reference);
      if (before.length === 0 && own.length >= perPerson) return 'perPerson';
      if (before.length === 0 && kept.values.size >= total) return 'total';
      await Promise.all([change(watch.id, watch), ...before.map(({ id }) => change(id, undefined))]); // in one write
      return undefined;
    },
    async note(watch, tellings) {
      const known = kept.values.get(watch.id);
      if (known !== undefined && (known.tellings ?? 0) === tellings) await change(watch.id, watch);
    },
    async remove(id) {
      if (kept.values.has(id)) await change(id, undefined);
    },
    ofReference: async (reference) => all().filter((watch) => watch.reference === reference),
    ofPerson: async (personId) => all().filter((watch) => watch.personId === personId),
    count: async () => kept.values.size,
    references: async () => [...new Set(all().map(({ reference }) => reference))],
  };
}
