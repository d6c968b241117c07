import type { KeptOfPeople } from '../forget.ts';
import type { Part } from '../parts.ts';
import type { Entry } from './entry.ts';
import { createFingerprint } from './fingerprint.ts';
import type { HistoryFile } from './history-file.ts';
import type { HistoryKey } from './history-key.ts';
import type { KeptHistory } from './kept-form.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Trouble } from './trouble.ts';
import { within } from './within.ts';

export interface KeptEntriesOptions {
  store: Pick<MemoryStore, 'add' | 'entries' | 'forgetPerson'>;
  key: HistoryKey;
  /** Whether anything will be remembered. */
  isOn: boolean;
  file: HistoryFile<KeptHistory>;
  trouble: Trouble;
}

/** Killed, a process loses what was asked since; watches are what must not be lost. */
const everyMs = 60_000;
/** A start and a stop do not hang on a disk that does. */
const patienceMs = 2_000;

/**
 * Reads the entries at the start, and writes them now and then, and at the end. A file that cannot be read, or that a
 * newer txnbot wrote, is never written over.
 */
export function createKeptEntries({ store, key, isOn, file, trouble }: KeptEntriesOptions): Part & KeptOfPeople {
  let saving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let saved: { count: number; last: Entry | undefined } = { count: 0, last: undefined };

  const keyFingerprint = async () => createFingerprint(await key.read())('');

  async function load(): Promise<void> {
    const kept = await file.read();
    if (kept === undefined) return;
    const { entries } = kept;
    saved = { count: entries.length, last: entries.at(-1) };
    if (kept.key === (await keyFingerprint())) await store.add(entries);
  }

  async function save(): Promise<void> {
    const entries = store.entries();
    const now = { count: entries.length, last: entries.at(-1) };
    if (now.count === saved.count && now.last === saved.last) return;
    const fingerprint = await keyFingerprint();
    if (!key.isKept()) return; // nobody could read them after a restart
    await file.write({ key: fingerprint, entries });
    saved = now;
    trouble.end();
  }

  /** One after the other: a disk that hangs holds one of them. */
  function saveOnce(): Promise<void> {
    saving ??= save()
      .catch(trouble.meet)
      .finally(() => {
        saving = undefined;
      });
    return saving;
  }

  return {
    async start() {
      if (!file.hasPlace()) return;
      try {
        await within(patienceMs, load());
        if (isOn) await within(patienceMs, key.read()); // so that the first question need not wait for the disk
      } catch (error) {
        trouble.meet(error);
        return;
      }
      timer = setInterval(saveOnce, everyMs).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      await within(patienceMs, (saving ?? Promise.resolve()).then(saveOnce)).catch(trouble.meet);
    },
    what: 'answers to them',
    async forget(personId) {
      if (timer === undefined) throw new Error('What was kept of earlier questions cannot be read.');
      const count = store.forgetPerson(personId);
      await save();
      return count;
    },
  };
}
