import { LRUCache } from 'lru-cache';
import type { GetRequest, HttpGet } from './http.ts';
import type { ServiceResponse } from './response.ts';

/** Beyond it the one that was joined longest ago is asked for once more. */
const runningMax = 500;

/**
 * Coalesces identical look-ups in flight: they share one answer, or one failure. A look-up of a batch goes alone: its
 * deadline may be too short for the others. So does one of a watch, which may wait for long.
 */
export function coalesce(get: HttpGet): HttpGet {
  // Its table holds keys and numbers alone: see `createBag`.
  const running = new LRUCache<string, Promise<ServiceResponse>>({ max: runningMax });
  return (request: GetRequest) => {
    if (request.batch !== undefined || request.watch !== undefined) return get(request);
    const same = running.get(request.path);
    if (same) return same;
    const run = get(request).finally(() => running.delete(request.path));
    running.set(request.path, run);
    return run;
  };
}
