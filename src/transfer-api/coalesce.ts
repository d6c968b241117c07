import type { GetRequest, HttpGet } from './http.ts';
import type { ServiceResponse } from './response.ts';

/**
 * The same question asked while it is under way asks nothing: both get the one answer, or the one failure. A look-up
 * with a shorter deadline of its own goes alone: it may end too early for the others.
 */
export function coalesce(get: HttpGet): HttpGet {
  const running = new Map<string, Promise<ServiceResponse>>();
  return (request: GetRequest) => {
    if (request.batch !== undefined) return get(request);
    const same = running.get(request.path);
    if (same) return same;
    const run = get(request).finally(() => running.delete(request.path));
    running.set(request.path, run);
    return run;
  };
}
