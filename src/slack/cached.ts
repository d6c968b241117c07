import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { pause } from '../concurrency.ts';
import { isPassingProxyError, SlackApiError } from '../errors.ts';

interface RememberedOptions {
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
export function cached<V>(
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
export function slackErrorCode(error: unknown): string | undefined {
  return error instanceof SlackApiError && error.details.failure === 'refused' ? error.details.code : undefined;
}

/** Slack's error codes for failures of its own and for rate limits. */
const ownFailures = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

function hasAnswered(error: unknown): boolean {
  const word = slackErrorCode(error);
  return word !== undefined && !ownFailures.has(word);
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SlackApiError)) return false;
  const { failure, code } = error.details;
  return failure === 'proxy' ? isPassingProxyError(code) : ['http_status', 'unreachable'].includes(failure);
}

/** Fewer than Slack takes after a wait, so that all calls that waited succeed. */
const inFlightMax = 32;
/** How long one call waits for what Retry-After names, in all: the person waits as long. */
const retryAfterMaxMs = 10_000;
/** Slack may name half a minute and take a call much sooner: after this time a call is tried once more, then refused. */
const lastTryMs = 2_000;
/** Keeps a Retry-After of nothing from becoming a loop. */
const waitMinMs = 500;

/** @throws the error of `call`; unless `isPatient`, also an Error at once while Slack rate limits the method */
type Pace = <T>(call: () => Promise<T>, isPatient: boolean) => Promise<T>;

/**
 * Runs calls of one Web API method as fast as Slack takes them. When Slack rate limits, a call waits and retries, and
 * others wait as well: in an incident many new people ask at once. A caller that has an older answer need not wait.
 */
function createPace(): Pace {
  const slots = pLimit(inFlightMax);
  /** Until Slack takes calls again. */
  let limited: Promise<void> | undefined;

  function limit(waitMs: number): void {
    const both = Promise.all([limited, pause(waitMs)]).then(() => {
      if (limited === both) limited = undefined;
    });
    limited = both;
  }

  /** @param sinceMs when the caller came: whoever queued for long already is refused at once */
  async function paced<T>(call: () => Promise<T>, isPatient: boolean, sinceMs: number): Promise<T> {
    for (let leftMs = retryAfterMaxMs; ; ) {
      while (limited) {
        if (!isPatient) throw new Error('Slack limits this method, and that is waited out already.');
        await limited;
      }
      try {
        return await call();
      } catch (error) {
        const retryAfterMs = error instanceof SlackApiError ? error.details.retryAfterMs : undefined;
        if (!isPatient || retryAfterMs === undefined || leftMs <= 0) throw error;
        const isShort = retryAfterMs <= leftMs;
        const waitMs = isShort ? Math.max(retryAfterMs, waitMinMs) : sinceMs + lastTryMs - performance.now();
        if (waitMs <= 0) throw error;
        leftMs = isShort ? leftMs - waitMs : 0;
        limit(waitMs);
      }
    }
  }

  return (call, isPatient) => {
    const sinceMs = performance.now();
    return slots(() => paced(call, isPatient, sinceMs));
  };
}
