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
