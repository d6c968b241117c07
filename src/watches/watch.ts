import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { statusGroup } from '../blocks/status.ts';
import { explainStoreErrors, UserError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Asker } from '../policy.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import type { Watched } from '../transfers/answer.ts';
import { storedSnapshot } from '../transfers/disclosure.ts';

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
  seen: z.object({ status: z.string(), reversedFlag: z.string(), completedAt: z.number() }).partial(),
  /** Number of notifications sent; part of their idempotency key. */
  tellings: count.optional(),
});

/** One person's watch of one reference. */
export type Watch = z.infer<typeof StoredWatch>;

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
   * Takes references that are due, for this process alone: unless it names them as running again within seconds, it was
   * killed, and they are due for the others.
   * @returns with them when to fetch again
   */
  fetch(options: FetchOptions): Promise<{ due: readonly Due[]; againAtMs: number }>;
  /** Ends a look-up: the reference is due no more, until it is advanced. */
  done(reference: string): Promise<void>;
  /** Makes a reference due at `atMs`, unless it is due before. */
  advance(reference: string, atMs: number): Promise<void>;
  /** Gives every watched reference that has no time one within seconds. */
  spread(): Promise<void>;
}

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

/** Whose watch it is, where it begins, and what writes the audit line. */
type Watcher = Pick<Asker, 'personId' | 'teamId' | 'channelId' | 'threadTs' | 'audited'>;

/** One of those that a person has. */
export interface OwnWatch extends Watch {
  /** Milliseconds since 1970. */
  endsAtMs: number;
}

export interface BegunWatch extends OwnWatch {
  /** Whether it outlives the process. */
  isDurable: boolean;
}

interface WatchesOptions {
  store: WatchStore;
  schedule: Schedule;
  /** Limit of all people together. */
  totalMax: number;
  events: Events;
  logger: { error(details: object, message: string): void };
}

/** Limit of one person. */
export const perPersonMax = 25;

/** What commands and routes may do with watches. */
export type Watches = ReturnType<typeof createWatches>;

export function createWatches({ store, schedule, totalMax, events, logger }: WatchesOptions) {
  const stored = <T>(run: () => Promise<T>) => explainStoreErrors('Watches', logger, run);
  const withEnd = (watch: Watch): OwnWatch => ({ ...watch, endsAtMs: schedule.endsAtMs(watch) });
  const tooMany = {
    perPerson: `You watch ${perPersonMax} transactions already, the limit. Stop one first.`,
    total: `${totalMax} transactions are watched already, the limit for all. Ask again later.`,
  };
  return {
    /**
     * Stores a watch of the transaction as it is now, once that is audited. A person has one watch of a reference: a
     * second one begins anew, from what is there now.
     * @throws the error of `audited`; UserError when a limit is reached, or when watches cannot be stored right now
     */
    begin: (transaction: Transaction, watcher: Watcher): Promise<BegunWatch> =>
      stored(async () => {
        const { reference } = transaction;
        if (!reference) throw new UserError('This record has no reference to watch it by.');
        const { personId, teamId, channelId, threadTs } = watcher;
        const id = randomUUID();
        const seen = storedSnapshot(id, transaction);
        const watch = { id, reference, personId, teamId, channelId, threadTs, begunAtMs: Date.now(), seen };
        await watcher.audited();
        const dueAtMs = schedule.next(watch, watch.begunAtMs) ?? watch.begunAtMs;
        const full = await store.put(watch, { perPerson: perPersonMax, total: totalMax }, dueAtMs);
        if (full) throw new UserError(tooMany[full]);
        events.emit('watch');
        return { ...withEnd(watch), isDurable: store.isDurable() };
      }),
    /** The person's watches, soonest to end first. @throws UserError when they cannot be read right now */
    of: (personId: string): Promise<readonly OwnWatch[]> =>
      stored(async () => {
        const own = [...(await store.ofPerson(personId))];
        return own.sort((a, b) => a.begunAtMs - b.begunAtMs).map(withEnd);
      }),
    /** Stops a watch, in any letter case, as people type on phones. @returns `undefined` when the person had none of it */
    stop: (reference: string, personId: string): Promise<Watch | undefined> =>
      stored(async () => {
        const isNamed = (watch: Watch) => watch.reference.toLowerCase() === reference.toLowerCase();
        const watches = (await store.ofPerson(personId)).filter(isNamed);
        await Promise.all(watches.map(store.remove));
        return watches.at(-1);
      }),
  };
}
