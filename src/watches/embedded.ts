import type { Component } from '../components.ts';
import { errorCode, StoreError } from '../errors.ts';
import type { PersonalData } from '../forget.ts';
import { createStoredFile, type StateFolder } from '../store/file.ts';
import { createWriteBehindMap, type WriteBehindMap } from '../store/write-behind-map.ts';
import type { OnDue, Timetable, WatchEngine, WatchKey, WatchStore } from './engine.ts';
import { parseWatches, type Watch, watchesVersion } from './watch.ts';

/** Watches of this process alone. As a part it starts after its folder. */
export function createEmbeddedEngine(options: EmbeddedStoreOptions): WatchEngine & Component {
  const store = createEmbeddedStore(options);
  return {
    store,
    timetable: createEmbeddedTimetable({ references: store.references }),
    start: store.load,
    stop: store.close,
  };
}

interface EmbeddedStoreOptions {
  folder: StateFolder;
  logger: { warn(details: object, message: string): void };
}

interface EmbeddedStore extends WatchStore {
  /** Takes what is in the folder. Until then, and when that cannot be, watches are in memory alone. */
  load(): Promise<void>;
  /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
  close(): Promise<void>;
}

const name = 'watches.json';
const untilRestart = 'watches are kept only until txnbot restarts';

/** Watches of one process: in memory, and in a small file where there is a folder for it. */
export function createEmbeddedStore({ folder, logger }: EmbeddedStoreOptions): EmbeddedStore {
  const file = createStoredFile({ file: folder.file(name), version: watchesVersion, parse: parseWatches });
  let isDurable = false;
  let kept: WriteBehindMap<Watch> = createWriteBehindMap([], async () => {});
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
      throw new StoreError(errorCode(error));
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
      kept = createWriteBehindMap(
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

interface EmbeddedTimetableOptions {
  /** Everything that is to be asked about soon after the start. */
  references: () => Promise<readonly string[]>;
}

interface Due {
  /** By the clock of the machine. Its timer goes by the one that nobody sets: it is due when either has come. */
  atMs: number;
  timer: NodeJS.Timeout | undefined;
  plannedAtMs: number | undefined;
  failures: number;
}

/** References under way at once, as with Redis: more only wait for the same places, and keep acks waiting too. */
const concurrency = 50;
/** A clock that was set, or a machine that slept, is noticed within so long. */
const clockCheckMs = 15_000;
/** After a restart, references become due over so many milliseconds. */
const spreadMs = 5_000;
const firstRetryMs = 5_000;
const retryMaxMs = 120_000;

/** Wakes for what is due in this process. Nothing of it is written: after a restart, everything is due soon. */
export function createEmbeddedTimetable({ references }: EmbeddedTimetableOptions): Timetable {
  const waiting = new Map<string, Due>();
  /** Due, in this order, and waiting for a place or for the end of its own run. */
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let onDue: OnDue | undefined;
  let clockCheck: NodeJS.Timeout | undefined;

  function put(reference: string, inMs: number, rest: Pick<Due, 'plannedAtMs' | 'failures'>): void {
    const atMs = Date.now() + inMs;
    const known = waiting.get(reference);
    if (known !== undefined && known.atMs <= atMs) return;
    clearTimeout(known?.timer);
    const due: Due = { atMs, timer: undefined, ...rest };
    waiting.set(reference, due);
    if (onDue !== undefined) arm(reference, due);
  }

  function arm(reference: string, due: Due): void {
    const wake = () => {
      ready.add(reference);
      runReady();
    };
    due.timer = setTimeout(wake, Math.max(due.atMs - Date.now(), 0));
    clockCheck ??= setTimeout(checkClock, clockCheckMs);
  }

  function checkClock(): void {
    clockCheck = waiting.size > 0 ? setTimeout(checkClock, clockCheckMs) : undefined;
    const nowMs = Date.now();
    for (const [reference, { atMs }] of waiting) if (atMs <= nowMs) ready.add(reference);
    runReady();
  }

  function runReady(): void {
    for (const reference of ready) {
      if (running.size >= concurrency) return;
      if (!running.has(reference)) run(reference);
    }
  }

  function run(reference: string): void {
    const due = waiting.get(reference);
    ready.delete(reference);
    if (onDue === undefined || due === undefined) return;
    clearTimeout(due.timer);
    waiting.delete(reference);
    const { plannedAtMs, failures } = due;
    const ended = onDue(reference, plannedAtMs)
      .then(
        (nextAtMs) => {
          if (nextAtMs !== undefined) put(reference, nextAtMs - Date.now(), { plannedAtMs: nextAtMs, failures: 0 });
        },
        () => {
          const inMs = Math.min(firstRetryMs * 2 ** failures, retryMaxMs);
          put(reference, inMs, { plannedAtMs, failures: failures + 1 });
        },
      )
      .then(() => {
        running.delete(reference);
        runReady();
      });
    running.set(reference, ended);
  }

  return {
    async set(reference, dueAtMs) {
      put(reference, dueAtMs - Date.now(), { plannedAtMs: dueAtMs, failures: 0 });
    },
    async start(given) {
      onDue = given;
      for (const [reference, due] of waiting) arm(reference, due);
      const all = await references();
      for (const [place, reference] of all.entries())
        put(reference, (spreadMs * (place + 1)) / all.length, { plannedAtMs: undefined, failures: 0 });
    },
    async stop() {
      onDue = undefined;
      clearTimeout(clockCheck);
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** The watches of a person, for erasing them. */
export function forgetWatches(store: WatchStore): PersonalData {
  return {
    what: 'watches',
    async forget(personId) {
      if (!store.isDurable()) throw new Error('The kept watches cannot be read.');
      const watches = await store.ofPerson(personId);
      await Promise.all(watches.map(store.remove));
      return watches.length;
    },
  };
}
