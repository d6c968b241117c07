import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Component } from '../components.ts';
import { StoreError } from '../errors.ts';
import type { PersonalData } from '../forget.ts';
import { createStoredFile, type StateFolder, type StoredFileOptions } from '../store/file.ts';
import { createMemoryStore, type MemoryStore } from './counts.ts';
import { createFingerprint, type Entry, type FailedEntry } from './entry.ts';
import { createDegradedState, createHistory, type DegradedState, type History, noHistory, within } from './history.ts';

interface EmbeddedHistoryOptions {
  /** 0 remembers nothing, and empties what was kept. */
  rememberMs: number;
  folder: StateFolder;
  logger: Logger;
  /** Counts what could not be remembered, read or kept. */
  onTrouble: () => void;
}

interface EmbeddedHistory {
  history: History;
  part: Component & PersonalData;
}

/**
 * A history of one process. The part, which starts after its folder, loads what was kept and keeps what comes; without
 * it, and while the folder is another process's, the history is in memory alone.
 */
export function createEmbeddedHistory(options: EmbeddedHistoryOptions): EmbeddedHistory {
  const { rememberMs, folder, logger, onTrouble } = options;
  const troubled = (what: string) => createDegradedState({ logger, what, onTrouble });
  const inFile = troubled('what was asked cannot be kept: it is forgotten when the process ends');
  const where = { folder, logger };
  const keyFile = createHistoryFile({ ...where, name: 'history-key.json', version: keyVersion, parse: parseKey });
  const file = createHistoryFile({ ...where, name: 'history.json', version: historyVersion, parse: parseHistory });
  const key = createHistoryKey(keyFile, inFile.meet);
  const store = createMemoryStore(rememberMs, key.read);
  const part = createKeptEntries({ store, key, isOn: rememberMs > 0, file, trouble: inFile });
  if (rememberMs === 0) return { history: noHistory, part };
  return { history: createHistory(store, troubled('what was asked cannot be remembered')), part };
}

interface HistoryFileOptions<T> extends Omit<StoredFileOptions<T>, 'file'> {
  folder: StateFolder;
  name: string;
  logger: { warn(details: object, message: string): void };
}

/** A file of the history, in a folder that this process may not hold. */
interface HistoryFile<T> {
  /** Whether there is a place for it at all. */
  hasPlace(): boolean;
  /**
   * Resolves with `undefined` when there is none, and when it was damaged, which the log says.
   * @throws the system's error, or KeepError when a newer txnbot wrote it: then nothing may write over it
   */
  read(): Promise<T | undefined>;
  /** @throws the system's error */
  write(content: T): Promise<void>;
}

function createHistoryFile<T extends object>(options: HistoryFileOptions<T>): HistoryFile<T> {
  const { folder, name, logger } = options;
  const file = createStoredFile({ ...options, file: folder.file(name) });
  return {
    hasPlace: folder.isHeld,
    async read() {
      const found = await file.read();
      if (found.kind === 'kept') return found.content;
      if (found.kind === 'newer') throw new StoreError('NEWER_VERSION');
      if (found.kind === 'damaged')
        logger.warn({ name, setAside: found.setAside }, 'this file was damaged and is set aside: what it held is lost');
      return undefined;
    },
    write: file.write,
  };
}

interface KeptEntriesOptions {
  store: Pick<MemoryStore, 'add' | 'entries' | 'forgetPerson'>;
  key: HistoryKey;
  /** Whether anything will be remembered. */
  isOn: boolean;
  file: HistoryFile<KeptHistory>;
  trouble: DegradedState;
}

/** Killed, a process loses what was asked since; watches are what must not be lost. */
const everyMs = 60_000;
/** A start and a stop do not hang on a disk that does. */
const patienceMs = 2_000;

/**
 * Reads the entries at the start, and writes them now and then, and at the end. A file that cannot be read, or that a
 * newer txnbot wrote, is never written over.
 */
function createKeptEntries({ store, key, isOn, file, trouble }: KeptEntriesOptions): Component & PersonalData {
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

/** Each failure that is remembered. */
const failures = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  proxy: 'proxy',
  untrusted: 'untrusted',
  rate_limited: 'rate_limited',
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  rejected: 'rejected',
  unexpected_body: 'unexpected_body',
} as const satisfies { [Failure in FailedEntry['failure']]: Failure };

const dated = { fingerprint: z.string().max(64), atMs: z.int() };

/** An entry as it is kept. */
export const StoredEntry = z.union([
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
    failure: z.enum(failures),
  }),
]);

const StoredEntries = z.object({ key: z.string(), entries: z.array(StoredEntry) });

/** The content of `history.json`. */
interface KeptHistory {
  /** A fingerprint of nothing asked. Under another key the same transfer has another one, and would count twice. */
  key: string;
  entries: readonly Entry[];
}

const historyVersion = 1;

/** @returns `undefined` when it is no such file */
function parseHistory(content: unknown): KeptHistory | undefined {
  return StoredEntries.safeParse(content).data;
}

const bytes = 32;
const StoredKey = z.object({ key: z.base64().refine((text) => Buffer.from(text, 'base64').length >= bytes) });

/** The content of `history-key.json`: the key in base64. */
type KeptKey = z.infer<typeof StoredKey>;

const keyVersion = 1;

/** @returns `undefined` when it is no such file */
function parseKey(content: unknown): KeptKey | undefined {
  return StoredKey.safeParse(content).data;
}

interface HistoryKey {
  /** Always the same one. */
  read(): Promise<Uint8Array>;
  /** Whether the one that was read is there after a restart. */
  isKept(): boolean;
}

/**
 * The key of the fingerprints, made at the first start. A key that cannot be kept is used all the same: until the
 * process ends it does what it is for.
 */
function createHistoryKey(file: HistoryFile<KeptKey>, onTrouble: (error: unknown) => void): HistoryKey {
  let isKept = false;
  let reading: Promise<Uint8Array> | undefined;

  async function readOrMake(): Promise<Uint8Array> {
    const made = randomBytes(bytes);
    if (!file.hasPlace()) return made;
    try {
      const kept = await file.read();
      if (kept === undefined) await file.write({ key: made.toString('base64') });
      isKept = true;
      return kept === undefined ? made : Buffer.from(kept.key, 'base64');
    } catch (error) {
      onTrouble(error);
      return made;
    }
  }

  return {
    read() {
      reading ??= readOrMake();
      return reading;
    },
    isKept: () => isKept,
  };
}
