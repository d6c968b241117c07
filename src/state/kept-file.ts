import { randomBytes } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** What was found in a file at the start. */
export type Found<T> =
  | { kind: 'kept'; content: T }
  | { kind: 'nothing' }
  /** It was set aside under this name. */
  | { kind: 'damaged'; setAside: string }
  /** A newer txnbot wrote it; it was left alone. */
  | { kind: 'newer'; version: number };

export interface KeptFileOptions<T> {
  folder: string;
  name: string;
  version: number;
  /** @returns `undefined` when it is not what this file holds */
  parse(content: unknown): T | undefined;
}

/** A small file of JSON that is there as a whole, in its old or its new form, whenever the process or the machine ends. */
export interface KeptFile<T> {
  /** @throws the system's error */
  read(): Promise<Found<T>>;
  /** Resolves when it is on the disk. @throws the system's error; the old content is there still */
  write(content: T): Promise<void>;
}

export function createKeptFile<T extends object>({ folder, name, version, parse }: KeptFileOptions<T>): KeptFile<T> {
  const file = path.join(folder, name);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(unlessMissing);
      if (text === undefined) return { kind: 'nothing' };
      const whole = parseObject(text);
      if (typeof whole?.version === 'number' && whole.version > version)
        return { kind: 'newer', version: whole.version };
      const content = whole?.version === version ? parse(whole) : undefined;
      return content === undefined ? { kind: 'damaged', setAside: await setAside(file) } : { kind: 'kept', content };
    },
    async write(content) {
      const text = JSON.stringify({ version, ...content });
      await writeFileAtomic(file, text, {
        mode: 0o600,
        // The library does not look how much was written: on a full disk it puts half a file in place of a whole one
        // (tried with 7.0.1). So take the room first, which fails when there is none.
        tmpfileCreated: (beside) => writeFile(beside, text),
      });
      await sync(folder);
    },
  };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Never over another one that was set aside. */
async function setAside(file: string): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const aside = `${file}.damaged-${time}-${randomBytes(2).toString('hex')}`;
  await rename(file, aside);
  return path.basename(aside);
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
