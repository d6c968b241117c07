import type { Schedule } from './schedule.ts';
import type { Watch } from './watch.ts';

/** How many watches there may be. */
export interface WatchLimits {
  perPerson: number;
  total: number;
}

/** What a watch is found by: none of it changes while the watch is kept. */
export type WatchKey = Pick<Watch, 'id' | 'reference' | 'personId'>;

/** Where watches are kept. Every method rejects with a StoreError while watches cannot be stored or read. */
export interface WatchStore {
  /** Whether what is kept outlives the process. */
  isDurable(): boolean;
  /**
   * Resolves once the watch is kept, on disk when the store is durable, in the place of what the person had of the same
   * reference: when it rejects, that is still there. Resolves with the limit that leaves no room, and keeps nothing then.
   */
  put(watch: Watch, limits: WatchLimits): Promise<keyof WatchLimits | undefined>;
  /**
   * Notes what became of the watch after so many notifications (`tellings`). Does nothing when it is gone, or when the
   * store has another number by now: what is kept is newer then.
   */
  note(watch: Watch, tellings: number): Promise<void>;
  /** Does nothing when there is none. */
  remove(watch: WatchKey): Promise<void>;
  /** Also those that the store lost (`isLost`), as far as it knows whose they were. */
  ofReference(reference: string): Promise<readonly Watch[]>;
  ofPerson(personId: string): Promise<readonly Watch[]>;
  count(): Promise<number>;
  /** Everything that is watched, each reference once; finds again what the store's own indexes have lost. */
  references(): Promise<readonly string[]>;
}

/**
 * Called when a reference is due. It is due again as the schedule of its watches says by then.
 * @param plannedAtMs when it was to be asked, in milliseconds since 1970; `undefined` when that is not known any more
 */
export type OnDue = (reference: string, plannedAtMs?: number) => Promise<void>;

/** Wakes for one reference at a time, in one process of all that share the engine. */
export interface Timetable {
  /** Makes the reference due as the schedule of its watches says: to be called when one was stored. */
  set(reference: string): Promise<void>;
  /** Begins to wake, also for what was set before and by other processes. A failed `onDue` is tried again later. */
  start(onDue: OnDue): Promise<void>;
  /** Wakes for nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** When a reference is due next, in milliseconds since 1970; `undefined` when nobody watches it. */
export type NextTime = (reference: string) => Promise<number | undefined>;

export function createNextTime({ ofReference }: WatchStore, schedule: Schedule): NextTime {
  return async (reference) => {
    const nowMs = Date.now();
    const times = (await ofReference(reference)).map((watch) => schedule.next(watch, nowMs) ?? nowMs);
    return times.length === 0 ? undefined : Math.min(...times);
  };
}

/** For tries after a failure, which come later each time. */
export function retryAfterMs(failures: number): number {
  return Math.min(5_000 * 2 ** failures, 120_000);
}

/** What keeps watches going: embedded in the process, or shared through Redis. */
export interface WatchEngine {
  store: WatchStore;
  timetable: Timetable;
  schedule: Schedule;
}
