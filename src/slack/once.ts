import type { ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';

const rememberedMax = 20_000;
/** Slack tries again after a moment, a minute and five minutes; a signature is good for five minutes. */
const rememberedMs = 15 * 60_000;

export interface Once {
  isNew(event: ReceiverEvent): boolean;
  /** For what was new and did not get through after all: when Slack sends it again, it is new again. */
  forget(event: ReceiverEvent): void;
}

/**
 * Slack sends an event again when it is not sure that it arrived, and whoever saw signed bytes could send them
 * again: each is heard once. But for typing: the same letters twice in a second are the same bytes, and who sends
 * them again learns bank codes.
 */
export function createOnce(): Once {
  const seen = new LRUCache<string, true>({
    max: rememberedMax,
    ttl: rememberedMs,
    perf: Date, // the clock that a signature grows stale by
  });
  return {
    isNew(event) {
      const keys = keysOf(event);
      if (keys.some((key) => seen.has(key))) return false;
      for (const key of keys) seen.set(key, true);
      return true;
    },
    forget(event) {
      for (const key of keysOf(event)) seen.delete(key);
    },
  };
}

function keysOf({ body, customProperties }: ReceiverEvent): string[] {
  if (body.type === 'block_suggestion') return [];
  const keys: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  return keys.filter((key) => typeof key === 'string');
}
