import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Component, createLoop } from '../async.ts';
import { errorCode, StoreError, TransferApiError } from '../errors.ts';
import { shortCodeOf } from '../text.ts';
import type { TransferApi } from '../transfer-service/client.ts';
import { hasChanged, type Watched, watchedOf } from '../transfers/answer.ts';
import { recognised } from '../transfers/disclosure.ts';
import type { WatchNews } from './notification.ts';
import { type Change, Notifier, type NotifierOptions } from './notifier.ts';
import { type Due, endsWatch, type Schedule, type Watch } from './watch.ts';

interface RunnerOptions extends Omit<NotifierOptions, 'stopping'> {
  schedule: Schedule;
  transferApi: Pick<TransferApi, 'transaction'>;
}

/** References that one process looks up at once: more would only wait for the same slots, and keep acks waiting too. */
const concurrency = 50;
/** Wait before the store is asked again that could not say what is due. */
const fetchAgainMs = 1_000;
/** References without a time are looked for: a process or a disk may fail before a watch has one. */
const spreadEveryMs = 30_000;
/** Time after its end at which a watch ends although its person could not be notified. */
const untoldMs = 24 * 60 * 60_000;
/** Time for the last notifications at a stop; the rest is sent after the next start. */
const lastNotificationsMs = 2_000;

/** What a look-up found, for all watches of its reference. */
interface Found extends Pick<WatchNews, 'answer' | 'failure' | 'lateMs' | 'hasRestarted'> {
  /** When the look-up began, by `performance.now()`. */
  dueAtMs: number;
  /** When it ended. */
  atMs: number;
}

/** Fetches what is due, looks it up, and has each person notified whose watch has changed or ended. */
export class WatchRunner implements Component {
  readonly #options: RunnerOptions;
  readonly #notifier: Notifier;
  readonly #stopping = new AbortController();
  /** By reference. */
  readonly #running = new Map<string, Promise<void>>();
  /** By reference: how often its look-up failed in a row, and when it was planned. */
  readonly #failing = new Map<string, { failures: number; plannedAtMs: number | undefined }>();
  readonly #loop = createLoop(() => this.#fetch());
  #spreadAtMs = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#notifier = new Notifier({ ...options, stopping: this.#stopping.signal });
    setMaxListeners(0, this.#stopping.signal); // one for each look-up that waits for its slot, and each notification
  }

  async start(): Promise<void> {
    this.#options.events.on('watch', this.#loop.wake);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#options.events.off('watch', this.#loop.wake);
    this.#stopping.abort();
    const stopped = this.#loop.stop().then(() => Promise.all(this.#running.values()));
    await Promise.race([stopped, sleep(lastNotificationsMs)]);
    void this.#notifier.stop();
  }

  /** Resolves once the last message is recorded that was with Slack at the stop. */
  async settled(): Promise<void> {
    await this.#notifier.stop();
  }

  /** Begins to look up what is due. @returns milliseconds until the next fetch; the end of a look-up wakes too */
  async #fetch(): Promise<number> {
    const { store, logger } = this.#options;
    try {
      if (performance.now() >= this.#spreadAtMs) {
        await store.spread();
        this.#spreadAtMs = performance.now() + spreadEveryMs;
      }
      const running = [...this.#running.keys()];
      const { due, againAtMs } = await store.fetch({ nowMs: Date.now(), running, max: concurrency - running.length });
      for (const each of due) this.#running.set(each.reference, this.#run(each));
      return Math.max(0, againAtMs - Date.now());
    } catch (error) {
      if (!(error instanceof StoreError)) logger.warn({ code: errorCode(error) }, 'what is due could not be read');
      return fetchAgainMs;
    }
  }

  /** Looks up a reference, and says when it is due next. While the store takes no such word, its lease ends. */
  async #run(due: Due): Promise<void> {
    const { reference } = due;
    const { store, logger } = this.#options;
    const { failures, plannedAtMs } = this.#failing.get(reference) ?? { ...due, failures: 0 };
    try {
      await this.#lookUpAndNotify({ reference, plannedAtMs });
      this.#failing.delete(reference);
      await store.done(reference);
      const nextAtMs = await this.#nextAtMs(reference); // only now, so that no watch is missed that is put meanwhile
      if (nextAtMs !== undefined) await store.advance(reference, nextAtMs);
    } catch (error) {
      if (!this.#stopping.signal.aborted) logger.warn({ code: errorCode(error) }, 'watch: later');
      this.#failing.set(reference, { failures: failures + 1, plannedAtMs });
      const againAtMs = Date.now() + retryAfterMs(failures);
      const postponed = store.done(reference).then(() => store.advance(reference, againAtMs));
      await postponed.catch(() => {});
    } finally {
      this.#running.delete(reference);
      this.#loop.wake();
    }
  }

  /** When a reference is due next; `undefined` when it is not watched. */
  async #nextAtMs(reference: string): Promise<number | undefined> {
    const { store, schedule } = this.#options;
    const nowMs = Date.now();
    const times = (await store.ofReference(reference)).map((watch) => schedule.next(watch, nowMs) ?? nowMs);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #lookUpAndNotify({ reference, plannedAtMs }: Due): Promise<void> {
    const dueAtMs = performance.now();
    const watches = await this.#watchesOf(reference);
    if (watches.length === 0) return;
    const outcome = await this.#lookUp(reference, watches);
    const atMs = Date.now();
    const lateMs = plannedAtMs === undefined ? 0 : Math.max(0, atMs - plannedAtMs);
    const found = { ...outcome, dueAtMs, atMs, lateMs, hasRestarted: plannedAtMs === undefined };
    const changes = watches.flatMap((watch) => this.#changeOf(watch, found) ?? []);
    const results = await Promise.allSettled(changes.map((change) => this.#notifier.notify(change)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** A watch that began in the future, by a clock that was set back since, begins now. */
  async #watchesOf(reference: string): Promise<readonly Watch[]> {
    const { store } = this.#options;
    const nowMs = Date.now();
    const watches = await store.ofReference(reference);
    for (const watch of watches)
      if (watch.begunAtMs > nowMs) await store.note({ ...watch, begunAtMs: nowMs }, watch.tellings ?? 0);
    return watches.map((watch) => ({ ...watch, begunAtMs: Math.min(watch.begunAtMs, nowMs) }));
  }

  /** @throws the failure of a service in trouble, unless the time of a watch is over */
  async #lookUp(reference: string, watches: readonly Watch[]): Promise<Pick<Found, 'answer' | 'failure'>> {
    try {
      return { answer: await this.#options.transferApi.transaction(reference, { watch: this.#stopping.signal }) };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      const isOver = watches.some((watch) => Date.now() >= this.#options.schedule.endsAtMs(watch));
      if (isAnswer(error) || (isOver && error.failure !== 'not_asked')) return { failure: error };
      throw error;
    }
  }

  /** What there is to notify of; `undefined` when nothing has changed. */
  #changeOf(watch: Watch, { atMs, ...found }: Found): Change | undefined {
    const now = found.answer && watchedOf(found.answer.transaction);
    const endsAtMs = this.#options.schedule.endsAtMs(watch);
    const isOver = atMs >= endsAtMs;
    const before = now === undefined ? watch.seen : recognised(watch, now);
    const kind = kindOf(before, now, isOver);
    if (kind === undefined) return undefined;
    return {
      ...found,
      ...{ watch, kind, before, now: now ?? before, reference: watch.reference },
      watchedMs: Math.max(0, atMs - watch.begunAtMs),
      hasEnded: isOver || (now !== undefined && endsWatch(before, now)),
      isLastTry: atMs >= endsAtMs + untoldMs,
      code: shortCodeOf(JSON.stringify([watch.id, watch.tellings ?? 0, kind, watch.seen, now])),
    };
  }
}

function kindOf(before: Watched, now: Watched | undefined, isOver: boolean): WatchNews['kind'] | undefined {
  if (now !== undefined && hasChanged(before, now)) return 'changed';
  if (!isOver) return undefined;
  return now === undefined ? 'unanswered' : 'over';
}

/** The service did its work: it has no such record, or gives none away. No change either. */
function isAnswer({ failure }: TransferApiError): boolean {
  return failure === 'not_found' || failure === 'rejected';
}

/** Backoff after a failure. */
function retryAfterMs(failures: number): number {
  return Math.min(5_000 * 2 ** failures, 120_000);
}
