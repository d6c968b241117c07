import type { ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';

const rememberedMax = 20_000;
/** Slack tries again after a moment, a minute and five minutes; a signature is good for five minutes. */
const rememberedMs = 15 * 60_000;

export interface SeenDeliveries {
  /**
   * Resolves at once with `true` for what is new; else with `false` when the one that came first is through: Slack takes
   * the first ack for the answer, whichever copy it comes from.
   */
  isNew(event: ReceiverEvent): Promise<boolean>;
  /** For what was new: its ack has reached Slack, or it needs none any more. */
  pass(event: ReceiverEvent): void;
  /** For what was new and did not get through after all: the next copy is new again, also one that waits. */
  forget(event: ReceiverEvent): void;
}

interface Heard {
  isThrough: Promise<boolean>;
  settle: (isThrough: boolean) => void;
}

/**
 * Slack sends an event again when it is not sure that it arrived, and whoever saw signed bytes could send them
 * again: each is heard once. But for typing: the same letters twice in a second are the same bytes, and who sends
 * them again learns bank codes.
 */
export function createSeenDeliveries(): SeenDeliveries {
  const seen = new LRUCache<string, Heard>({
    max: rememberedMax,
    ttl: rememberedMs,
    perf: Date, // the clock that a signature grows stale by
  });
  const firstOf = (keys: string[]) => keys.map((key) => seen.get(key)).find((heard) => heard !== undefined);
  return {
    async isNew(event) {
      const keys = keysOf(event);
      for (let first = firstOf(keys); first; first = firstOf(keys)) if (await first.isThrough) return false;
      let settle: Heard['settle'] = () => {};
      const isThrough = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      for (const key of keys) seen.set(key, { isThrough, settle });
      return true;
    },
    pass(event) {
      firstOf(keysOf(event))?.settle(true);
    },
    forget(event) {
      const keys = keysOf(event);
      const first = firstOf(keys);
      for (const key of keys) seen.delete(key);
      first?.settle(false);
    },
  };
}

function keysOf({ body, customProperties }: ReceiverEvent): string[] {
  if (body.type === 'block_suggestion') return [];
  const keys: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  return keys.filter((key) => typeof key === 'string');
}
