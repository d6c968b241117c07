import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { BotMiddleware } from './exchange.ts';

const Event = z.object({ event_id: z.string() });
const rememberedMax = 5_000;
/** Slack tries again after a moment, a minute and five minutes. */
const rememberedMs = 15 * 60_000;

/** Slack sends an event again when it is not sure that it arrived: each is heard once. */
export function once(): BotMiddleware {
  const seen = new LRUCache<string, true>({ max: rememberedMax, ttl: rememberedMs });
  return async ({ body, next }) => {
    const { data } = Event.safeParse(body);
    if (data && seen.has(data.event_id)) return;
    if (data) seen.set(data.event_id, true);
    await next();
  };
}
