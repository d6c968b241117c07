import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

export interface StreamFollowerOptions {
  /** One for this alone, as it waits; its commands wait until Redis is back. */
  redis: Redis;
  /** The name of the stream. */
  name: string;
  /** The id of the last item that was read. */
  lastId: () => string;
  /** Gets what was appended since, the oldest first; `lastId` is what `lastId()` said. */
  onItems: (items: readonly { id: string; text: string }[], lastId: string) => void;
}

export interface StreamFollower {
  /** Resolves when all that is there has been read. */
  caughtUp: Promise<void>;
  /** Ends the connection, too. */
  stop(): void;
}

const atOnce = 1_000;
/** Then it looks whether it is to read from another place. */
const waitMs = 2_000;
const tryAgainMs = 1_000;

/** Reads what anybody appends to a stream, as it comes. */
export function followStream({ redis, name, lastId, onItems }: StreamFollowerOptions): StreamFollower {
  let isStopped = false;
  let isCaughtUp = false;
  let onCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    onCaughtUp = () => {
      isCaughtUp = true;
      resolve();
    };
  });

  async function readSome(): Promise<void> {
    const from = lastId();
    const found = await redis.xread('COUNT', atOnce, 'BLOCK', isCaughtUp ? waitMs : 1, 'STREAMS', name, from);
    const items = found?.[0]?.[1] ?? [];
    onItems(
      items.map(([id, [, text = '']]) => ({ id, text })),
      from,
    );
    if (items.length < atOnce) onCaughtUp();
  }

  /** The connection says what is wrong with it. */
  async function rest(): Promise<void> {
    if (!isStopped) await sleep(tryAgainMs);
  }

  async function follow(): Promise<void> {
    while (!isStopped) await readSome().catch(rest);
  }

  void follow();
  return {
    caughtUp,
    stop() {
      isStopped = true;
      redis.disconnect(); // while Redis is away, what waits for it then waits for ever
    },
  };
}
