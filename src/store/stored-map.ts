import { within, withResolvers } from '../concurrency.ts';
import { errorCode, StoreError } from '../errors.ts';
import { NewerFileError, type StateFolder } from './file.ts';

interface Change<V> {
  /** Edits the values. @returns what resolves the change, once they are written */
  apply(values: Map<string, V>): () => void;
  reject(error: unknown): void;
  isGivenUp: boolean;
}

/** A disk that hangs says nothing, and whoever waits for it must hear of it. */
const writeTimeoutMs = 2_000;

/** Values by key, whose changes count once they are written. */
export class StoredMap<V> {
  readonly #write: (values: Iterable<V>) => Promise<void>;
  readonly #changing = new Set<Promise<unknown>>();
  #values: ReadonlyMap<string, V>;
  #waiting: Change<V>[] = [];
  #isWriting = false;

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
   * @throws the error of `write`, or a StoreError when that takes too long: then nothing has changed
   */
  async change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
    const { promise, resolve, reject } = withResolvers<R>();
    const apply = (values: Map<string, V>) => {
      const result = edit(values);
      return () => resolve(result);
    };
    const change: Change<V> = { apply, reject, isGivenUp: false };
    this.#waiting.push(change);
    if (!this.#isWriting) void this.#writeAll();
    const written = within(writeTimeoutMs, promise);
    this.#changing.add(written);
    try {
      return await written;
    } catch (error) {
      change.isGivenUp = true;
      this.#waiting = this.#waiting.filter((each) => each !== change);
      throw error;
    } finally {
      this.#changing.delete(written);
    }
  }

  /** Resolves when nobody waits for a write any more: a disk that hangs is not waited for. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#changing);
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    await Promise.resolve(); // for the changes of the same turn
    for (let isDiskAhead = false; this.#waiting.length > 0 || isDiskAhead; ) {
      const batch = this.#waiting;
      this.#waiting = [];
      const values = new Map(this.#values);
      const resolves = batch.map((change) => change.apply(values));
      const isUnchanged = !isDiskAhead && isSame(values, this.#values);
      isDiskAhead = false;
      try {
        if (!isUnchanged) await this.#write(values.values());
        isDiskAhead = batch.some(({ isGivenUp }) => isGivenUp);
        if (isDiskAhead) {
          // Somebody was told that a change is not stored: it must not come back after a restart, so the others of the
          // batch are written again without it.
          this.#waiting.unshift(...batch.filter(({ isGivenUp }) => !isGivenUp));
          continue;
        }
        this.#values = values;
        for (const resolve of resolves) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
}

function isSame<V>(some: ReadonlyMap<string, V>, others: ReadonlyMap<string, V>): boolean {
  return some.size === others.size && [...some].every(([key, value]) => others.get(key) === value);
}

export interface KeptMapOptions {
  folder: StateFolder;
  logger: { warn(details: object, message: string): void };
}

interface KeptForm<V> {
  /** In words, and the name of the file: "watches". */
  what: string;
  version: number;
  /** @returns `undefined` when it is not what this file holds */
  parse(content: unknown): Readonly<Record<string, readonly V[]>> | undefined;
}

/** Values of this process alone, by their id: in memory, and in a small file where there is a folder for it. */
export function createKeptMap<V extends { id: string }>(
  { folder, logger }: KeptMapOptions,
  { what, version, parse }: KeptForm<V>,
) {
  const name = `${what}.json`;
  const file = folder.file({ name, version, parse });
  let stored = new StoredMap<V>([], async () => {});
  let isDurable = false;
  return {
    isDurable: () => isDurable,
    values: () => stored.values,
    /** @throws StoreError; then nothing has changed */
    async change<R>(edit: (values: Map<string, V>) => R): Promise<R> {
      try {
        return await stored.change(edit);
      } catch (error) {
        throw new StoreError(errorCode(error));
      }
    },
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
    stop: () => stored.settled(),
  };
}
