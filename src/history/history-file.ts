import { KeepError } from '../errors.ts';
import { createKeptFile, type KeptFileOptions } from '../state/kept-file.ts';
import type { StateFolder } from '../state/state-folder.ts';

export interface HistoryFileOptions<T> extends Omit<KeptFileOptions<T>, 'file'> {
  folder: StateFolder;
  name: string;
  logger: { warn(details: object, message: string): void };
}

/** A file of the history, in a folder that this process may not hold. */
export interface HistoryFile<T> {
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

export function createHistoryFile<T extends object>(options: HistoryFileOptions<T>): HistoryFile<T> {
  const { folder, name, logger } = options;
  const file = createKeptFile({ ...options, file: folder.file(name) });
  return {
    hasPlace: folder.isHeld,
    async read() {
      const found = await file.read();
      if (found.kind === 'kept') return found.content;
      if (found.kind === 'newer') throw new KeepError('NEWER_VERSION');
      if (found.kind === 'damaged')
        logger.warn({ name, setAside: found.setAside }, 'this file was damaged and is set aside: what it held is lost');
      return undefined;
    },
    write: file.write,
  };
}
