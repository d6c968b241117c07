import { LRUCache } from 'lru-cache';
import { SlackApiError } from '../../errors.ts';
import { isPassingProxyError } from '../../proxy.ts';
import { createPace } from './pace.ts';

export interface RememberedOptions {
  /** How long an answer is used without asking again. */
  ttlMs: number;
  /** How long an old answer is used while Slack rate limits or fails; never after another error from Slack. */
  maxStaleMs: number;
}

interface Learnt<V> {
  value: V;
  atMs: number;
}

const rememberedMax = 5_000;
/** After a failed call, the old answer is used for this long without another call. */
const retryAfterMs = 10_000;

/** Caches Slack's answers by key: callers at the same time share one call; failures are not cached. */
export function remembered<V>(
  load: (key: string) => Promise<V>,
  { ttlMs, maxStaleMs }: RememberedOptions,
): (key: string) => Promise<V> {
  const pace = createPace();
  // Retry once when the connection broke or Slack failed; not after a time-out or an error code from Slack.
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

/** Slack's error code when it refused a call; `undefined` for any other failure. */
export function wordOf(error: unknown): string | undefined {
  return error instanceof SlackApiError && error.details.failure === 'refused' ? error.details.code : undefined;
}

/** Slack's error codes for failures of its own and for rate limits. */
const ownFailures = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

function hasAnswered(error: unknown): boolean {
  const word = wordOf(error);
  return word !== undefined && !ownFailures.has(word);
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SlackApiError)) return false;
  const { failure, code } = error.details;
  return failure === 'proxy' ? isPassingProxyError(code) : ['http_status', 'unreachable'].includes(failure);
}
