import { createHash } from 'node:crypto';
import * as z from 'zod';
import { statusGroup } from '../blocks/status.ts';
import type { Address } from '../slack/send.ts';
import type { Watched } from '../transfers/answer.ts';

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
 * All that is stored of a watch: no name, amount, account number or token, and nothing that follows from when it began,
 * such as its next look-up.
 */
export const StoredWatch = z.object({
  /** Unguessable, and never used again. */
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  /** Set when the watch began in a thread that others read: changes are posted there, else in a direct message. */
  threadTs: id.optional(),
  /** Milliseconds since 1970. */
  begunAtMs: count,
  seen: z.object({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  /** Number of notifications sent; part of their idempotency key. */
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

/** What a watch is found by; none of it changes while the watch is stored. */
export type WatchKey = Pick<Watch, 'id' | 'reference' | 'personId'>;

/** A reference whose turn it is to be looked up, for all its watches. */
export interface Due {
  reference: string;
  /** Milliseconds since 1970; `undefined` where it is not known, as after a restart. */
  plannedAtMs: number | undefined;
}

interface FetchOptions {
  nowMs: number;
  /** References that this process looks up already: they stay its own. */
  running: readonly string[];
  /** Number of further references to take. */
  max: number;
}

/**
 * Stores watches, and when each reference is due. Every method rejects with a StoreError while watches cannot be stored
 * or read.
 */
export interface WatchStore {
  /** Whether stored watches outlive the process. */
  isDurable(): boolean;
  /**
   * Stores a watch in the place of the person's older one of the same reference, which stays when this rejects, and makes
   * the reference due by `dueAtMs`.
   * @returns the limit that leaves no room; then nothing is stored
   */
  put(watch: Watch, limits: WatchLimits, dueAtMs: number): Promise<keyof WatchLimits | undefined>;
  /**
   * Replaces a watch that had this many notifications (`tellings`). Does nothing when the watch is gone or has another
   * number by now: the stored one is newer then.
   */
  note(watch: Watch, tellings: number): Promise<void>;
  /** Does nothing when there is none. */
  remove(watch: WatchKey): Promise<void>;
  ofReference(reference: string): Promise<readonly Watch[]>;
  ofPerson(personId: string): Promise<readonly Watch[]>;
  count(): Promise<number>;
  /**
   * Takes references that are due, for this process alone: unless it names them as running again within `leaseMs`, it was
   * killed, and they are due for the others.
   * @returns with them when to fetch again
   */
  fetch(options: FetchOptions): Promise<{ due: readonly Due[]; againAtMs: number }>;
  /** Ends a look-up: the reference is due no more, until it is advanced. */
  done(reference: string): Promise<void>;
  /** Makes a reference due at `atMs`, unless it is due before. */
  advance(reference: string, atMs: number): Promise<void>;
  /** Gives every watched reference that has no time one within `spreadMs`. */
  spread(): Promise<void>;
}

/** A process that takes a due reference has it for this time, and may renew that. */
export const leaseMs = 10_000;
/** References that have no time yet, as after a restart, become due over this time. */
export const spreadMs = 5_000;

/**
 * When a watched reference is asked about. All of it follows from when the watch began and from its id, so that nothing
 * is written for it and a restart changes nothing.
 */
export type Schedule = ReturnType<typeof createSchedule>;

/** All times of a watch move by up to this part, so that watches that began together are not looked up together. */
const jitterMax = 0.05;

interface ScheduleOptions {
  /** From one question to the next; the last one repeats. */
  waitsMs: readonly number[];
  lastsMs: number;
}

export function createSchedule({ waitsMs, lastsMs }: ScheduleOptions) {
  const lastWaitMs = waitsMs.at(-1) ?? lastsMs;
  return {
    endsAtMs: ({ begunAtMs }: Pick<Watch, 'begunAtMs'>) => begunAtMs + lastsMs,
    /** The first time after `afterMs`; at last the end of the watch. `undefined` when it is over by then. */
    next({ id, begunAtMs }: Pick<Watch, 'id' | 'begunAtMs'>, afterMs: number): number | undefined {
      const sinceMs = afterMs - begunAtMs;
      if (sinceMs >= lastsMs) return undefined;
      const scale = 1 + jitterMax * jitter(id);
      let [dueMs, plannedMs] = [0, 0];
      for (let place = 0; dueMs <= sinceMs; place += 1) {
        plannedMs += waitsMs[place] ?? lastWaitMs;
        dueMs = Math.ceil(plannedMs * scale);
      }
      return begunAtMs + Math.min(dueMs, lastsMs);
    },
  };
}

/** From −1 to 1, always the same for the same watch. */
function jitter(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE() / 0x7fffffff - 1;
}
