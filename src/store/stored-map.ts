import * as z from 'zod';
import { type Component, within, withResolvers } from '../async.ts';
import { errorCode, StoreError } from '../errors.ts';
import type { StateFile, StateFolder } from './state-folder.ts';

interface Change<V> {
  /** Edits the values. @returns what resolves the change, once they are written */
  apply(values: Map<string, V>): () => void;
  reject(error: unknown): void;
}

/** How long a change waits for a disk that hangs. */
const writeTimeoutMs = 2_000;

/** Where there may be a folder for a file. */
export type Folder = Pick<StateFolder, 'isHeld' | 'file' | 'refuse'>;

/**
 * Values of this process alone, by their id, whose changes count once they are written: in memory, and in a small file
 * where there is a folder for it, which starts before.
 */
export class StoredMap<V extends { id: string }> implements Component {
  readonly #folder: Folder;
  readonly #what: string;
  readonly #file: StateFile<Record<string, V[]>>;
  #values: ReadonlyMap<string, V> = new Map();
  /** Changes that the next write takes. */
  #waiting: Change<V>[] = [];
  #lastWrite: Promise<void> = Promise.resolve();
  #isDurable = false;

  /** @param what the values in words, and the name of the file: "watches" */
  constructor(folder: Folder, what: string, form: z.ZodType<V>) {
    this.#folder = folder;
    this.#what = what;
    this.#file = folder.file(`${what}.json`, z.object({ [what]: z.array(form) }));
  }

  /** Takes what is in the folder. Until then, and when that cannot be, the values are in memory alone. */
  async start(): Promise<void> {
    if (!this.#folder.isHeld()) return;
    try {
      const values = (await this.#file.read())?.[this.#what] ?? [];
      this.#values = new Map(values.map((value) => [value.id, value]));
      this.#isDurable = true;
    } catch (error) {
      this.#folder.refuse(`cannot be used: ${this.#what}.json is not readable (${errorCode(error)})`);
    }
  }

  /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
  async stop(): Promise<void> {
    await this.change(() => {}).catch(() => {});
  }

  readonly isDurable = (): boolean => this.#isDurable;

  /** As they were written: another map after each change. */
  get values(): ReadonlyMap<string, V> {
    return this.#values;
  }

  /**
   * Resolves with what `edit` returns, once its changes are written. Edits of one turn of the event loop, and those that
   * come during a write, are written together.
   * @throws StoreError when they cannot be; a disk that takes them later, after a time-out, has them all the same
   */
  change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
    const { promise, resolve, reject } = withResolvers<R>();
    const apply = (values: Map<string, V>) => {
      const result = edit(values);
      return () => resolve(result);
    };
    this.#waiting.push({ apply, reject });
    if (this.#waiting.length === 1) this.#lastWrite = this.#lastWrite.then(() => this.#writeTogether());
    return within(writeTimeoutMs, promise);
  }

  async #writeTogether(): Promise<void> {
    const changes = this.#waiting.splice(0);
    const values = new Map(this.#values);
    try {
      const resolves = changes.map((change) => change.apply(values));
      const isWritten = !this.#isDurable || isSame(values, this.#values);
      if (!isWritten) await this.#file.write({ [this.#what]: [...values.values()] });
      this.#values = values;
      for (const resolve of resolves) resolve();
    } catch (error) {
      for (const { reject } of changes) reject(new StoreError(errorCode(error)));
    }
  }
}

function isSame<V>(some: ReadonlyMap<string, V>, others: ReadonlyMap<string, V>): boolean {
  return some.size === others.size && [...some].every(([key, value]) => others.get(key) === value);
}
