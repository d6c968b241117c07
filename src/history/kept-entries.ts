import * as z from 'zod';
import type { Part } from '../parts.ts';
import type { KeptFile } from '../state/state.ts';
import type { Entry } from './entry.ts';
import { createFingerprint } from './fingerprint.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Trouble } from './trouble.ts';
import { within } from './within.ts';

export interface KeptEntriesOptions {
  store: Pick<MemoryStore, 'key' | 'add' | 'entries'>;
  file: KeptFile;
  trouble: Trouble;
}

/** Killed, a process loses what was asked since; watches are what must not be lost. */
const everyMs = 60_000;
/** A start and a stop do not hang on a disk that does. */
const patienceMs = 2_000;

const dated = { fingerprint: z.string().max(64), atMs: z.int() };
const Kept = z.object({
  version: z.literal(1),
  /** A fingerprint of nothing asked. Under another key the same transfer has another one, and would count twice. */
  key: z.string(),
  entries: z.array(
    z.union([
      z.strictObject({
        ...dated,
        personId: z.string().regex(/^\w{1,40}$/),
        words: z.string().max(100).optional(),
        group: z.enum(['settled', 'moving', 'failed', 'reversed', 'unknown']),
        bank: z
          .string()
          .regex(/^\d{6}$/)
          .optional(),
      }),
      z.strictObject({
        ...dated,
        failure: z.enum([
          ...(['timeout', 'unreachable', 'untrusted', 'rate_limited', 'unauthorized'] as const),
          ...(['not_found', 'rejected', 'unexpected_body'] as const),
        ]),
      }),
    ]),
  ),
});

/**
 * Reads the entries at the start, and writes them now and then, and at the end. A file that cannot be read, or is not
 * of this version, is never written over.
 */
export function createKeptEntries({ store, file, trouble }: KeptEntriesOptions): Part {
  let saving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let saved: { count: number; last: Entry | undefined } = { count: 0, last: undefined };

  const keyFingerprint = async () => createFingerprint(await store.key())('');

  async function load(): Promise<void> {
    const value = await file.read();
    if (value === undefined) return;
    const { key, entries } = Kept.parse(value);
    saved = { count: entries.length, last: entries.at(-1) };
    if (key === (await keyFingerprint())) await store.add(entries);
  }

  async function save(): Promise<void> {
    const entries = store.entries();
    const now = { count: entries.length, last: entries.at(-1) };
    if (now.count === saved.count && now.last === saved.last) return;
    await file.write({ version: 1, key: await keyFingerprint(), entries });
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
      try {
        await within(patienceMs, load());
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
  };
}
