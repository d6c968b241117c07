import { mkdir, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Part } from '../parts.ts';
import { FolderInUseError, lockFolder, type Unlock } from './folder-lock.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';

export interface StateFolderOptions {
  path: string;
  /** Whether the operator named it: then the process does not start without it. */
  isNamed: boolean;
  logger: { warn(details: object, message: string): void };
}

/** The folder for what is kept in files. One process holds it at a time. */
export interface StateFolder extends Part {
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
