import { setTimeout as sleep } from 'node:timers/promises';
import { type Component, createLoop } from '../async.ts';
import { errorCode } from '../errors.ts';
import type { State } from '../store/state.ts';
import { deriveShortCode } from '../text.ts';
import { isActive, isOver, runningListsMax } from './list.ts';
import { ListRun, type ListRunOptions, processEnds } from './run.ts';

interface ListRunnerOptions extends Omit<ListRunOptions, 'isDown'> {
  state: Pick<State, 'lease'>;
}

/** Poll interval while a list is under way, as another process may receive the click on Stop. */
const lookEveryMs = 2_000;
/**
 * Poll interval while no list is under way, to take over lists of processes that ended and delete
 * expired offers.
 */
const restMs = 10_000;
const lastWordsMs = 2_000;

/** Runs the lists that people have begun, three at a time. */
export class ListRunner implements Component {
  readonly #options: ListRunnerOptions;
  /** Lists that run in this process, by id. */
  readonly #running = new Map<string, { ended: AbortController; run: Promise<void> }>();
  /** Whether the circuit breaker keeps look-ups from being sent. */
  #isDown = false;
  #isStopping = false;
  /** Whether the store failed last time: an outage is logged once. */
  #isFailing = false;
  readonly #loop = createLoop(() => this.#look());

  constructor(options: ListRunnerOptions) {
    this.#options = options;
  }

  async start() {
    this.#options.events.on('list', this.#loop.wake).on('breaker', this.#onBreaker);
    this.#loop.start();
  }

  async stop() {
    this.#isStopping = true;
    void this.#loop.stop();
    this.#options.events.off('list', this.#loop.wake).off('breaker', this.#onBreaker);
    const running = [...this.#running.values()];
    for (const { ended } of running) ended.abort(processEnds);
    await Promise.race([Promise.allSettled(running.map(({ run }) => run)), sleep(lastWordsMs)]);
  }

  readonly #onBreaker = (now: string) => {
    this.#isDown = now !== 'closed';
  };

  /**
   * Runs waiting lists, aborts stopped lists and deletes expired lists. @returns milliseconds until
   * the next call
   */
  async #look(): Promise<number> {
    const { store, logger } = this.#options;
    try {
      const all = await store.all();
      for (const { id, isStopped } of all) if (isStopped) this.#running.get(id)?.ended.abort();
      await Promise.all(
        all.filter((head) => isOver(head, Date.now())).map(({ id }) => store.remove(id)),
      );
      const active = all.filter(isActive);
      for (const { id } of active.slice(0, runningListsMax)) await this.#take(id);
      this.#isFailing = false;
      return active.length > 0 ? lookEveryMs : restMs;
    } catch (error) {
      if (!this.#isFailing)
        logger.warn({ code: errorCode(error) }, 'lists could not be looked through');
      this.#isFailing = true;
      return lookEveryMs;
    }
  }

  /** Runs a list unless it is already running, in this process or another. */
  async #take(id: string): Promise<void> {
    const { state, store, logger } = this.#options;
    if (this.#isStopping || this.#running.has(id)) return;
    const lease = await state.lease(`batch ${id}`, 'give up');
    if (!lease) return;
    const ended = new AbortController();
    const options = { ...this.#options, isDown: () => this.#isDown };
    const run = store
      .find(id)
      .then((list) => list && new ListRun(list, ended, options).run())
      .catch((error: unknown) =>
        logger.error({ list: deriveShortCode(id), code: errorCode(error) }, 'a list: later'),
      )
      .then(() => lease.release().catch(() => {}))
      .finally(() => this.#running.delete(id));
    this.#running.set(id, { ended, run });
  }
}
