import * as z from 'zod';
import { statusGroup } from '../status.ts';
import type { Watched } from '../transfers/snapshot.ts';

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
