import type { Component } from '../async.ts';
import { createStoredMap, type FolderOptions } from '../store/stored-map.ts';
import { Batch, type Head } from './batch.ts';

/** Where batches are kept. Every method rejects with a StoreError while they cannot be stored or read. */
export interface BatchStore {
  /** Whether another process goes on with what this one leaves, or this one after its next start. */
  outlives(): 'process' | 'restart' | 'nothing';
  /** Resolves once it is kept. */
  add(batch: Batch): Promise<void>;
  /** Answers are added to those that are there. Does nothing when the batch is gone. */
  change(id: string, changes: Partial<Omit<Batch, 'id' | 'references'>>): Promise<void>;
  find(id: string): Promise<Batch | undefined>;
  /** All of them, the one that was begun first at first; offers behind them. */
  all(): Promise<readonly Head[]>;
  remove(id: string): Promise<void>;
}

/** Batches of this process alone: in memory, and in a small file where there is a folder for it, which starts before. */
export function createEmbeddedBatches(options: FolderOptions): BatchStore & Component {
  const { isDurable, values, change, start, stop } = createStoredMap(options, 'batches', Batch);
  return {
    start,
    stop,
    outlives: () => (isDurable() ? 'restart' : 'nothing'),
    add: (batch) => change((batches) => void batches.set(batch.id, batch)),
    change: (id, changes) =>
      change((batches) => {
        const batch = batches.get(id);
        if (batch === undefined) return;
        batches.set(id, { ...batch, ...changes, answers: { ...batch.answers, ...changes.answers } });
      }),
    find: async (id) => values().get(id),
    all: async () => inOrder([...values().values()]),
    remove: (id) => change((batches) => void batches.delete(id)),
  };
}

export function inOrder(batches: readonly Head[]): Head[] {
  const atMs = ({ begunAtMs = Number.POSITIVE_INFINITY }: Head) => begunAtMs;
  return [...batches].sort((a, b) => atMs(a) - atMs(b) || a.offeredAtMs - b.offeredAtMs);
}
