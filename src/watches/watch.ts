import * as z from 'zod';
import type { PersonalData } from '../components.ts';
import type { Address } from '../slack/notify.ts';
import { statusGroup } from '../status.ts';
import type { Watched } from '../transfers/snapshot.ts';
import type { Schedule } from './schedule.ts';

const ends = new Set(['settled', 'reversed']);

/**
 * Whether this change ends a watch: to another group, and to one that is an end. So a watch that began on a settled
 * record waits for its reversal. A failed transfer may still succeed, and an unknown word ends nothing.
 */
export function endsWatch(before: Watched, now: Watched): boolean {
  const group = statusGroup(now.status, now.reversedFlag);
  return ends.has(group) && group !== statusGroup(before.status, before.reversedFlag);
}

const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();

/**
 * All that is kept of a watch. No name, amount, account number or token is, and nothing that can be derived from when it
 * began: when to ask next, and how often it was asked. Each store says what it does with fields that are not of these.
 */
export const StoredWatch = z.object({
  /** Unguessable, and never used again. */
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  /** Set when it was begun in a thread that others read: it is told there, else in a direct message. */
  threadTs: id.optional(),
  /** Milliseconds since 1970. */
  begunAtMs: count,
  seen: z.object({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  /** How many notifications were sent: part of their code, so that the same change at another time has another. */
  tellings: count.optional(),
  /** Milliseconds since 1970; absent before the first notification. */
  toldAtMs: count.optional(),
});

/** One person's watch of one reference. */
export type Watch = z.infer<typeof StoredWatch>;

/** Where changes of a watch are sent: the thread that it began in, else its person. */
export function addressOf({ channelId, threadTs, personId }: Watch): Address {
  return channelId === undefined || threadTs === undefined
    ? { kind: 'direct', personId }
    : { kind: 'thread', channelId, threadTs, personId };
}

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
  ofReference(reference: string): Promise<readonly Watch[]>;
  ofPerson(personId: string): Promise<readonly Watch[]>;
  count(): Promise<number>;
  /** Everything that is watched, each reference once. */
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
