import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Component } from '../components.ts';
import { readRegularFile } from '../regular-file.ts';
import { FolderInUseError, lockFolder, type Unlock } from './folder-lock.ts';

/** A small file of JSON that is there as a whole, in its old or its new form, whenever the process or the machine ends. */
interface JsonFile {
  /** Resolves with `undefined` when there is none. @throws SyntaxError when it is no JSON, or the system's error */
  read(): Promise<unknown>;
  /** Resolves when it is on the disk. @throws the system's error; the old content is there still */
  write(value: unknown): Promise<void>;
  /** Gives it another name, which no file has, so that nothing writes over it. @returns that name */
  setAside(): Promise<string>;
}

export function createJsonFile(folder: string, name: string): JsonFile {
  const file = path.join(folder, name);
  return {
    async read() {
      const text = await readRegularFile(file).catch(unlessMissing);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async write(value) {
      const text = JSON.stringify(value);
      outliveFileLimits();
      await writeFileAtomic(file, text, {
        mode: 0o600,
        // The library does not look how much was written: on a full disk it puts half a file in place of a whole one
        // (tried with 7.0.1). So take the room first, which fails when there is none.
        tmpfileCreated: (beside) => writeFile(beside, text),
      });
      await sync(folder);
    },
    async setAside() {
      const time = new Date().toISOString().replaceAll(':', '-');
      const aside = `${name}.damaged-${time}-${randomBytes(2).toString('hex')}`;
      await rename(file, path.join(folder, aside));
      await sync(folder);
      return aside;
    },
  };
}

const ignore = () => {};

/**
 * A write beyond the limit for a file's size fails, and the process lives: Node ignores the system's signal. The library
 * listens to it while it writes, and leaves it deadly; not when somebody else listens too.
 */
function outliveFileLimits(): void {
  if (!process.listeners('SIGXFSZ').includes(ignore)) process.on('SIGXFSZ', ignore);
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
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

/** What was found in a file at the start. */
type Found<T> =
  | { kind: 'kept'; content: T }
  | { kind: 'nothing' }
  /** It was set aside under this name. */
  | { kind: 'damaged'; setAside: string }
  /** A newer txnbot wrote it; it was left alone. */
  | { kind: 'newer'; version: number };

export interface StoredFileOptions<T> {
  file: JsonFile;
  version: number;
  /** @returns `undefined` when it is not what this file holds */
  parse(content: unknown): T | undefined;
}

/** A file that says which version of txnbot's it is. */
interface StoredFile<T> {
  /** @throws the system's error */
  read(): Promise<Found<T>>;
  /** Resolves when it is on the disk. @throws the system's error; the old content is there still */
  write(content: T): Promise<void>;
}

export function createStoredFile<T extends object>({ file, version, parse }: StoredFileOptions<T>): StoredFile<T> {
  return {
    async read() {
      const whole = await file.read().catch(unlessNoJson);
      if (whole === undefined) return { kind: 'nothing' };
      const found = versionOf(whole);
      if (found !== undefined && found > version) return { kind: 'newer', version: found };
      const content = found === version ? parse(whole) : undefined;
      return content === undefined ? { kind: 'damaged', setAside: await file.setAside() } : { kind: 'kept', content };
    },
    write: (content) => file.write({ version, ...content }),
  };
}

/** What is no JSON is no file of ours either. */
function unlessNoJson(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}

function versionOf(whole: unknown): number | undefined {
  if (typeof whole !== 'object' || whole === null || !('version' in whole)) return undefined;
  return typeof whole.version === 'number' ? whole.version : undefined;
}

interface StateFolderOptions {
  path: string;
  /** Whether the operator named it: then the process does not start without it. */
  isNamed: boolean;
  logger: { warn(details: object, message: string): void };
}

/** The folder for what is kept in files. One process holds it at a time. */
export interface StateFolder extends Component {
  /** A file in it, by its name with `.json`. */
  file(name: string): JsonFile;
  /** Whether this process holds it; otherwise nothing is read or written there. */
  isHeld(): boolean;
  /**
   * Says why the folder cannot be used.
   * @throws Error when the operator named it
   */
  refuse(why: string): undefined;
}

/** Files that a process was writing when it was killed. */
const leftOver = /^[a-z-]+\.json\.\d+$/;

export function createStateFolder({ path: given, isNamed, logger }: StateFolderOptions): StateFolder {
  const folder = path.resolve(given);
  let unlock: Unlock | undefined;
  const refuse = (why: string) => {
    if (isNamed) throw new Error(`STATE_DIR (${folder}) ${why}.`);
    logger.warn({ folder }, `the state folder ${why}: watches are kept only until txnbot restarts`);
    return undefined;
  };
  return {
    file: (name) => createJsonFile(folder, name),
    isHeld: () => unlock !== undefined,
    refuse,
    async start() {
      try {
        await mkdir(folder, { mode: 0o700 }).catch(unlessThere);
        unlock = await lockFolder(folder);
        await removeLeftOver(folder);
      } catch (error) {
        refuse(explain(error));
      }
    },
    async stop() {
      await unlock?.();
      unlock = undefined;
    },
  };
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (leftOver.test(name)) await unlink(path.join(folder, name)).catch(() => {});
}

function explain(error: unknown): string {
  if (error instanceof FolderInUseError) return 'is in use by another process';
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENAMETOOLONG' ? 'has too long a path' : `cannot be used (${code})`;
}
