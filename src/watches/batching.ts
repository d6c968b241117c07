import { DeliveryError } from '../errors.ts';

interface GatheringOptions<Item> {
  /** Items with the same key go together. */
  keyOf(item: Item): string;
  /** What has the same pace goes out one after the other, a second apart. */
  paceOf(item: Item): string;
  /** @throws what `add` then rejects with */
  deliver(items: readonly Item[]): Promise<void>;
}

export interface Batching<Item> {
  /** Resolves when the item has been delivered, with those that came at about the same time. */
  add(item: Item): Promise<void>;
  /** Delivers at once what waits for others, and takes nothing more: `add` rejects with a DeliveryError. */
  close(): void;
}

interface Group<Item> {
  items: Item[];
  delivered: Promise<void>;
  close: () => void;
  timer: NodeJS.Timeout;
  startedAtMs: number;
}

/** A group is delivered when nothing came for so long… */
const quietMs = 3_000;
/** …or when it is this old. */
const oldestMs = 15_000;
/** Slack takes about one message a second in each conversation. */
const paceMs = 1_000;

/** Gathers what happens to one person at the same time, and slows down what goes out. */
export function createBatching<Item>({ keyOf, paceOf, deliver }: GatheringOptions<Item>): Batching<Item> {
  const groups = new Map<string, Group<Item>>();
  const paced = createPaces(paceMs);
  let isClosed = false;

  function open(key: string, item: Item): Group<Item> {
    const items: Item[] = [];
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = () => {
        groups.delete(key);
        clearTimeout(group.timer);
        resolve();
      };
    });
    const delivered = closed.then(() => paced(paceOf(item), () => deliver(items)));
    const group = { items, delivered, close, timer: setTimeout(close, quietMs), startedAtMs: performance.now() };
    groups.set(key, group);
    return group;
  }

  return {
    add(item) {
      if (isClosed) return Promise.reject(new DeliveryError('stopping'));
      const key = keyOf(item);
      const group = groups.get(key) ?? open(key, item);
      group.items.push(item);
      clearTimeout(group.timer);
      const leftMs = oldestMs - (performance.now() - group.startedAtMs);
      group.timer = setTimeout(group.close, Math.min(quietMs, Math.max(0, leftMs)));
      return group.delivered;
    },
    close() {
      isClosed = true;
      for (const { close } of groups.values()) close();
    },
  };
}

/** Runs one after the other what has the same name, and waits in between. */
function createPaces(pauseMs: number): (name: string, run: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (name, run) => {
    const ran = (last.get(name) ?? Promise.resolve()).then(run);
    const rested = ran.catch(() => {}).then(() => new Promise<void>((resolve) => setTimeout(resolve, pauseMs)));
    last.set(name, rested);
    void rested.then(() => {
      if (last.get(name) === rested) last.delete(name);
    });
    return ran;
  };
}
