import type * as z from 'zod';
import { within, withResolvers } from '../async.ts';
import { errorCode, StoreError } from '../errors.ts';
import type { StateFolder } from './state-folder.ts';

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
      if (isDurable) await folder.write(what, [...values.values()]);
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
    return within(
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
    stop: () => within(writeTimeoutMs, lastWrite).catch(() => {}),
  };
}
