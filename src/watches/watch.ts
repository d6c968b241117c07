import { randomUUID } from 'node:crypto';

/** What is watched of a transaction (spec 2.2). In a watch, as it was when it was last told, in words that may be kept. */
export interface Seen {
  status?: string | undefined;
  reversedFlag?: string | undefined;
  /** Milliseconds since 1970. */
  completedAt?: number | undefined;
}

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
  seen: Seen;
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
