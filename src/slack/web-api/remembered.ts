import { LRUCache } from 'lru-cache';
import { SlackApiError } from '../../errors.ts';
import { createPace } from './pace.ts';

export interface RememberedOptions {
  /** For so long nothing is asked again. */
  ttlMs: number;
  /** For so long what was learnt is served while Slack limits or fails; never when it has answered something else. */
  maxStaleMs: number;
}

interface Learnt<V> {
  value: V;
  atMs: number;
}

const rememberedMax = 5_000;
/** After a call that brought nothing, what is old is served for so long without another one. */
const retryAfterMs = 10_000;

/** What Slack answers about a key: asked once by many at the same time, and kept for a while; a failure is not kept. */
export function remembered<V>(
  load: (key: string) => Promise<V>,
  { ttlMs, maxStaleMs }: RememberedOptions,
): (key: string) => Promise<V> {
  const pace = createPace();
  // SeenDeliveries more when the connection broke or Slack stumbled; not when the time is up or Slack has said what it thinks.
  const ask = (key: string, isPatient: boolean) =>
    pace(() => load(key), isPatient).catch((error: unknown) => {
      if (isPassing(error)) return pace(() => load(key), isPatient);
      throw error;
    });
  const cache = new LRUCache<string, Learnt<V>>({
    max: rememberedMax,
    ttl: ttlMs,
    noDeleteOnStaleGet: true,
    perf: Date, // the wall clock: a membership ages while the machine sleeps
    async fetchMethod(key, held, { options: entry }) {
      const isServed = held !== undefined && Date.now() - held.atMs <= maxStaleMs;
      try {
        return { value: await ask(key, !isServed), atMs: Date.now() };
      } catch (error) {
        if (!isServed || hasAnswered(error)) throw error;
        entry.ttl = retryAfterMs;
        return held;
      }
    },
  });
  return async (key) => {
    const learnt = cache.get(key) ?? (await cache.fetch(key));
    if (learnt === undefined) throw new Error('Slack gave no answer.');
    return learnt.value;
  };
}

/** Slack's own word for why it says no; absent when it did not answer at all. */
export function wordOf(error: unknown): string | undefined {
  return error instanceof SlackApiError && error.details.failure === 'refused' ? error.details.code : undefined;
}

/** Slack's words for a failure of its own, or for having enough. */
const ownFailures = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

function hasAnswered(error: unknown): boolean {
  const word = wordOf(error);
  return word !== undefined && !ownFailures.has(word);
}

function isPassing(error: unknown): boolean {
  return error instanceof SlackApiError && ['http_status', 'unreachable'].includes(error.details.failure);
}
