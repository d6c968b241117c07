import * as z from 'zod';
import { within } from '../async.ts';
import { errorCode, StoreError } from '../errors.ts';
import { NewerFileError, type StateFolder } from './file.ts';

interface Change<V> {
  /** Edits the values. @returns what resolves the change, once they are written */
  apply(values: Map<string, V>): () => void;
  reject(error: unknown): void;
}

/** A disk that hangs says nothing, and whoever waits for it must hear of it. */
const writeTimeoutMs = 2_000;

/** Values by key, whose changes count once they are written. */
export class StoredMap<V> {
  readonly #write: (values: Iterable<V>) => Promise<void>;
  #values: ReadonlyMap<string, V>;
  #waiting: Change<V>[] = [];
  #isWriting = false;
  #isHung = false;

  /** @param write writes all values; called once at a time */
  constructor(initial: Iterable<readonly [string, V]>, write: (values: Iterable<V>) => Promise<void>) {
    this.#values = new Map(initial);
    this.#write = write;
  }

  /** As they were written: another map after each change. */
  get values(): ReadonlyMap<string, V> {
    return this.#values;
  }

  /**
   * Resolves with what `edit` returns, once its changes are written. Edits of one turn of the event loop, and those that
   * come during a write, are written together.
   * @throws StoreError when they cannot be, or not in time: then nothing has changed
   */
  change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#isHung) throw new StoreError('ETIMEDOUT');
      const apply = (values: Map<string, V>) => {
        const result = edit(values);
        return () => resolve(result);
      };
      this.#waiting.push({ apply, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    await Promise.resolve(); // for the changes of the same turn
    while (this.#waiting.length > 0) await this.#writeTogether(this.#waiting.splice(0));
    this.#isWriting = false;
  }

  async #writeTogether(changes: readonly Change<V>[]): Promise<void> {
    const values = new Map(this.#values);
    const resolves = changes.map((change) => change.apply(values));
    const writing = isSame(values, this.#values) ? Promise.resolve() : this.#write(values.values());
    let hasEnded = false;
    try {
      await within(
        writeTimeoutMs,
        writing.finally(() => {
          hasEnded = true;
        }),
      );
      this.#values = values;
      for (const resolve of resolves) resolve();
    } catch (error) {
      this.#isHung = !hasEnded;
      const refused = this.#isHung ? [...changes, ...this.#waiting.splice(0)] : changes;
      for (const { reject } of refused) reject(new StoreError(errorCode(error)));
      if (!this.#isHung) return;
      // The changes were refused: they must not come back after a restart, should the disk take them after all.
      await writing.then(() => this.#write(this.#values.values())).catch(() => {});
      this.#isHung = false;
    }
  }
}

function isSame<V>(some: ReadonlyMap<string, V>, others: ReadonlyMap<string, V>): boolean {
  return some.size === others.size && [...some].every(([key, value]) => others.get(key) === value);
}

export interface FolderOptions {
  folder: StateFolder;
  logger: { warn(details: object, message: string): void };
}

/**
 * Values of this process alone, by their id: in memory, and in a small file where there is a folder for it.
 * @param what the values in words, and the name of the file: "watches"
 */
export function createStoredMap<V extends { id: string }>(
  { folder, logger }: FolderOptions,
  what: string,
  form: z.ZodType<V>,
) {
  const name = `${what}.json`;
  const file = folder.file(name, z.object({ [what]: z.array(form) }));
  let stored = new StoredMap<V>([], async () => {});
  let isDurable = false;
  return {
    isDurable: () => isDurable,
    values: () => stored.values,
    /** @throws StoreError; then nothing has changed */
    change: <R>(edit: (values: Map<string, V>) => R) => stored.change(edit),
    /** Takes what is in the folder. Until then, and when that cannot be, the values are in memory alone. */
    async start() {
      if (!folder.isHeld()) return;
      try {
        const values = (await file.read())?.[what] ?? [];
        const entries = values.map((value) => [value.id, value] as const);
        stored = new StoredMap(entries, (all) => file.write({ [what]: [...all] }));
        isDurable = true;
      } catch (error) {
        if (!(error instanceof NewerFileError))
          return folder.refuse(`cannot be used: ${name} is not readable (${errorCode(error)})`);
        const { version } = error;
        logger.warn({ name, version }, `a newer txnbot wrote this file: ${what} are kept only until txnbot restarts`);
      }
    },
    /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
    stop: () => stored.change(() => {}).catch(() => {}),
  };
}
