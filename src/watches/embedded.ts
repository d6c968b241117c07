import * as z from 'zod';
import type { Component } from '../async.ts';
import { createStoredMap, type FolderOptions } from '../store/stored-map.ts';
import {
  concurrency,
  createNextTime,
  type NextTime,
  type OnDue,
  retryAfterMs,
  type Schedule,
  StoredWatch,
  spreadMs,
  type Timetable,
  type Watch,
  type WatchEngine,
  type WatchStore,
} from './watch.ts';

/** Watches of this process alone. As a part it starts after its folder. */
export function createEmbeddedEngine(options: FolderOptions & { schedule: Schedule }): WatchEngine & Component {
  const { schedule } = options;
  const { start, stop, ...store } = createEmbeddedStore(options);
  const { references } = store;
  const timetable = new EmbeddedTimetable({ references, nextAtMs: createNextTime(store, schedule) });
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
  /** Every reference that is due soon after the start. */
  references: () => Promise<readonly string[]>;
  nextAtMs: NextTime;
}

interface Due {
  /** By the clock of the machine, which somebody may set. */
  atMs: number;
  plannedAtMs: number | undefined;
  failures: number;
}

/** A clock that was set, or a machine that slept, is noticed within this time. */
const clockCheckMs = 15_000;

/** Wakes for what is due in this process. Nothing of it is written: after a restart, every reference is due soon. */
export class EmbeddedTimetable implements Timetable {
  readonly #options: EmbeddedTimetableOptions;
  readonly #waiting = new Map<string, Due>();
  readonly #running = new Map<string, Promise<void>>();
  #onDue: OnDue | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookedAtMs = 0;

  constructor(options: EmbeddedTimetableOptions) {
    this.#options = options;
  }

  async set(reference: string): Promise<void> {
    await this.#plan(reference);
    this.#look();
  }

  async start(onDue: OnDue): Promise<void> {
    this.#onDue = onDue;
    const all = await this.#options.references();
    const nowMs = Date.now();
    for (const [place, reference] of all.entries())
      this.#put(reference, {
        atMs: nowMs + (spreadMs * (place + 1)) / all.length,
        plannedAtMs: undefined,
        failures: 0,
      });
    this.#look();
  }

  async stop(): Promise<void> {
    this.#onDue = undefined;
    await Promise.all(this.#running.values());
    clearTimeout(this.#timer);
  }

  async #plan(reference: string): Promise<void> {
    const atMs = await this.#options.nextAtMs(reference);
    if (atMs !== undefined) this.#put(reference, { atMs, plannedAtMs: atMs, failures: 0 });
  }

  /** Unless it is due earlier already. */
  #put(reference: string, due: Due): void {
    const known = this.#waiting.get(reference);
    if (known === undefined || due.atMs < known.atMs) this.#waiting.set(reference, due);
  }

  /** Begins what is due, and looks again when the next one is. There are 10,000 at most, so that it may see them all. */
  #look(): void {
    clearTimeout(this.#timer);
    const nowMs = Date.now();
    const wasSetBack = nowMs < this.#lookedAtMs; // what waits would be due too late, so all of it is now
    let nextMs = nowMs + clockCheckMs;
    for (const [reference, due] of this.#waiting) {
      if (wasSetBack) due.atMs = Math.min(due.atMs, nowMs);
      if (due.atMs > nowMs) nextMs = Math.min(nextMs, due.atMs);
      else if (this.#onDue && this.#running.size < concurrency && !this.#running.has(reference)) {
        this.#waiting.delete(reference);
        this.#running.set(reference, this.#run(reference, due, this.#onDue));
      }
    }
    this.#lookedAtMs = nowMs;
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#look(), nextMs - nowMs);
  }

  async #run(reference: string, { plannedAtMs, failures }: Due, onDue: OnDue): Promise<void> {
    try {
      await onDue(reference, plannedAtMs);
      await this.#plan(reference);
    } catch {
      this.#put(reference, { atMs: Date.now() + retryAfterMs(failures), plannedAtMs, failures: failures + 1 });
    }
    this.#running.delete(reference);
    this.#look();
  }
}
