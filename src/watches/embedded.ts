import type { Component, PersonalData } from '../components.ts';
import { errorCode, StoreError } from '../errors.ts';
import { NewerFileError, type StateFolder } from '../store/file.ts';
import { StoredMap } from '../store/stored-map.ts';
import type { OnDue, Timetable, WatchEngine, WatchStore } from './engine.ts';
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

/** Watches of one process: in memory, and in a small file where there is a folder for it. */
export function createEmbeddedStore({ folder, logger }: EmbeddedStoreOptions): EmbeddedStore {
  const file = folder.file({ name, version: watchesVersion, parse: parseWatches });
  let stored = new StoredMap<Watch>([], async () => {});
  let isDurable = false;
  const byReference = createIndex(({ reference }) => reference);
  const byPerson = createIndex(({ personId }) => personId);

  async function change<R>(edit: (watches: Map<string, Watch>) => R): Promise<R> {
    try {
      return await stored.change(edit);
    } catch (error) {
      throw new StoreError(errorCode(error));
    }
  }

  return {
    isDurable: () => isDurable,
    async load() {
      if (!folder.isHeld()) return;
      try {
        const { watches = [] } = (await file.read()) ?? {};
        const entries = watches.map((watch) => [watch.id, watch] as const);
        stored = new StoredMap(entries, (values) => file.write({ watches: [...values] }));
        isDurable = true;
      } catch (error) {
        if (!(error instanceof NewerFileError))
          return folder.refuse(`cannot be used: ${name} is not readable (${errorCode(error)})`);
        const { version } = error;
        logger.warn({ name, version }, 'a newer txnbot wrote this file: watches are kept only until txnbot restarts');
      }
    },
    close: () => stored.settled(),
    put: (watch, { perPerson, total }) =>
      change((watches) => {
        const own = [...watches.values()].filter(({ personId }) => personId === watch.personId);
        const before = own.filter(({ reference }) => reference === watch.reference);
        if (before.length === 0 && own.length >= perPerson) return 'perPerson';
        if (before.length === 0 && watches.size >= total) return 'total';
        for (const { id } of before) watches.delete(id);
        watches.set(watch.id, watch);
        return undefined;
      }),
    note: (watch, tellings) =>
      change((watches) => {
        const known = watches.get(watch.id);
        if (known !== undefined && (known.tellings ?? 0) === tellings) watches.set(watch.id, watch);
      }),
    remove: ({ id }) => change((watches) => void watches.delete(id)),
    ofReference: async (reference) => byReference(stored.values, reference),
    ofPerson: async (personId) => byPerson(stored.values, personId),
    count: async () => stored.values.size,
    references: async () => [...new Set([...stored.values.values()].map(({ reference }) => reference))],
  };
}

/** Finds watches by a key, in groups that are made anew when the watches are other ones. */
function createIndex(keyOf: (watch: Watch) => string): (watches: ReadonlyMap<string, Watch>, key: string) => Watch[] {
  let grouped: ReadonlyMap<string, Watch> | undefined;
  let groups = new Map<string, Watch[]>();
  return (watches, key) => {
    if (watches !== grouped) {
      grouped = watches;
      groups = new Map();
      for (const watch of watches.values()) {
        const group = groups.get(keyOf(watch));
        if (group === undefined) groups.set(keyOf(watch), [watch]);
        else group.push(watch);
      }
    }
    return groups.get(key) ?? [];
  };
}

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
