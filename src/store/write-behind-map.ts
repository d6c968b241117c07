import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';

/** Values by key, each kept before it counts as kept. */
export interface WriteBehindMap<V> {
  /** As they will be, with the changes that are being kept; a change that fails is taken back. */
  readonly values: ReadonlyMap<string, V>;
  /**
   * Sets the value, or removes it when it is `undefined`, and resolves once that is kept. Changes that come in one turn of
   * the event loop, or while others are being kept, are kept together.
   * @throws the error of `keep`, or a KeepError when that takes too long
   */
  change(key: string, value: V | undefined): Promise<void>;
}

interface Change<V> {
  key: string;
  value: V | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
  isGivenUp: boolean;
}

/** A disk that hangs says nothing, and whoever waits for it must hear of it. */
const patienceMs = 2_000;

/**
 * @param keep writes all values; called once at a time
 * @param isLate resolves when a change has waited for too long
 */
export function createWriteBehindMap<V>(
  initial: Iterable<readonly [string, V]>,
  keep: (values: Iterable<V>) => Promise<void>,
  isLate: (signal: AbortSignal) => Promise<void> = (signal) => sleep(patienceMs, undefined, { signal }),
): WriteBehindMap<V> {
  let kept = new Map(initial);
  let values = new Map(kept);
  let waiting: Change<V>[] = [];
  let beingKept: Change<V>[] = [];
  let isDiskBehind = false;
  let isKeeping = false;

  async function keepWaiting(): Promise<void> {
    isKeeping = true;
    await Promise.resolve(); // for the changes of the same turn
    while (waiting.length > 0 || isDiskBehind) {
      beingKept = waiting;
      waiting = [];
      isDiskBehind = false;
      try {
        await keep(apply(new Map(kept), beingKept).values());
        kept = apply(kept, beingKept.filter(isWanted));
        // What somebody was told is not kept must not come back after a restart.
        isDiskBehind = !beingKept.every(isWanted);
        for (const { resolve } of beingKept) resolve();
      } catch (error) {
        for (const { reject } of beingKept) reject(error);
      }
      beingKept = [];
      values = apply(new Map(kept), waiting);
    }
    isKeeping = false;
  }

  function giveUp(change: Change<V>): void {
    change.isGivenUp = true;
    waiting = waiting.filter(isWanted);
    values = apply(new Map(kept), [...beingKept.filter(isWanted), ...waiting]);
    change.reject(new StoreError('ETIMEDOUT'));
  }

  return {
    get values() {
      return values;
    },
    async change(key, value) {
      const ended = new AbortController();
      const changed = new Promise<void>((resolve, reject) => {
        const change = { key, value, resolve, reject, isGivenUp: false };
        waiting.push(change);
        apply(values, [change]);
        isLate(ended.signal).then(
          () => giveUp(change),
          () => {}, // it was kept, or could not be
        );
        if (!isKeeping) void keepWaiting();
      });
      await changed.finally(() => ended.abort());
    },
  };
}

function isWanted({ isGivenUp }: { isGivenUp: boolean }): boolean {
  return !isGivenUp;
}

function apply<V>(values: Map<string, V>, changes: readonly Change<V>[]): Map<string, V> {
  for (const { key, value } of changes) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  return values;
}
