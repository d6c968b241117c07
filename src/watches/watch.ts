import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { statusGroup } from '../status.ts';
import type { Watched } from '../transfers/changes.ts';

/** Whose watch it is, and where it was begun: it is told in that thread, or in a direct message when there is none. */
export interface Watcher {
  personId: string;
  teamId: string | undefined;
  channelId: string | undefined;
  /** Set when it was begun in a thread that others read. */
  threadTs: string | undefined;
}

/**
 * One person's watch of one reference: all that is kept of it. No name, amount, account number or token is, and nothing
 * that can be derived from when it began: when to ask next, and how often it was asked.
 */
export interface Watch extends Watcher {
  /** Unguessable, and never used again: see `newWatchId`. */
  id: string;
  reference: string;
  /** Milliseconds since 1970. */
  begunAtMs: number;
  seen: Watched;
  /** How many changes were told so far, so that the same change at another time is told under another short reference. */
  tellings?: number | undefined;
  /** Milliseconds since 1970; absent before the first telling. */
  toldAtMs?: number | undefined;
  /** Set when the store lost all of it but its key: then its person can only be told so. */
  isLost?: true | undefined;
}

/** Names the person, so that they can be told when a Redis that evicts keeps the id alone. */
export function newWatchId(personId: string): string {
  return `${personId}:${randomUUID()}`;
}

/** The person whom `newWatchId` named; `undefined` in an id that older versions made. */
export function personOfWatch(id: string): string | undefined {
  return /^(.+):/.exec(id)?.[1];
}

const ends = new Set(['settled', 'failed', 'reversed']);

/**
 * Whether this change ends a watch: to another group, and to one that is an end. So a watch that was begun on a settled
 * record waits for its reversal, and an unknown word ends nothing.
 */
export function endsWatch(before: Watched, now: Watched): boolean {
  const group = statusGroup(now.status, now.reversedFlag);
  return ends.has(group) && group !== statusGroup(before.status, before.reversedFlag);
}

type Begun = Pick<Watch, 'id' | 'begunAtMs'>;

/**
 * When a watched reference is asked about. All of it follows from when the watch began and from its id, so that nothing
 * is written for it and a restart changes nothing.
 */
export interface Schedule {
  /** The first time after `afterMs`; at last the end of the watch. `undefined` when it is over by then. */
  next(watch: Begun, afterMs: number): number | undefined;
  endsAtMs(watch: Pick<Watch, 'begunAtMs'>): number;
}

/** Each time moves by up to this part of the shorter of the waits beside it, so that no wait changes by more than a tenth. */
const jitterMax = 0.05;

interface ScheduleOptions {
  /** From one question to the next; the last one repeats. */
  waitsMs: readonly number[];
  lastsMs: number;
}

export function createSchedule({ waitsMs, lastsMs }: ScheduleOptions): Schedule {
  const lastWaitMs = waitsMs.at(-1) ?? lastsMs;
  const waitMs = (step: number) => waitsMs[step] ?? lastWaitMs;
  const planned = plannedTimes(waitsMs);
  const listedMs = planned.at(-1) ?? 0;
  const plannedMs = (step: number) => planned[step] ?? listedMs + (step - planned.length + 1) * lastWaitMs;
  const askedAfterMs = (step: number, id: string) =>
    plannedMs(step) + Math.round(Math.min(waitMs(step), waitMs(step + 1)) * jitterMax * jitter(id, step));

  return {
    endsAtMs: ({ begunAtMs }) => begunAtMs + lastsMs,
    next({ id, begunAtMs }, afterMs) {
      const sinceMs = afterMs - begunAtMs;
      if (sinceMs >= lastsMs) return undefined;
      // No time moves past its neighbours, so the search may begin one step before the planned one.
      let step = Math.max(0, firstAfter(sinceMs) - 1);
      while (askedAfterMs(step, id) <= sinceMs) step += 1;
      return begunAtMs + Math.min(askedAfterMs(step, id), lastsMs);
    },
  };

  function firstAfter(sinceMs: number): number {
    const listed = planned.findIndex((ms) => ms > sinceMs);
    return listed === -1 ? planned.length + Math.floor((sinceMs - listedMs) / lastWaitMs) : listed;
  }
}

function plannedTimes(waitsMs: readonly number[]): number[] {
  let sumMs = 0;
  return waitsMs.map((ms) => {
    sumMs += ms;
    return sumMs;
  });
}

/** From −1 to 1, always the same for the same step of the same watch (FNV-1a, then mixed as in MurmurHash). */
function jitter(id: string, step: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${id} ${step}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1;
}

const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();

/** What is kept of a watch. Each store says what it does with fields that are not of these. */
export const StoredWatch = z.object({
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  threadTs: id.optional(),
  begunAtMs: count,
  seen: z.object({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  tellings: count.optional(),
  toldAtMs: count.optional(),
});

/** What is not kept has its place in a watch all the same. */
export function watchOf({ teamId, channelId, threadTs, ...watch }: z.infer<typeof StoredWatch>): Watch {
  return { ...watch, teamId, channelId, threadTs };
}

const { shape } = StoredWatch;
const KeptWatches = z.object({ watches: z.array(z.strictObject({ ...shape, seen: shape.seen.strict() })) });

/** The form of `watches.json`. */
export const watchesVersion = 1;

/** @returns `undefined` when it is no such file */
export function parseWatches(content: unknown): { watches: readonly Watch[] } | undefined {
  const { data } = KeptWatches.safeParse(content);
  return data && { watches: data.watches.map(watchOf) };
}
