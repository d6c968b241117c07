/** Values by key, each kept before it counts as kept. */
export interface KeptMap<V> {
  /** As they will be, with the changes that are being kept; a change that fails is taken back. */
  readonly values: ReadonlyMap<string, V>;
  /**
   * Sets the value, or removes it when it is `undefined`, and resolves once that is kept. Changes that come in one turn of
   * the event loop, or while others are being kept, are kept together.
   * @throws the error of `keep`
   */
  change(key: string, value: V | undefined): Promise<void>;
}

interface Change<V> {
  key: string;
  value: V | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** @param keep writes all values; called once at a time */
export function createKeptMap<V>(
  initial: Iterable<readonly [string, V]>,
  keep: (values: Iterable<V>) => Promise<void>,
): KeptMap<V> {
  let kept = new Map(initial);
  let values = new Map(kept);
  let waiting: Change<V>[] = [];
  let isKeeping = false;

  async function keepWaiting(): Promise<void> {
    isKeeping = true;
    await Promise.resolve(); // for the changes of the same turn
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      const next = apply(new Map(kept), changes);
      try {
        await keep(next.values());
        kept = next;
        for (const { resolve } of changes) resolve();
      } catch (error) {
        values = apply(new Map(kept), waiting);
        for (const { reject } of changes) reject(error);
      }
    }
    isKeeping = false;
  }

  return {
    get values() {
      return values;
    },
    change(key, value) {
      return new Promise((resolve, reject) => {
        const change = { key, value, resolve, reject };
        waiting.push(change);
        apply(values, [change]);
        if (!isKeeping) void keepWaiting();
      });
    },
  };
}

function apply<V>(values: Map<string, V>, changes: readonly Change<V>[]): Map<string, V> {
  for (const { key, value } of changes) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  return values;
}
