import { randomBytes } from 'node:crypto';
import { open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { readRegularFile } from '../regular-file.ts';

/** A small file of JSON that is there as a whole, in its old or its new form, whenever the process or the machine ends. */
export interface JsonFile {
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
