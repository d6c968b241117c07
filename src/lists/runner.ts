import { type Component, createLoop, withTimeout } from '../async.ts';
import { errorCode } from '../errors.ts';
import type { Lead } from '../store/state.ts';
import { deriveShortCode } from '../text.ts';
import { isActive, runningListsMax } from './list.ts';
import { type ListRunOptions, leadEnds, runList } from './run.ts';

interface ListRunnerOptions extends Omit<ListRunOptions, 'isDown' | 'isWaiting'> {
  lead: Lead;
}

/** Poll interval, as another process may receive the click that begins or stops a list. */
const lookEveryMs = 1_500;
/** Longest rest of a process that does not lead; an event ends it. */
const restMs = 60_000;
const lastWordsMs = 2_000;

/**
 * Creates the component that runs the lists that people have begun, three at a time, in the process
 * that leads.
 */
export function createListRunner(options: ListRunnerOptions): Component {
  const { events, lead, store, logger } = options;
  /** Lists that run in this process, by id. */
  const running = new Map<string, { ended: AbortController; run: Promise<void> }>();
  /** Whether the circuit breaker keeps look-ups from being sent. */
  let isDown = false;
  /** Whether the service fails, so that only one look-up is sent at a time. */
  let isDegraded = false;
  let isStopping = false;
  /** Whether the store failed last time: an outage is logged once. */
  let isFailing = false;
  const loop = createLoop(look);
  const runOptions = {
    ...options,
    isDown: () => isDown,
    isWaiting: () => isDown || isDegraded,
  };

  /** Ends the running lists, for another process to continue them. */
  async function handOver(): Promise<void> {
    const handedOver = [...running.values()];
    for (const { ended } of handedOver) ended.abort(leadEnds);
    await Promise.allSettled(handedOver.map(({ run }) => run));
  }

  /**
   * Runs waiting lists and aborts stopped lists, if this process leads. @returns milliseconds until
   * the next call
   */
  async function look(): Promise<number> {
    if (!lead.isMine()) {
      await handOver();
      return restMs;
    }

    try {
      const all = await store.all();
      for (const { id, isStopped } of all) if (isStopped) running.get(id)?.ended.abort();
      for (const { id } of all.filter(isActive).slice(0, runningListsMax)) take(id);
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        logger.warn({ code: errorCode(error) }, `lists: cannot be read, check ${store.setting}`);
      isFailing = true;
    }

    return lookEveryMs;
  }

  /** Runs a list unless it is running already. */
  function take(id: string): void {
    if (isStopping || running.has(id) || running.size >= runningListsMax) return;

    const ended = new AbortController();
    const run = store
      .find(id)
      .then((list) => list && runList(list, ended, runOptions))
      .catch((error: unknown) =>
        logger.error(
          { list: deriveShortCode(id), code: errorCode(error) },
          'list: failed, and is resumed later',
        ),
      )
      .finally(() => running.delete(id));

    running.set(id, { ended, run });
  }

  return {
    async start() {
      events
        .on('list', loop.wake)
        .on('lead', loop.wake)
        .on('breaker', (state) => {
          isDown = state !== 'closed';
        })
        .on('degraded', (failure) => {
          isDegraded = failure !== undefined;
        });
      loop.start();
    },
    async stop() {
      isStopping = true;
      void loop.stop();
      await withTimeout(lastWordsMs, handOver()).catch(() => {});
    },
  };
}
