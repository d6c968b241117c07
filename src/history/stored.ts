import * as z from 'zod';
import { within } from '../concurrency.ts';
import { errorCode } from '../errors.ts';
import type { StateFolder } from '../store/file.ts';
import {
  createFingerprint,
  createHistory,
  type Entry,
  RecentEntries,
  StoredEntry,
  type StoredHistory,
} from './history.ts';

interface EmbeddedHistoryOptions {
  /** 0 remembers nothing, and empties the file. */
  rememberMs: number;
  folder: StateFolder;
  logger: { warn(details: object, message: string): void; info(message: string): void };
  /** Counts each failure to read or write. */
  onTrouble: () => void;
}

/** 32 random bytes or more, in base64. */
const StoredKey = z.object({ key: z.base64().refine((text) => Buffer.from(text, 'base64').length >= 32) });
/** `key` is a fingerprint of nothing asked, which tells whether the entries are under the key that is used now. */
const StoredEntries = z.object({ key: z.string(), entries: z.array(StoredEntry).readonly() });

/** A process that is killed loses this much: it is watches that must not be lost. */
const saveEveryMs = 60_000;
/** A start and a stop do not hang on a disk that does. */
const diskTimeoutMs = 2_000;
const trouble = 'what was asked cannot be kept: it is forgotten when the process ends';

/**
 * A history of one process. The part, which starts after its folder, reads its files; while the folder is another
 * process's, the history is in memory alone. A file that cannot be read is never written over, nor is one whose key
 * cannot be stored: nobody could read its entries later.
 */
export function createEmbeddedHistory(options: EmbeddedHistoryOptions): StoredHistory {
  const { rememberMs, folder, logger, onTrouble } = options;
  const recent = new RecentEntries(rememberMs);
  const keyFile = folder.file('history-key.json', StoredKey);
  const file = folder.file('history.json', StoredEntries);
  let isDegraded = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let saved: { count: number; last: Entry | undefined } = { count: 0, last: undefined };

  const keyFingerprint = () => createFingerprint(recent.key)('');

  /** Logs the first failure of a row. */
  function degrade(error: unknown): void {
    onTrouble();
    if (!isDegraded) logger.warn({ code: errorCode(error) }, trouble);
    isDegraded = true;
  }

  async function load(): Promise<void> {
    const stored = await file.read();
    const key = await keyFile.read();
    if (key !== undefined) recent.beginAnew(Buffer.from(key.key, 'base64'));
    else if (rememberMs > 0) await keyFile.write({ key: Buffer.from(recent.key).toString('base64') });
    if (stored === undefined) return;
    saved = { count: stored.entries.length, last: stored.entries.at(-1) };
    if (stored.key === keyFingerprint()) recent.add(stored.entries);
  }

  async function save(): Promise<void> {
    const entries = recent.all();
    const now = { count: entries.length, last: entries.at(-1) };
    if (now.count === saved.count && now.last === saved.last) return;
    await file.write({ key: keyFingerprint(), entries });
    saved = now;
    if (isDegraded) logger.info(`no longer: ${trouble}`);
    isDegraded = false;
  }

  /** One after the other: a disk that hangs holds one of them. */
  function saveOnce(): Promise<void> {
    saving ??= save()
      .catch(degrade)
      .finally(() => {
        saving = undefined;
      });
    return saving;
  }

  return {
    history: createHistory(recent),
    part: {
      async start() {
        if (!folder.isHeld()) return;
        try {
          await within(diskTimeoutMs, load());
          timer = setInterval(saveOnce, saveEveryMs).unref();
        } catch (error) {
          degrade(error);
        }
      },
      async stop() {
        if (timer === undefined) return;
        clearInterval(timer);
        await within(diskTimeoutMs, (saving ?? Promise.resolve()).then(saveOnce)).catch(degrade);
      },
      what: 'answers to them',
      async forget(personId) {
        if (timer === undefined) throw new Error('What was kept of earlier questions cannot be read.');
        const count = recent.forget((each) => each === personId);
        await save();
        return count;
      },
    },
  };
}
