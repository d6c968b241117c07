import { setTimeout as sleep } from 'node:timers/promises';
import { withResolvers } from '../concurrency.ts';
import { StoreError } from '../errors.ts';

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
    const giveUp = () => {
      change.isGivenUp = true;
      this.#waiting = this.#waiting.filter((each) => each !== change);
      reject(new StoreError('ETIMEDOUT'));
    };
    const ended = new AbortController();
    sleep(writeTimeoutMs, undefined, { signal: ended.signal }).then(giveUp, () => {}); // rejects when it has ended
    this.#waiting.push(change);
    if (!this.#isWriting) void this.#writeAll();
    this.#changing.add(promise);
    try {
      return await promise;
    } finally {
      this.#changing.delete(promise);
      ended.abort();
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
