import type { Component } from '../components.ts';
import { createKeptMap, type KeptMapOptions } from '../store/stored-map.ts';
import {
  createNextTime,
  type NextTime,
  type OnDue,
  retryAfterMs,
  type Timetable,
  type WatchEngine,
  type WatchStore,
} from './engine.ts';
import type { Schedule } from './schedule.ts';
import { parseWatches, type Watch, watchesVersion } from './watch.ts';

/** Watches of this process alone. As a part it starts after its folder. */
export function createEmbeddedEngine(options: KeptMapOptions & { schedule: Schedule }): WatchEngine & Component {
  const store = createEmbeddedStore(options);
  const nextAtMs = createNextTime(store, options.schedule);
  return {
    store,
    timetable: createEmbeddedTimetable({ references: store.references, nextAtMs }),
    start: store.load,
    stop: store.close,
  };
}

/** Watches of one process: in memory, and in a small file where there is a folder for it. */
export function createEmbeddedStore(options: KeptMapOptions) {
  const kept = createKeptMap<Watch>(options, { what: 'watches', version: watchesVersion, parse: parseWatches });
  const { change } = kept;
  const byReference = createIndex(({ reference }) => reference);
  const byPerson = createIndex(({ personId }) => personId);

  return {
    isDurable: kept.isDurable,
    load: kept.start,
    close: kept.stop,
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
    ofReference: async (reference) => byReference(kept.values(), reference),
    ofPerson: async (personId) => byPerson(kept.values(), personId),
    count: async () => kept.values().size,
    references: async () => [...new Set([...kept.values().values()].map(({ reference }) => reference))],
  } satisfies WatchStore & { load(): Promise<void>; close(): Promise<void> };
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
  nextAtMs: NextTime;
}

interface Due {
  /** By the clock of the machine, which somebody may set: it is due when this or its timer has come. */
  atMs: number;
  timer: NodeJS.Timeout;
  plannedAtMs: number | undefined;
  failures: number;
}

/** References under way at once, as with Redis: more only wait for the same places, and keep acks waiting too. */
const concurrency = 50;
/** A clock that was set, or a machine that slept, is noticed within so long. */
const clockCheckMs = 15_000;
/** After a restart, references become due over so many milliseconds. */
const spreadMs = 5_000;

/** Wakes for what is due in this process. Nothing of it is written: after a restart, everything is due soon. */
export function createEmbeddedTimetable({ references, nextAtMs }: EmbeddedTimetableOptions): Timetable {
  const waiting = new Map<string, Due>();
  /** Due, in this order, and waiting for a place or for the end of its own run. */
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let onDue: OnDue | undefined;
  let clockCheck: NodeJS.Timeout | undefined;

  /** Unless it is due earlier already. */
  function put(reference: string, atMs: number, plannedAtMs: number | undefined, failures = 0): void {
    const known = waiting.get(reference);
    if (known !== undefined && known.atMs <= atMs) return;
    clearTimeout(known?.timer);
    const wake = () => {
      ready.add(reference);
      runReady();
    };
    const timer = setTimeout(wake, Math.max(atMs - Date.now(), 0));
    waiting.set(reference, { atMs, timer, plannedAtMs, failures });
    clockCheck ??= setTimeout(checkClock, clockCheckMs);
  }

  async function plan(reference: string): Promise<void> {
    const atMs = await nextAtMs(reference);
    if (atMs !== undefined) put(reference, atMs, atMs);
  }

  function checkClock(): void {
    clockCheck = waiting.size > 0 ? setTimeout(checkClock, clockCheckMs) : undefined;
    for (const [reference, { atMs }] of waiting) if (atMs <= Date.now()) ready.add(reference);
    runReady();
  }

  function runReady(): void {
    for (const reference of ready) {
      const due = waiting.get(reference);
      if (onDue === undefined || running.size >= concurrency) return;
      if (running.has(reference)) continue;
      ready.delete(reference);
      if (due === undefined) continue;
      clearTimeout(due.timer);
      waiting.delete(reference);
      running.set(reference, run(reference, due, onDue));
    }
  }

  async function run(reference: string, { plannedAtMs, failures }: Due, ask: OnDue): Promise<void> {
    try {
      await ask(reference, plannedAtMs);
      await plan(reference);
    } catch {
      put(reference, Date.now() + retryAfterMs(failures), plannedAtMs, failures + 1);
    }
    running.delete(reference);
    runReady();
  }

  return {
    set: plan,
    async start(given) {
      onDue = given;
      const all = await references();
      for (const [place, reference] of all.entries())
        put(reference, Date.now() + (spreadMs * (place + 1)) / all.length, undefined);
      runReady();
    },
    async stop() {
      onDue = undefined;
      await Promise.all(running.values());
      clearTimeout(clockCheck);
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
}
