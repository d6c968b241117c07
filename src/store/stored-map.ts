import type * as z from 'zod';
import { type Component, within, withResolvers } from '../async.ts';
import { errorCode, StoreError } from '../errors.ts';
import type { StateFolder } from './state-folder.ts';

/** How long a change waits for a disk that hangs. */
const writeTimeoutMs = 2_000;

/** Where files may be; not held when there is no place for them. */
export type Folder = Pick<StateFolder, 'isHeld' | 'read' | 'write' | 'refuse'>;

/**
 * Values of this process alone, by their id, whose changes count once they are written: in memory, and in a small file
 * where there is a folder for it, which starts before.
 */
export class StoredMap<V extends { id: string }> implements Component {
  readonly #folder: Folder;
  readonly #what: string;
  readonly #form: z.ZodType<V>;
  #values: ReadonlyMap<string, V> = new Map();
  /** For the next write. */
  #edits: ((values: Map<string, V>) => void)[] = [];
  #lastWrite: Promise<void> = Promise.resolve();
  #isDurable = false;

  /** @param what the values in words, and the name of the file: "watches" */
  constructor(folder: Folder, what: string, form: z.ZodType<V>) {
    this.#folder = folder;
    this.#what = what;
    this.#form = form;
  }

  /** Takes what is in the folder. Until then, and when that cannot be, the values are in memory alone. */
  async start(): Promise<void> {
    if (!this.#folder.isHeld()) return;
    try {
      const values = await this.#folder.read(this.#what, this.#form);
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
    const { promise, resolve } = withResolvers<R>();
    this.#edits.push((values) => resolve(edit(values)));
    if (this.#edits.length === 1) this.#lastWrite = this.#lastWrite.catch(() => {}).then(() => this.#write());
    return within(
      writeTimeoutMs,
      this.#lastWrite.then(() => promise),
    );
  }

  async #write(): Promise<void> {
    const values = new Map(this.#values);
    try {
      for (const edit of this.#edits.splice(0)) edit(values);
      const isWritten = !this.#isDurable || isSame(values, this.#values);
      if (!isWritten) await this.#folder.write(this.#what, [...values.values()]);
      this.#values = values;
    } catch (error) {
      throw new StoreError(errorCode(error));
    }
  }
}

function isSame<V>(some: ReadonlyMap<string, V>, others: ReadonlyMap<string, V>): boolean {
  return some.size === others.size && [...some].every(([key, value]) => others.get(key) === value);
}
