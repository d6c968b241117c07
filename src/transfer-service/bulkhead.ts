import { withResolvers } from '../async.ts';
import { TransferApiError, type TransferApiOperation } from '../errors.ts';
import type { Events } from '../ops/events.ts';

/**
 * The request of one look-up, and for whom it is made: one waiting user, a table, or a watch or
 * list.
 */
export interface ServiceRequest {
  operation: TransferApiOperation;
  /** The path, URL-encoded, with its query string: `/v1/transfer/tsq?transactionId=19261`. */
  path: string;
  asked?: string;
  /**
   * Set if one person requests several look-ups together: all of them have the same `key` and
   * deadline.
   */
  table?: { key: object; withinMs: number } | undefined;
  /**
   * Set for a look-up of a watch or a list, which waits as long as it takes for a free slot, and
   * longer after failures. Aborted when nobody needs the answer any longer: while it waits, it
   * throws the abort reason; once sent, it goes on.
   */
  background?: AbortSignal | undefined;
}

interface BulkheadOptions {
  /** The most requests in flight at once. */
  concurrency: number;
  /** The deadline of a look-up; an answer that takes half of it is slow. */
  timeoutMs: number;
  events?: Events | undefined;
}

/** The fewest slots, unless the operator sets fewer. */
const leastCount = 5;
/** Time after which a slot that was taken away comes back. */
const growEveryMs = 1_000;
/** One operation leaves two of fifty slots, so that one that hangs does not stop the others. */
const operationShare = 24 / 25;
/** Tables leave half, so that a single look-up finds a slot beside them. */
const tableShare = 1 / 2;
/** Watches and lists leave three quarters: people, who wait for their answer, come first. */
const backgroundShare = 1 / 4;

export type Bulkhead = ReturnType<typeof createBulkhead>;

/**
 * Creates the slots of requests in flight, fewer while the service is slow or failing: halved, as
 * in TCP, and then one more each second.
 * @param onFree called when a slot has become free
 */
export function createBulkhead(
  { concurrency, timeoutMs, events }: BulkheadOptions,
  onFree: () => void,
) {
  let count = concurrency;
  let halvedAtMs = -Infinity;
  let growing: NodeJS.Timeout | undefined;
  const running = { all: 0, tables: 0, transaction: 0, requery: 0, banks: 0 };
  const waiting: { question: ServiceRequest; start: () => void }[] = [];

  function setCount(next: number): void {
    count = next;
    events?.emit('places', count);
    clearTimeout(growing);
    if (count < concurrency) growing = setTimeout(grow, growEveryMs).unref();
  }

  function grow(): void {
    setCount(count + 1);
    startNext();
  }

  /**
   * Halves the slots after a slow or failed request, once for all that were sent before. With
   * less than half of them in use, their number was not the trouble.
   */
  function halve(sentAtMs: number): void {
    const mayBeTooMany = running.all > count / 2 && count > leastCount;
    const isHalvedSince = sentAtMs < halvedAtMs;
    if (!mayBeTooMany || isHalvedSince) return;

    halvedAtMs = performance.now();
    setCount(Math.max(leastCount, Math.floor(count / 2)));
  }

  const shareOf = (share: number) => Math.max(1, Math.floor(count * share));

  function isFree({ operation, table }: ServiceRequest): boolean {
    if (running.all >= count) return false;
    if (running[operation] >= shareOf(operationShare)) return false;
    return !table || running.tables < shareOf(tableShare);
  }

  function countRunning({ operation, table }: ServiceRequest, change: 1 | -1): void {
    running.all += change;
    running[operation] += change;
    if (table) running.tables += change;
  }

  function startNext(): void {
    const next = waiting.find(({ question }) => isFree(question));
    if (!next) return;

    waiting.splice(waiting.indexOf(next), 1);
    countRunning(next.question, 1);
    next.start();
    startNext();
  }

  setCount(concurrency);
  return {
    isFree,
    /** How many look-ups of watches and lists may run at once. */
    backgroundMax: (): number => shareOf(backgroundShare),

    /** Calls `send` once a slot is free, in order of arrival. */
    async run<T>(question: ServiceRequest, send: () => Promise<T>): Promise<T> {
      if (isFree(question)) countRunning(question, 1);
      else {
        const { promise, resolve } = withResolvers<void>();
        waiting.push({ question, start: resolve });
        await promise; // `startNext` has counted it
      }

      const sentAtMs = performance.now();
      const slow = setTimeout(() => halve(sentAtMs), timeoutMs / 2);

      try {
        return await send();
      } catch (error) {
        if (isOfLoad(error)) halve(sentAtMs);
        throw error;
      } finally {
        clearTimeout(slow);
        countRunning(question, -1);
        startNext();
        onFree();
      }
    },
  };
}

/** Whether a service that is asked too much may fail so. */
function isOfLoad(error: unknown): boolean {
  return (
    error instanceof TransferApiError &&
    /^(?:timeout|unreachable|proxy|rate_limited)$/.test(error.failure)
  );
}
