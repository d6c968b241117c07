import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Component, createLoop } from '../async.ts';
import { errorCode, StoreError, TransferApiError, UserError } from '../errors.ts';
import { deriveShortCode } from '../text.ts';
import type { TransferApi } from '../transfer-service/client.ts';
import { hasChanged, takeSnapshot, type Watched } from '../transfers/answer.ts';
import { resolveDigests } from '../transfers/disclosure.ts';
import type { WatchUpdate } from './notification.ts';
import { type Change, Notifier, type NotifierOptions } from './notifier.ts';
import { type Due, endsWatch, type Schedule, type Watch } from './watch.ts';

interface RunnerOptions extends Omit<NotifierOptions, 'stopping'> {
  schedule: Schedule;
  transferApi: Pick<TransferApi, 'transaction'>;
}

/**
 * The most look-ups that one process makes at once: more would only wait for slots, and delay acks
 * to Slack.
 */
const concurrency = 50;
/** Retry interval when the store fails to return the references that are due. */
const fetchAgainMs = 1_000;
/**
 * How often to give due times to references that have none, as a process or disk may fail before
 * storing one.
 */
const spreadEveryMs = 30_000;
/** How long after a watch's end to keep trying to notify the person; then the watch is dropped. */
const untoldMs = 24 * 60 * 60_000;
/**
 * Time to send the last notifications when the process stops; the rest are sent after the next
 * start.
 */
const lastNotificationsMs = 2_000;

/** Result of one look-up, shared by all watches of its reference. */
interface Found extends Pick<WatchUpdate, 'answer' | 'failure' | 'lateMs' | 'hasRestarted'> {
  /** When the look-up began, by `performance.now()`. */
  dueAtMs: number;
  /** When the look-up ended, in milliseconds since 1970. */
  atMs: number;
}

/**
 * Fetches due references, looks them up, and notifies each person whose watch has changed or ended.
 */
export class WatchRunner implements Component {
  readonly #options: RunnerOptions;
  readonly #notifier: Notifier;
  readonly #stopping = new AbortController();
  /** Look-ups in progress, by reference. */
  readonly #running = new Map<string, Promise<void>>();
  /**
   * By reference: how often its look-up has failed in a row, and for when the look-up was planned.
   */
  readonly #failing = new Map<string, { failures: number; plannedAtMs: number | undefined }>();
  readonly #loop = createLoop(() => this.#fetch());
  #spreadAtMs = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#notifier = new Notifier({ ...options, stopping: this.#stopping.signal });
    setMaxListeners(0, this.#stopping.signal); // one listener per look-up that waits for a slot, and per notification
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

  /** Resolves once the message that was being sent when the runner stopped is recorded. */
  async settled(): Promise<void> {
    await this.#notifier.stop();
  }

  /**
   * Starts to look up due references. @returns milliseconds to the next fetch, which comes sooner
   * if a look-up ends
   */
  async #fetch(): Promise<number> {
    const { store, logger } = this.#options;
    try {
      if (performance.now() >= this.#spreadAtMs) {
        await store.spread();
        this.#spreadAtMs = performance.now() + spreadEveryMs;
      }
      const running = [...this.#running.keys()];
      const { due, againAtMs } = await store.fetch({
        nowMs: Date.now(),
        running,
        max: concurrency - running.length,
      });
      for (const each of due) this.#running.set(each.reference, this.#run(each));
      return Math.max(0, againAtMs - Date.now());
    } catch (error) {
      if (!(error instanceof StoreError))
        logger.warn({ code: errorCode(error) }, 'what is due could not be read');
      return fetchAgainMs;
    }
  }

  /**
   * Looks up a reference, and stores when it is due next. If storing fails, it is due when its
   * lease expires.
   */
  async #run(due: Due): Promise<void> {
    const { reference } = due;
    const { store, logger } = this.#options;
    const { failures, plannedAtMs } = this.#failing.get(reference) ?? { ...due, failures: 0 };
    try {
      await this.#lookUpAndNotify({ reference, plannedAtMs });
      this.#failing.delete(reference);
      await store.done(reference);
      const nextAtMs = await this.#nextAtMs(reference); // read after `done`, so that no new watch is missed
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

  /** When a reference is due next; `undefined` when no one watches it any more. */
  async #nextAtMs(reference: string): Promise<number | undefined> {
    const { store, schedule } = this.#options;
    const nowMs = Date.now();
    const times = (await store.ofReference(reference)).map(
      (watch) => schedule.next(watch, nowMs) ?? nowMs,
    );
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
    const results = await Promise.allSettled(
      changes.map((change) => this.#notifier.notify(change)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Reads a reference's watches. If a watch begins in the future, as the clock was set back, lets
   * it begin now.
   */
  async #watchesOf(reference: string): Promise<readonly Watch[]> {
    const { store } = this.#options;
    const nowMs = Date.now();
    const watches = await store.ofReference(reference);
    for (const watch of watches)
      if (watch.begunAtMs > nowMs)
        await store.note({ ...watch, begunAtMs: nowMs }, watch.tellings ?? 0);
    return watches.map((watch) => ({ ...watch, begunAtMs: Math.min(watch.begunAtMs, nowMs) }));
  }

  /**
   * @throws TransferApiError to retry later, if no request was sent, or the service fails and no
   * watch has run out
   */
  async #lookUp(
    reference: string,
    watches: readonly Watch[],
  ): Promise<Pick<Found, 'answer' | 'failure'>> {
    try {
      return {
        answer: await this.#options.transferApi.transaction(reference, {
          watch: this.#stopping.signal,
        }),
      };
    } catch (error) {
      // What an earlier version stored, and this one may not ask for, is watched till its time is over.
      if (error instanceof UserError)
        return { failure: new TransferApiError('rejected', { operation: 'transaction' }) };
      if (!(error instanceof TransferApiError)) throw error;
      const isOver = watches.some((watch) => Date.now() >= this.#options.schedule.endsAtMs(watch));
      if (isAnswer(error) || (isOver && error.failure !== 'not_asked')) return { failure: error };
      throw error;
    }
  }

  /**
   * Compares the look-up with what the watch saw last; `undefined` when there is nothing to notify
   * the person of.
   */
  #changeOf(watch: Watch, { atMs, ...found }: Found): Change | undefined {
    const now = found.answer && takeSnapshot(found.answer.transaction);
    const endsAtMs = this.#options.schedule.endsAtMs(watch);
    const isOver = atMs >= endsAtMs;
    const before = now === undefined ? watch.seen : resolveDigests(watch, now);
    const kind = kindOf(before, now, isOver);
    if (kind === undefined) return undefined;
    return {
      ...found,
      ...{ watch, kind, before, now: now ?? before, reference: watch.reference },
      watchedMs: Math.max(0, atMs - watch.begunAtMs),
      hasEnded: isOver || (now !== undefined && endsWatch(before, now)),
      isLastTry: atMs >= endsAtMs + untoldMs,
      code: deriveShortCode(JSON.stringify([watch.id, watch.tellings ?? 0, kind, watch.seen, now])),
    };
  }
}

function kindOf(
  before: Watched,
  now: Watched | undefined,
  isOver: boolean,
): WatchUpdate['kind'] | undefined {
  if (now !== undefined && hasChanged(before, now)) return 'changed';
  if (!isOver) return undefined;
  return now === undefined ? 'unanswered' : 'over';
}

/**
 * Whether the service answered that it has no such record, or rejected the query; neither counts as
 * a change.
 */
function isAnswer({ failure }: TransferApiError): boolean {
  return failure === 'not_found' || failure === 'rejected';
}

/**
 * Returns how long to wait before the next try. @param failures number of failures in a row before
 * the latest one
 */
function retryAfterMs(failures: number): number {
  return Math.min(5_000 * 2 ** failures, 120_000);
}
