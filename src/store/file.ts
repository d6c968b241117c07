import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { readRegularFile } from '../config/secret.ts';
import { errorCode, StoreError } from '../errors.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';
import { parseJson } from './json.ts';

/** Of the form of every file; a file of another form gets a number of its own. */
const version = 1;

/** A newer txnbot wrote the file: it is to be left alone. */
export class NewerFileError extends StoreError {
  readonly version: number;

  constructor(version: number) {
    super('NEWER_VERSION');
    this.version = version;
  }
}

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
     * A small file of JSON that is there as a whole, old or new, whenever the process or the machine ends.
     * @param name with `.json`
     */
    file: <T extends object>(name: string, form: z.ZodType<T>) => ({
      /**
       * Resolves with `undefined` when there is none. One that is damaged is set aside under a new name, which the log says.
       * @throws NewerFileError, or the system's error
       */
      async read(): Promise<T | undefined> {
        const text = await readRegularFile(path.join(folder, name)).catch(unless('ENOENT'));
        if (text === undefined) return undefined;
        const whole = parseJson(text, Versioned);
        if (whole !== undefined && whole.version > version) throw new NewerFileError(whole.version);
        const content = whole?.version === version ? form.safeParse(whole).data : undefined;
        if (content !== undefined) return content;
        const details = { name, setAside: await setAside(folder, name) };
        logger.warn(details, 'this file was damaged and is set aside: what it held is lost');
        return undefined;
      },
      /** Resolves when it is on the disk. @throws the system's error; the old content is there still */
      write: (content: T) => writeWhole(folder, name, JSON.stringify({ version, ...content })),
    }),
    /** Whether this process holds it; otherwise nothing is read or written there. */
    isHeld: () => unlock !== undefined,
    refuse,
    async start(): Promise<void> {
      try {
        await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
        unlock = await lockFolder(folder);
        const names = await readdir(folder);
        for (const name of names) if (leftOver.test(name)) await unlink(path.join(folder, name)).catch(() => {});
        const files = names.filter((name) => unused.has(name));
        if (files.length > 0) logger.info({ files }, 'these files in STATE_DIR are not used any more: delete them');
      } catch (error) {
        refuse(explain(error));
      }
    },
    async stop(): Promise<void> {
      await unlock?.();
      unlock = undefined;
    },
  };
}

/** Puts a text in the place of a file's. @throws the system's error; the old text is there still */
async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  // A write beyond the limit for a file's size fails, and the process lives: Node ignores the system's signal. The
  // library listens to it while it writes, and leaves it deadly; not when somebody else listens too.
  if (!process.listeners('SIGXFSZ').includes(ignore)) process.on('SIGXFSZ', ignore);
  await writeFileAtomic(path.join(folder, name), text, {
    mode: 0o600,
    // The library does not look how much was written: on a full disk it puts half a file in place of a whole one
    // (tried with 7.0.1). So take the room first, which fails when there is none.
    tmpfileCreated: (beside) => writeFile(beside, text),
  });
  await sync(folder);
}

const ignore = () => {};

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

function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
}

function explain(error: unknown): string {
  if (error instanceof FolderInUseError) return 'is in use by another process';
  const code = errorCode(error);
  return code === 'ENAMETOOLONG' ? 'has too long a path' : `cannot be used (${code})`;
}
