import type { ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';

const rememberedMax = 20_000;
/** Slack tries again after a moment, a minute and five minutes; a signature is good for five minutes. */
const rememberedMs = 15 * 60_000;

/**
 * Slack sends an event again when it is not sure that it arrived, and whoever saw signed bytes could send them
 * again: each is heard once. But for typing: the same letters twice in a second are the same bytes, and who sends
 * them again learns bank codes.
 */
export function createOnce(): (event: ReceiverEvent) => boolean {
  const seen = new LRUCache<string, true>({
    max: rememberedMax,
    ttl: rememberedMs,
    perf: Date, // the clock that a signature grows stale by
  });
  const isNew = (key: unknown) => {
    if (typeof key !== 'string') return true;
    if (seen.has(key)) return false;
    seen.set(key, true);
    return true;
  };
  return ({ body, customProperties }) => {
    if (body.type === 'block_suggestion') return true;
    return isNew(body.event && body.event_id) && isNew(hashIn(customProperties?.signature));
  };
}

/** Only `v0=` and 64 digits of a signature are verified: what stands behind them would make the same request look new. */
function hashIn(signature: unknown): string | undefined {
  return typeof signature === 'string' ? signature.slice(3, 3 + 64) : undefined;
}
