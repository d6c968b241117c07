import * as z from 'zod';
import type { Component } from '../async.ts';
import { createStoredMap, type FolderOptions } from '../store/stored-map.ts';
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
import { StoredWatch, type Watch } from './watch.ts';

/** Watches of this process alone. As a part it starts after its folder. */
export function createEmbeddedEngine(options: FolderOptions & { schedule: Schedule }): WatchEngine & Component {
  const { schedule } = options;
  const { start, stop, ...store } = createEmbeddedStore(options);
  const { references } = store;
  const timetable = createEmbeddedTimetable({ references, nextAtMs: createNextTime(store, schedule) });
  return { store, timetable, schedule, start, stop };
}

const { shape } = StoredWatch;
/** A file with fields that it does not know is damaged: one of a newer txnbot has another version. */
const StrictWatch = z.strictObject({ ...shape, seen: shape.seen.strict() });

/** Watches of one process: in memory, and in a small file where there is a folder for it. */
export function createEmbeddedStore(options: FolderOptions): WatchStore & Component {
  const { isDurable, values, change, start, stop } = createStoredMap<Watch>(options, 'watches', StrictWatch);
  const having = (key: 'reference' | 'personId', value: string) =>
    [...values().values()].filter((watch) => watch[key] === value);

  return {
    isDurable,
    start,
    stop,
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
    ofReference: async (reference) => having('reference', reference),
    ofPerson: async (personId) => having('personId', personId),
    count: async () => values().size,
    references: async () => [...new Set([...values().values()].map(({ reference }) => reference))],
  };
}

interface EmbeddedTimetableOptions {
  /** Everything that is to be asked about soon after the start. */
  references: () => Promise<readonly string[]>;
  nextAtMs: NextTime;
}

interface Due {
  /** By the clock of the machine, which somebody may set. */
  atMs: number;
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
  const running = new Map<string, Promise<void>>();
  let onDue: OnDue | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lookedAtMs = 0;

  /** Unless it is due earlier already. */
  function put(reference: string, due: Due): void {
    const known = waiting.get(reference);
    if (known === undefined || due.atMs < known.atMs) waiting.set(reference, due);
  }

  async function plan(reference: string): Promise<void> {
    const atMs = await nextAtMs(reference);
    if (atMs !== undefined) put(reference, { atMs, plannedAtMs: atMs, failures: 0 });
  }

  /** Begins what is due, and looks again when the next one is. There are 10,000 at most, so that it may see them all. */
  function look(): void {
    clearTimeout(timer);
    const nowMs = Date.now();
    const wasSetBack = nowMs < lookedAtMs; // what waits would be due too late, so all of it is now
    let nextMs = nowMs + clockCheckMs;
    for (const [reference, due] of waiting) {
      if (wasSetBack) due.atMs = Math.min(due.atMs, nowMs);
      if (due.atMs > nowMs) nextMs = Math.min(nextMs, due.atMs);
      else if (onDue !== undefined && running.size < concurrency && !running.has(reference)) {
        waiting.delete(reference);
        running.set(reference, run(reference, due, onDue));
      }
    }
    lookedAtMs = nowMs;
    if (waiting.size > 0) timer = setTimeout(look, nextMs - nowMs);
  }

  async function run(reference: string, { plannedAtMs, failures }: Due, ask: OnDue): Promise<void> {
    try {
      await ask(reference, plannedAtMs);
      await plan(reference);
    } catch {
      put(reference, { atMs: Date.now() + retryAfterMs(failures), plannedAtMs, failures: failures + 1 });
    }
    running.delete(reference);
    look();
  }

  return {
    async set(reference) {
      await plan(reference);
      look();
    },
    async start(given) {
      onDue = given;
      const all = await references();
      for (const [place, reference] of all.entries())
        put(reference, {
          atMs: Date.now() + (spreadMs * (place + 1)) / all.length,
          plannedAtMs: undefined,
          failures: 0,
        });
      look();
    },
    async stop() {
      onDue = undefined;
      await Promise.all(running.values());
      clearTimeout(timer);
    },
  };
}
