import { type Component, createLoop, withTimeout } from '../async.ts';
import { errorCode } from '../errors.ts';
import type { Lead } from '../store/state.ts';
import { deriveShortCode } from '../text.ts';
import { isActive, runningListsMax } from './list.ts';
import { ListRun, type ListRunOptions, leadEnds } from './run.ts';

interface ListRunnerOptions extends Omit<ListRunOptions, 'isDown' | 'isWaiting'> {
  lead: Lead;
}

/** Poll interval, as another process may receive the click that begins or stops a list. */
const lookEveryMs = 1_500;
/** Longest rest of a process that does not lead; an event ends it. */
const restMs = 60_000;
const lastWordsMs = 2_000;

/** Runs the lists that people have begun, three at a time, in the process that leads. */
export class ListRunner implements Component {
  readonly #options: ListRunnerOptions;
  /** Lists that run in this process, by id. */
  readonly #running = new Map<string, { ended: AbortController; run: Promise<void> }>();
  /** Whether the circuit breaker keeps look-ups from being sent. */
  #isDown = false;
  /** Whether the service fails, so that only one look-up is sent at a time. */
  #isDegraded = false;
  #isStopping = false;
  /** Whether the store failed last time: an outage is logged once. */
  #isFailing = false;
  readonly #loop = createLoop(() => this.#look());

  constructor(options: ListRunnerOptions) {
    this.#options = options;
  }

  async start() {
    const { events } = this.#options;
    events
      .on('list', this.#loop.wake)
      .on('lead', this.#loop.wake)
      .on('breaker', (state) => {
        this.#isDown = state !== 'closed';
      })
      .on('degraded', (failure) => {
        this.#isDegraded = failure !== undefined;
      });
    this.#loop.start();
  }

  async stop() {
    this.#isStopping = true;
    void this.#loop.stop();
    await withTimeout(lastWordsMs, this.#handOver()).catch(() => {});
  }

  /** Ends the running lists, for another process to continue them. */
  async #handOver(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { ended } of running) ended.abort(leadEnds);
    await Promise.allSettled(running.map(({ run }) => run));
  }

  /**
   * Runs waiting lists and aborts stopped lists, if this process leads. @returns milliseconds until
   * the next call
   */
  async #look(): Promise<number> {
    const { lead, store, logger } = this.#options;
    if (!lead.isMine()) {
      await this.#handOver();
      return restMs;
    }

    try {
      const all = await store.all();
      for (const { id, isStopped } of all) if (isStopped) this.#running.get(id)?.ended.abort();
      for (const { id } of all.filter(isActive).slice(0, runningListsMax)) this.#take(id);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        logger.warn({ code: errorCode(error) }, `lists: cannot be read, check ${store.setting}`);
      this.#isFailing = true;
    }

    return lookEveryMs;
  }

  /** Runs a list unless it is running already. */
  #take(id: string): void {
    const { store, logger } = this.#options;
    if (this.#isStopping || this.#running.has(id) || this.#running.size >= runningListsMax) return;

    const ended = new AbortController();
    const options = {
      ...this.#options,
      isDown: () => this.#isDown,
      isWaiting: () => this.#isDown || this.#isDegraded,
    };
    const run = store
      .find(id)
      .then((list) => list && new ListRun(list, ended, options).run())
      .catch((error: unknown) =>
        logger.error(
          { list: deriveShortCode(id), code: errorCode(error) },
          'list: failed, and is resumed later',
        ),
      )
      .finally(() => this.#running.delete(id));

    this.#running.set(id, { ended, run });
  }
}
