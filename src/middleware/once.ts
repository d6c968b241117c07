import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { BotMiddleware } from './exchange.ts';

const Event = z.object({ event_id: z.string().optional().catch(undefined) });
const rememberedMax = 20_000;
/** Slack tries again after a moment, a minute and five minutes; a signature is good for five minutes. */
const rememberedMs = 15 * 60_000;

/**
 * Slack sends an event again when it is not sure that it arrived, and whoever saw signed bytes could send them
 * again: each is heard once. But for typing: the same letters twice in a second are the same bytes, and who sends
 * them again learns bank codes.
 */
export function once(): BotMiddleware {
  const seen = new LRUCache<string, true>({
    max: rememberedMax,
    ttl: rememberedMs,
    perf: Date, // the clock that a signature grows stale by
  });
  const isNew = (key: string | undefined) => {
    if (key === undefined) return true;
    if (seen.has(key)) return false;
    seen.set(key, true);
    return true;
  };
  return async (args, next) => {
    const { body, context } = args;
    if ('options' in args) return next();
    const isFirst = isNew('event' in args ? Event.parse(body).event_id : undefined) && isNew(hashIn(context.signature));
    if (isFirst) return next();
    if ('ack' in args && args.ack) await args.ack();
  };
}

/** Of `v0=<hash>` only the hash is verified: what stands behind another `=` would make the same request look new. */
function hashIn(signature: unknown): string | undefined {
  return typeof signature === 'string' ? signature.split('=')[1] : undefined;
}
