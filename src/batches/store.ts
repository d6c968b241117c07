import * as z from 'zod';
import type { Component, PersonalData } from '../components.ts';
import { errorCode, StoreError } from '../errors.ts';
import { NewerFileError, type StateFolder } from '../store/file.ts';
import { StoredMap } from '../store/stored-map.ts';
import { type Answer, Batch, type Head } from './batch.ts';

/** Where batches are kept. Every method rejects with a StoreError while they cannot be stored or read. */
export interface BatchStore {
  /** Whether another process goes on with what this one leaves, or this one after its next start. */
  outlives(): 'process' | 'restart' | 'nothing';
  /** Resolves once it is kept. */
  add(batch: Batch): Promise<void>;
  /** Does nothing when it is gone. */
  change(id: string, changes: Partial<Omit<Head, 'id'>>): Promise<void>;
  /** Keeps what was answered about the reference at that place. Does nothing when the batch is gone. */
  answer(id: string, place: number, answer: Answer): Promise<void>;
  find(id: string): Promise<Batch | undefined>;
  /** All of them, the one that was begun first at first; offers behind them. */
  all(): Promise<readonly Head[]>;
  remove(id: string): Promise<void>;
}

const name = 'batches.json';
const Stored = z.object({ batches: z.array(Batch) });

interface EmbeddedBatchesOptions {
  folder: StateFolder;
  logger: { warn(details: object, message: string): void };
}

/** Batches of this process alone: in memory, and in a small file where there is a folder for it, which starts before. */
export function createEmbeddedBatches({ folder, logger }: EmbeddedBatchesOptions): BatchStore & Component {
  const file = folder.file({ name, version: 1, parse: (content) => Stored.safeParse(content).data });
  let stored = new StoredMap<Batch>([], async () => {});
  let isDurable = false;

  const edit = (id: string, change: (batch: Batch) => Batch) =>
    changed((batches) => {
      const batch = batches.get(id);
      if (batch !== undefined) batches.set(id, change(batch));
    });
  async function changed(apply: (batches: Map<string, Batch>) => void): Promise<void> {
    try {
      await stored.change(apply);
    } catch (error) {
      throw new StoreError(errorCode(error));
    }
  }

  return {
    async start() {
      if (!folder.isHeld()) return;
      try {
        const { batches = [] } = (await file.read()) ?? {};
        const entries = batches.map((batch) => [batch.id, batch] as const);
        stored = new StoredMap(entries, (values) => file.write({ batches: [...values] }));
        isDurable = true;
      } catch (error) {
        if (!(error instanceof NewerFileError))
          return folder.refuse(`cannot be used: ${name} is not readable (${errorCode(error)})`);
        const { version } = error;
        logger.warn({ name, version }, 'a newer txnbot wrote this file: batches are kept only until txnbot restarts');
      }
    },
    stop: () => stored.settled(),
    outlives: () => (isDurable ? 'restart' : 'nothing'),
    add: (batch) => changed((batches) => void batches.set(batch.id, batch)),
    change: (id, changes) => edit(id, (batch) => ({ ...batch, ...changes })),
    answer: (id, place, answer) => edit(id, (batch) => ({ ...batch, answers: { ...batch.answers, [place]: answer } })),
    find: async (id) => stored.values.get(id),
    all: async () => inOrder([...stored.values.values()]),
    remove: (id) => changed((batches) => void batches.delete(id)),
  };
}

export function inOrder(batches: readonly Head[]): Head[] {
  const atMs = ({ begunAtMs = Number.POSITIVE_INFINITY }: Head) => begunAtMs;
  return [...batches].sort((a, b) => atMs(a) - atMs(b) || a.offeredAtMs - b.offeredAtMs);
}

/** The batches of a person, for erasing them. */
export function forgetBatches(store: BatchStore): PersonalData {
  return {
    what: 'batches',
    async forget(personId) {
      if (store.outlives() === 'nothing') throw new Error('The kept batches cannot be read.');
      const own = (await store.all()).filter((batch) => batch.personId === personId);
      for (const { id } of own) await store.remove(id);
      return own.length;
    },
  };
}
