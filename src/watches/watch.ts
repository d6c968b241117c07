import { hash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { statusGroup } from '../blocks/status.ts';
import { explainStoreErrors, UserError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Asker } from '../policy.ts';
import { isSameReference } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import type { Known } from '../transfers/known.ts';
import { storedSnapshot, type Watched } from '../transfers/snapshot.ts';

const finalGroups = new Set(['settled', 'reversed']);

/**
 * Whether this change ends a watch: the status group changed to settled or reversed. So a watch
 * that began on a settled record waits for a reversal. A failed transfer may still succeed, so
 * `failed` ends no watch, nor does `unknown`.
 */
export function endsWatch(before: Watched, now: Watched): boolean {
  const group = statusGroup(now.status, now.reversedFlag);
  return finalGroups.has(group) && group !== statusGroup(before.status, before.reversedFlag);
}

const IdText = z.string().min(1).max(100);
const Count = z.number().int().nonnegative();

/**
 * Everything stored about a watch: no name, amount, account number or token, and nothing that can
 * be computed from when the watch began, such as the time of its next look-up.
 */
export const StoredWatch = z.object({
  /** Unguessable, and never reused. */
  id: IdText,
  reference: z.string().min(1).max(1000),
  personId: IdText,
  teamId: IdText.optional(),
  channelId: IdText.optional(),
  /**
   * Set when the watch began in a thread that others read. Changes are posted there; without it, to
   * the person.
   */
  threadTs: IdText.optional(),
  /** Milliseconds since 1970, by the clock of the process in which the watch began. */
  begunAtMs: Count,
  seen: z
    .object({ status: z.string(), reversedFlag: z.string(), completedAt: z.number() })
    .partial(),
  /** Number of notifications sent; part of their idempotency key. */
  tellings: Count.optional(),
});

/** One person's watch of one reference. */
export type Watch = z.infer<typeof StoredWatch>;

/** The most watches that may be stored: of one person, and of all people. */
export interface WatchLimits {
  perPerson: number;
  total: number;
}

/** Fields that identify a stored watch; they never change. */
export type WatchKey = Pick<Watch, 'id' | 'personId'>;

/**
 * Stores watches. Every method rejects with a StoreError while watches cannot be stored or read.
 */
export interface WatchStore {
  /** Whether stored watches outlive the process. */
  isDurable(): boolean;
  /**
   * Stores a watch. Replaces the person's older watch of the same reference, which stays if this
   * method rejects.
   * @returns the limit that was reached, if any; then nothing is stored
   */
  put(watch: Watch, limits: WatchLimits): Promise<keyof WatchLimits | undefined>;
  /**
   * Replaces the stored watch if it has had exactly `tellings` notifications. Does nothing if the
   * watch is gone, or if it has had another number of notifications: the stored watch is newer
   * then.
   */
  note(watch: Watch, tellings: number): Promise<void>;
  /** Does nothing when the watch is gone. */
  remove(watch: WatchKey): Promise<void>;
  /** Finds the watches with these ids; those that are gone are left out. */
  find(ids: readonly string[]): Promise<readonly Watch[]>;
  ofPerson(personId: string): Promise<readonly Watch[]>;
  count(): Promise<number>;
  /** Lists the references that somebody watches, each once. */
  references(): Promise<readonly string[]>;
  /** How often a leader must read, to know the watches that began in other processes. */
  readEveryMs: number;
  /**
   * Creates a function that reads watches in steps, between which other work has its turn: all of
   * them the first time, then those that began since, in any process.
   */
  createReader(): () => AsyncIterable<readonly Watch[]>;
}

/**
 * Computes when a watched reference is looked up, only from the watch's start and id, so that no
 * timetable needs to be stored. Times are by any clock, as long as it is one.
 */
export type Schedule = ReturnType<typeof createSchedule>;

/**
 * Largest jitter, as a share of a watch's delays. It keeps watches that began together from coming
 * due together.
 */
const jitterMax = 0.05;

interface ScheduleOptions {
  /** Delays between look-ups; the last one repeats. */
  waitsMs: readonly number[];
  lastsMs: number;
}

export function createSchedule({ waitsMs, lastsMs }: ScheduleOptions) {
  const lastWaitMs = waitsMs.at(-1) ?? lastsMs;
  return {
    endsAtMs: ({ begunAtMs }: Pick<Watch, 'begunAtMs'>) => begunAtMs + lastsMs,
    /**
     * When the first look-up after `afterMs` is due, at the latest at the watch's end; `undefined`
     * from then on.
     */
    next({ id, begunAtMs }: Pick<Watch, 'id' | 'begunAtMs'>, afterMs: number): number | undefined {
      const sinceMs = afterMs - begunAtMs;
      if (sinceMs >= lastsMs) return undefined;

      const scale = 1 + jitterMax * jitter(id);
      let dueMs = 0;
      let plannedMs = 0;

      for (let index = 0; dueMs <= sinceMs; index += 1) {
        plannedMs += waitsMs[index] ?? lastWaitMs;
        dueMs = Math.ceil(plannedMs * scale);
      }

      return begunAtMs + Math.min(dueMs, lastsMs);
    },
  };
}

/** Deterministic jitter in [-1, 1] for one watch. */
function jitter(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32BE() / 0x7fffffff - 1;
}

/** A person's watch, and when it ends. */
export interface OwnWatch extends Watch {
  /** What the team knows of the transaction, where the watch is drawn. */
  known?: Known | undefined;
  /** Milliseconds since 1970. */
  endsAtMs: number;
}

/** What starting a watch returns. */
export interface StartedWatch extends OwnWatch {
  /** Whether the watch survives a restart. */
  isDurable: boolean;
  /**
   * Whether it replaces the person's watch of the same reference that notified another place.
   */
  hasMoved: boolean;
}

interface WatchesOptions {
  store: WatchStore;
  schedule: Schedule;
  /** The most watches that all people together can have at a time. */
  totalMax: number;
  events: Events;
  logger: { error(details: object, message: string): void };
}

/** The most watches that one person can have at a time. */
export const watchesPerPersonMax = 25;

/** Starts, lists and stops watches; for commands and routes. */
export type Watches = ReturnType<typeof createWatches>;

export function createWatches({ store, schedule, totalMax, events, logger }: WatchesOptions) {
  const explained = <T>(run: () => Promise<T>) => explainStoreErrors('Watches', logger, run);

  const withEnd = (watch: Watch): OwnWatch => {
    const begunAtMs = Math.min(watch.begunAtMs, Date.now()); // another clock may be ahead
    return { ...watch, begunAtMs, endsAtMs: schedule.endsAtMs({ begunAtMs }) };
  };

  const tooMany = {
    perPerson: `You watch ${watchesPerPersonMax} transactions already, the limit. Stop one first.`,
    total: `${totalMax} transactions are watched already, the limit for all. Ask again later.`,
  };

  return {
    /**
     * Writes the audit line, then stores a watch that waits for changes of the transaction's
     * current state. A person has one watch per reference: a second watch replaces the first.
     * @throws the error of `audited`; UserError if there is no reference, a limit is reached, or
     *   nothing can be stored
     */
    begin: (transaction: Transaction, asker: Asker): Promise<StartedWatch> =>
      explained(async () => {
        const { reference } = transaction;
        if (!reference) throw new UserError('This record has no reference to watch it by.');

        const { personId, teamId, channelId, threadTs } = asker;
        const id = randomUUID();
        const seen = storedSnapshot(id, transaction);
        const watch = {
          id,
          reference,
          personId,
          teamId,
          channelId,
          threadTs,
          begunAtMs: Date.now(),
          seen,
        };
        const ofPerson = await store.ofPerson(personId);
        const replaced = ofPerson.find((one) => one.reference === reference);

        await asker.audited();
        const limits = { perPerson: watchesPerPersonMax, total: totalMax };
        const reached = await store.put(watch, limits);
        if (reached) throw new UserError(tooMany[reached]);

        events.emit('watch');
        const hasMoved = replaced !== undefined && replaced.threadTs !== threadTs;

        return { ...withEnd(watch), isDurable: store.isDurable(), hasMoved };
      }),
    /**
     * Lists the person's watches, soonest to end first. @throws UserError when they cannot be read
     * right now
     */
    of: (personId: string): Promise<readonly OwnWatch[]> =>
      explained(async () => {
        const watches = await store.ofPerson(personId);
        return watches.toSorted((a, b) => a.begunAtMs - b.begunAtMs).map(withEnd);
      }),
    /** Lists the references that somebody watches. @throws UserError when they cannot be read */
    references: () => explained(() => store.references()),
    /** Stops the person's watches that `findWatches` finds for what was typed, and returns them. */
    stop: (typed: string, personId: string): Promise<readonly Watch[]> =>
      explained(async () => {
        const watches = findWatches(await store.ofPerson(personId), typed);
        await Promise.all(watches.map(store.remove));
        return watches;
      }),
  };
}

/**
 * Finds watches by what was typed: in any letter case, as phones capitalize, unless one has exactly
 * this reference.
 */
function findWatches(watches: readonly Watch[], typed: string): readonly Watch[] {
  const exact = watches.filter(({ reference }) => reference === typed);
  return exact.length > 0
    ? exact
    : watches.filter(({ reference }) => isSameReference(reference, typed));
}
