import { randomBytes } from 'node:crypto';
import { type Entry, isAnswered } from '../entry.ts';
import { createFingerprint } from '../fingerprint.ts';
import { createMemoryStore } from '../memory-store.ts';
import type { HistoryStore } from '../store.ts';
import type { HistoryStream } from './history-stream.ts';
import { parseItem } from './shared-item.ts';

export interface SharedStoreOptions {
  stream: Pick<HistoryStream, 'append'>;
  rememberMs: number;
  /** Called each time that something is remembered by this process alone. */
  onFallback: () => void;
}

export interface SharedStore extends HistoryStore {
  /** The id of the last item of the stream that it knows. */
  lastId(): string;
  /** Takes what comes after `lastId`. */
  take(items: readonly { id: string; text: string }[], lastId: string): void;
  /** Gives the stream what it does not have yet, and learns the key of all. @throws KeepError */
  handOver(): Promise<void>;
  /** What stands for a person in the stream when they are forgotten. */
  markOf(personId: string): string;
}

const keyBytes = 32;
const unsentMax = 10_000;
const atOnce = 500;

/**
 * What all processes remember, in the memory of each: it reads what the others append to the stream, and appends its
 * own. So nobody who asks waits for Redis, and without it the process goes on with all that it knew.
 */
export function createSharedStore({ stream, rememberMs, onFallback }: SharedStoreOptions): SharedStore {
  const begin = (key: Uint8Array) => ({
    key,
    memory: createMemoryStore(rememberMs, async () => key),
    /** Names what this process appended, which it knows already. */
    own: randomBytes(9).toString('base64url'),
    lastId: '0-0',
    unsent: new Set<Entry>(),
  });
  // Under a key of its own, which becomes that of all where there is none; else all begins anew.
  let now = begin(randomBytes(keyBytes));
  let handingOver: Promise<void> | undefined;

  async function handOverAll(): Promise<void> {
    try {
      do {
        const { key, own, unsent } = now;
        const some = [...unsent].slice(0, atOnce);
        const mine = Buffer.from(key).toString('base64');
        const shared = await stream.append(mine, own, some);
        if (shared !== mine) now = begin(Buffer.from(shared, 'base64'));
        for (const entry of some) unsent.delete(entry);
      } while (now.unsent.size > 0);
    } finally {
      handingOver = undefined; // in the same turn in which it found no more
    }
  }

  const handOver = () => {
    handingOver ??= handOverAll();
    return handingOver;
  };

  const markOf = (personId: string) => createFingerprint(now.key)(`person ${personId}`);

  function forget(mark: string): void {
    const people = new Set(now.memory.entries().flatMap((entry) => (isAnswered(entry) ? entry.personId : [])));
    for (const personId of people) if (markOf(personId) === mark) now.memory.forgetPerson(personId);
  }

  return {
    key: async () => now.key,
    async add(entries) {
      await now.memory.add(entries);
      for (const entry of entries) now.unsent.add(entry);
      for (const entry of now.unsent) {
        if (now.unsent.size <= unsentMax) break;
        now.unsent.delete(entry);
      }
      handOver().catch(onFallback);
    },
    of: (fingerprint) => now.memory.of(fingerprint),
    counts: (minutes) => now.memory.counts(minutes),
    lastId: () => now.lastId,
    take(items, lastId) {
      if (lastId !== now.lastId) return; // it has begun anew since they were asked for
      for (const { id, text } of items) {
        now.lastId = id;
        const item = parseItem(text);
        if (item === undefined) continue;
        if ('forgotten' in item) forget(item.forgotten);
        else if (item.by !== now.own) {
          // By another clock it may be yet to come, and what is yet to come is not remembered.
          void now.memory.add([{ ...item.entry, atMs: Math.min(item.entry.atMs, Date.now()) }]);
        }
      }
    },
    handOver,
    markOf,
  };
}
