import { LRUCache } from 'lru-cache';
import type { GetRequest, HttpGet } from './http.ts';
import type { ServiceResponse } from './response.ts';

/** Beyond it the one that was joined longest ago is asked for once more. */
const runningMax = 500;
/** With more at once the first wait for the last, with fewer the turns take longer than the cards. */
const answeredAtOnce = 4;

/**
 * Coalesces identical look-ups in flight: they share one answer, or one failure. A look-up of a batch goes alone: its
 * deadline may be too short for the others. So does one of a watch, which may wait for long.
 */
export function coalesce(get: HttpGet): HttpGet {
  // Its table holds keys and numbers alone: see `createBag`.
  const running = new LRUCache<string, () => Promise<ServiceResponse>>({ max: runningMax });
  return (request: GetRequest) => {
    if (request.batch !== undefined || request.watch !== undefined) return get(request);
    const join = running.get(request.path);
    if (join) return join();
    const run = get(request).finally(() => running.delete(request.path));
    running.set(request.path, shareInTurns(run));
    return run;
  };
}

/**
 * Those who join an answer get it some at a time, each some in a turn of the event loop of their own. Had all of them
 * their cards laid out in one turn, the first would be shown as late as the last. Nobody may join after the answer:
 * `coalesce` has forgotten it by then.
 */
function shareInTurns<T>(answer: Promise<T>): () => Promise<T> {
  const waiting: (() => void)[] = [];
  function answerSome(): void {
    for (const answerOne of waiting.splice(0, answeredAtOnce)) answerOne();
    if (waiting.length > 0) setImmediate(answerSome);
  }
  const begin = () => setImmediate(answerSome);
  answer.then(begin, begin);
  return () => new Promise((resolve) => waiting.push(() => resolve(answer)));
}
