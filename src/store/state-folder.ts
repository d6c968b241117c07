import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { withResolvers, withTimeout } from '../async.ts';
import { readRegularFile } from '../config/regular-file.ts';
import { errorCode, onCode, StoreError } from '../errors.ts';
import { parseJson } from '../text.ts';
import { lockFolder } from './folder-lock.ts';

/**
 * The format version, stored in every file. If one file's format changes, give that file its own
 * version.
 */
const formatVersion = 1;

interface StateFolderOptions {
  path: string;
  /**
   * Whether the operator set the path. If so, the process does not start unless it can use the
   * folder.
   */
  isNamed: boolean;
  logger: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/**
 * The folder in which the bot stores files (`STATE_DIR`). One process at a time holds the folder's
 * lock.
 */
export type StateFolder = ReturnType<typeof createStateFolder>;

/** A file that txnbot wrote, of any version. */
const Versioned = z.looseObject({ version: z.number() });
/** Files that earlier versions of txnbot wrote, and that nothing reads any more. */
const unusedFiles = new Set(['history.json', 'history-key.json']);
/** The name of a temporary file, left by a process that was killed while writing. */
const leftOver = /^[a-z-]+\.json\.\d+$/;

export function createStateFolder({ path: givenPath, isNamed, logger }: StateFolderOptions) {
  const folder = path.resolve(givenPath);
  let lock: Awaited<ReturnType<typeof lockFolder>> | undefined;
  let isLockGone = false;

  /**
   * Logs why the folder cannot be used. @throws Error with that reason instead, when the operator
   * set the path
   */
  const refuse = (why: string, todo = ''): void => {
    if (isNamed) throw new Error(`STATE_DIR ${why}${todo}.`);
    logger.warn(
      { folder },
      `state folder: ${why}, so what it would hold lasts until a restart: set STATE_DIR`,
    );
  };

  return {
    /**
     * Reads the values stored in a file. A damaged file is renamed, and its new name is logged.
     * @param what the file's name without `.json`, which is also the name of the JSON field that
     *   holds the values
     * @throws StoreError for a file that a newer txnbot wrote, which is left unchanged; the
     *   system's error
     */
    async read<T>(what: string, form: z.ZodType<T>): Promise<readonly T[]> {
      const name = `${what}.json`;
      const text = await readRegularFile(path.join(folder, name)).catch(
        onCode(['ENOENT'], () => undefined),
      );
      if (text === undefined) return [];

      const parsed = parseJson(text, Versioned);
      if (parsed !== undefined && parsed.version > formatVersion)
        throw new StoreError('NEWER_VERSION');

      const stored = parsed?.version === formatVersion ? parsed[what] : undefined;
      const values = z.array(form).safeParse(stored).data;
      if (values !== undefined) return values;

      logger.warn(
        { name, setAside: await setAside(folder, name) },
        'state folder: this file was damaged and is set aside, what it held is lost: check the disk',
      );

      return [];
    },
    /**
     * Replaces a file atomically; resolves once it is on disk.
     * @throws StoreError `LOCK_GONE` when the lock was removed, as another process may have the
     *   folder by now; the system's error, like `writeWhole`
     */
    async write(what: string, values: readonly object[]): Promise<void> {
      if (lock && !(await lock.isHeld())) {
        if (!isLockGone)
          logger.warn(
            { folder },
            'state folder: its lock was removed, let nothing clean the folder and restart txnbot',
          );

        isLockGone = true;
        throw new StoreError('LOCK_GONE');
      }

      await writeWhole(
        path.join(folder, `${what}.json`),
        JSON.stringify({ version: formatVersion, [what]: values }),
      );
    },
    /**
     * Whether this process holds the folder's lock. Without the lock, no file is read or written.
     */
    isHeld: () => lock !== undefined,
    refuse,
    async start(): Promise<void> {
      try {
        await mkdir(folder, { mode: 0o700 }).catch(onCode(['EEXIST'], () => undefined));
        lock = await lockFolder(folder);

        const names = await readdir(folder);
        for (const name of names)
          if (leftOver.test(name)) await unlink(path.join(folder, name)).catch(() => {});

        const unused = names.filter((name) => unusedFiles.has(name));
        if (unused.length > 0)
          logger.info(
            { files: unused },
            'state folder: these files are not used any more, delete them',
          );
      } catch (error) {
        const code = errorCode(error);
        if (code === 'IN_USE')
          refuse('is in use by another process', ': end that one, or name another folder');
        else
          refuse(
            `cannot be used (${code})`,
            ": name a folder that txnbot's user may write, in one that is there",
          );
      }
    },
    async stop(): Promise<void> {
      await lock?.release();
      lock = undefined;
    },
  };
}

/** How long a change waits for a hanging disk. */
const writeTimeoutMs = 2_000;

/**
 * The parts of the state folder that stored maps need. `isHeld` returns false if files cannot be
 * read or written.
 */
export type Folder = Pick<StateFolder, 'isHeld' | 'read' | 'write' | 'refuse'>;

/**
 * Stores this process's values by id: in memory and, if the process holds the folder's lock, in a
 * small file. A change takes effect once it is written. Start the folder before the map.
 * @param what plural name of the values, such as "watches"; the file has the same name
 */
export function createStoredMap<V extends { id: string }>(
  folder: Folder,
  what: string,
  form: z.ZodType<V>,
) {
  let stored: ReadonlyMap<string, V> = new Map();
  /** Edits to apply in the next write. */
  const edits: ((values: Map<string, V>) => void)[] = [];
  let lastWrite: Promise<void> = Promise.resolve();
  let isDurable = false;

  async function write(): Promise<void> {
    const values = new Map(stored);
    try {
      for (const edit of edits.splice(0)) edit(values);
      const isChanged =
        values.size !== stored.size ||
        [...values].some(([key, value]) => stored.get(key) !== value);
      if (isDurable && isChanged) await folder.write(what, [...values.values()]);
      stored = values;
    } catch (error) {
      throw new StoreError(errorCode(error));
    }
  }

  /**
   * Resolves with the result of `edit`, once the changes are written. Edits made in one turn of the
   * event loop, and edits made during a write, are written together.
   * @throws StoreError when the write fails or times out; after a timeout, a slow disk may still
   *   complete the write
   */
  function change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
    const { promise, resolve } = withResolvers<R>();
    const isWriteDue = edits.length > 0;
    edits.push((values) => resolve(edit(values)));
    if (!isWriteDue) lastWrite = lastWrite.catch(() => {}).then(write);

    return withTimeout(
      writeTimeoutMs,
      lastWrite.then(() => promise),
    );
  }

  return {
    change,
    remove: (id: string): Promise<void> =>
      change((values) => {
        values.delete(id);
      }),
    /** The values as last written. Each change makes a new map. */
    values: () => stored,
    isDurable: () => isDurable,
    /**
     * Loads the file. Before that, and if the file cannot be read, the values are in memory only.
     */
    async start(): Promise<void> {
      if (!folder.isHeld()) return;

      try {
        const values = await folder.read(what, form);
        stored = new Map(values.map((value) => [value.id, value]));
        isDurable = true;
      } catch (error) {
        folder.refuse(`cannot be used: ${what}.json is not readable (${errorCode(error)})`);
      }
    },
    /** Waits for the last write; if the disk hangs, only until the timeout. */
    stop: () => withTimeout(writeTimeoutMs, lastWrite).catch(() => {}),
  };
}

/**
 * Replaces a file's text atomically. @throws the system's error; the old text stays, unless only
 * the sync failed
 */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporaryFile = `${file}.${process.pid}`;
  try {
    await writeFile(temporaryFile, text, { mode: 0o600, flush: true });
    await rename(temporaryFile, file);
  } catch (error) {
    await unlink(temporaryFile).catch(() => {});
    throw error;
  }

  await sync(path.dirname(file));
}

/** Renames a file to an unused name, so that nothing overwrites it. @returns the new name */
async function setAside(folder: string, name: string): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const aside = `${name}.damaged-${time}-${randomBytes(2).toString('hex')}`;
  await rename(path.join(folder, name), path.join(folder, aside));
  await sync(folder);
  return aside;
}

/** Syncs a folder: only after that is a renamed file on disk under its new name. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
