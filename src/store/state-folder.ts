import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { withResolvers, withTimeout } from '../async.ts';
import { readRegularFile } from '../config/secret.ts';
import { errorCode, StoreError, whenCode } from '../errors.ts';
import { parseJson } from './json.ts';

/** Of the form of every file; a file of another form gets a number of its own. */
const version = 1;

interface StateFolderOptions {
  path: string;
  /** Whether the operator named it: then the process does not start without it. */
  isNamed: boolean;
  logger: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/** The folder for what is stored in files. One process holds it at a time. */
export type StateFolder = ReturnType<typeof createStateFolder>;

/** A file of ours, whatever else is in it. */
const Versioned = z.looseObject({ version: z.number() });
/** What earlier versions stored, and nothing reads any more. */
const unused = new Set(['history.json', 'history-key.json']);
/** Files that a process was writing when it was killed. */
const leftOver = /^[a-z-]+\.json\.\d+$/;

export function createStateFolder({ path: given, isNamed, logger }: StateFolderOptions) {
  const folder = path.resolve(given);
  let unlock: Awaited<ReturnType<typeof lockFolder>> | undefined;
  /**
   * Says why the folder cannot be used.
   * @throws Error when the operator named it
   */
  const refuse = (why: string): void => {
    if (isNamed) throw new Error(`STATE_DIR (${folder}) ${why}.`);
    logger.warn({ folder }, `the state folder ${why}: watches are kept only until txnbot restarts`);
  };
  return {
    /**
     * Reads the values of a file. One that is damaged is set aside under a new name, which the log says.
     * @param what the name of the file without `.json`, and of the values in it
     * @throws StoreError for a file of a newer txnbot, which is left alone; the system's error
     */
    async read<T>(what: string, form: z.ZodType<T>): Promise<readonly T[]> {
      const name = `${what}.json`;
      const text = await readRegularFile(path.join(folder, name)).catch(whenCode(['ENOENT'], () => undefined));
      if (text === undefined) return [];
      const whole = parseJson(text, Versioned);
      if (whole !== undefined && whole.version > version) throw new StoreError('NEWER_VERSION');
      const values = z.array(form).safeParse(whole?.version === version ? whole[what] : undefined).data;
      if (values !== undefined) return values;
      logger.warn(
        { name, setAside: await setAside(folder, name) },
        'this file was damaged and is set aside: what it held is lost',
      );
      return [];
    },
    /** Resolves when the values are on the disk as a whole. @throws the system's error; the old ones are there still */
    write: (what: string, values: readonly object[]) =>
      writeWhole(path.join(folder, `${what}.json`), JSON.stringify({ version, [what]: values })),
    /** Whether this process holds it; otherwise nothing is read or written there. */
    isHeld: () => unlock !== undefined,
    refuse,
    async start(): Promise<void> {
      try {
        await mkdir(folder, { mode: 0o700 }).catch(whenCode(['EEXIST'], () => undefined));
        unlock = await lockFolder(folder);
        const names = await readdir(folder);
        for (const name of names) if (leftOver.test(name)) await unlink(path.join(folder, name)).catch(() => {});
        const files = names.filter((name) => unused.has(name));
        if (files.length > 0) logger.info({ files }, 'these files in STATE_DIR are not used any more: delete them');
      } catch (error) {
        const code = errorCode(error);
        refuse(code === 'IN_USE' ? 'is in use by another process' : `cannot be used (${code})`);
      }
    },
    async stop(): Promise<void> {
      await unlock?.();
      unlock = undefined;
    },
  };
}

/** How long a change waits for a disk that hangs. */
const writeTimeoutMs = 2_000;

/** Where files may be; not held when there is no place for them. */
export type Folder = Pick<StateFolder, 'isHeld' | 'read' | 'write' | 'refuse'>;

/**
 * Values of this process alone, by their id, whose changes count once they are written: in memory, and in a small file
 * where there is a folder for it, which starts before.
 * @param what the values in words, and the name of the file: "watches"
 */
export function createStoredMap<V extends { id: string }>(folder: Folder, what: string, form: z.ZodType<V>) {
  let stored: ReadonlyMap<string, V> = new Map();
  /** For the next write. */
  const edits: ((values: Map<string, V>) => void)[] = [];
  let lastWrite: Promise<void> = Promise.resolve();
  let isDurable = false;

  async function write(): Promise<void> {
    const values = new Map(stored);
    try {
      for (const edit of edits.splice(0)) edit(values);
      const isChanged = values.size !== stored.size || [...values].some(([key, value]) => stored.get(key) !== value);
      if (isDurable && isChanged) await folder.write(what, [...values.values()]);
      stored = values;
    } catch (error) {
      throw new StoreError(errorCode(error));
    }
  }

  /**
   * Resolves with what `edit` returns, once its changes are written. Edits of one turn of the event loop, and those that
   * come during a write, are written together.
   * @throws StoreError when they cannot be; a disk that takes them later, after a time-out, has them all the same
   */
  function change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
    const { promise, resolve } = withResolvers<R>();
    edits.push((values) => resolve(edit(values)));
    if (edits.length === 1) lastWrite = lastWrite.catch(() => {}).then(write);
    return withTimeout(
      writeTimeoutMs,
      lastWrite.then(() => promise),
    );
  }

  return {
    change,
    /** As they were written: another map after each change. */
    values: () => stored,
    isDurable: () => isDurable,
    /** Takes what is in the folder. Until then, and when that cannot be, the values are in memory alone. */
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
    /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
    stop: () => withTimeout(writeTimeoutMs, lastWrite).catch(() => {}),
  };
}

/** Puts a text in the place of a file's. @throws the system's error; the old text is there still */
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

/** Gives a file another name, which no file has, so that nothing writes over it. @returns that name */
async function setAside(folder: string, name: string): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const aside = `${name}.damaged-${time}-${randomBytes(2).toString('hex')}`;
  await rename(path.join(folder, name), path.join(folder, aside));
  await sync(folder);
  return aside;
}

/** What a folder lists is on the disk only when the folder was synced. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const lockName = /^txnbot-[0-9a-f]{16}\.lock$/;
const triesMax = 6;
const firstPauseMs = 15;

/**
 * Locks a folder for this process with a Unix socket that it listens on. The system closes the socket when the process
 * ends, however it ends, so after a kill the next process has the lock at once, also where both are process 1 of their
 * containers.
 *
 * Each try has a socket of its own, with a name that no other ever has: so one that nobody answers is dead for good, and
 * is removed. Of two processes, the one that listens later finds the other: they never both hold it. They may both give
 * way, and then try again after different pauses.
 * @returns what ends the lock
 * @throws StoreError `IN_USE`, or the system's error when there can be no socket
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const name = `txnbot-${randomBytes(8).toString('hex')}.lock`;
    const server = await listen(folder, name);
    const unlock = () => new Promise<void>((resolve) => server.close(() => resolve()));
    await chmod(path.join(folder, name), 0o600).catch(() => {}); // see `isOnly`
    if (await isOnly(folder, name)) return unlock;
    await unlock();
    await sleep(Math.random() * firstPauseMs * 2 ** tries);
  }
  throw new StoreError('IN_USE');
}

async function listen(folder: string, name: string): Promise<Server> {
  const server = createServer((caller) => caller.destroy()).unref(); // the lock alone keeps no process
  await once(server.listen(socketAddress(folder, name)), 'listening');
  return server;
}

/**
 * Whether no other process listens; removes the sockets of those that have ended. A process that looked in the moment
 * between making ours and listening may have taken it for a dead one: then it is not there any more.
 */
async function isOnly(folder: string, own: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => lockName.test(name));
  const others = names.filter((name) => name !== own);
  const answered = await Promise.all(others.map((name) => isAnswered(folder, name)));
  await Promise.all(others.map((name, place) => answered[place] || unlink(path.join(folder, name)).catch(() => {})));
  return names.includes(own) && !answered.includes(true);
}

async function isAnswered(folder: string, name: string): Promise<boolean> {
  const caller = connect(socketAddress(folder, name));
  try {
    await once(caller, 'connect');
    return true;
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes(errorCode(error));
  } finally {
    caller.destroy();
  }
}

/** The system takes no longer address for a Unix socket, and Node cuts a longer one without a word. */
const addressMax = 100;

/** @throws StoreError when the path is too long, from the working directory too */
function socketAddress(folder: string, name: string): string {
  const whole = path.resolve(folder, name);
  const address = [whole, path.relative('', whole)].find((each) => Buffer.byteLength(each) <= addressMax);
  if (address === undefined) throw new StoreError('ENAMETOOLONG');
  return address;
}
