import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Component, createLoop } from '../async.ts';
import { errorCode, StoreError, TransferApiError } from '../errors.ts';
import { shortCodeOf } from '../text.ts';
import type { TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import { hasChanged, type Watched, watchedOf } from '../transfers/answer.ts';
import { recognised } from '../transfers/disclosure.ts';
import type { WatchNews } from './notification.ts';
import { type Change, Notifier, type NotifierOptions } from './notifier.ts';
import { type Due, endsWatch, type Schedule, type Watch } from './watch.ts';

interface RunnerOptions extends NotifierOptions {
  schedule: Schedule;
  transferApi: Pick<TransferApi, 'transaction'>;
}

/** References that one process looks up at once: more would only wait for the same slots, and keep acks waiting too. */
const concurrency = 50;
/** Longest time between two fetches: leases are renewed, and other processes' watches, or a clock that was set, noticed. */
const fetchEveryMs = { shared: 1_000, own: 15_000 };
/** References without a time are looked for: a process or a disk may fail before a watch has one. */
const spreadEveryMs = 30_000;
/** Time after its end at which a watch ends although its person could not be notified. */
const untoldMs = 24 * 60 * 60_000;
/** Time for the last notifications at a stop; the rest is sent after the next start. */
const lastNotificationsMs = 2_000;

type Outcome = { answer: TransactionAnswer; failure: undefined } | { answer: undefined; failure: TransferApiError };

type Query = Outcome & {
  dueAtMs: number;
  atMs: number;
  lateMs: number;
  hasRestarted: boolean;
};

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
  #spreadAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#notifier = new Notifier(options);
    setMaxListeners(0, this.#stopping.signal); // one for each look-up that waits for its slot
  }

  async start(): Promise<void> {
    this.#options.events.on('watch', this.#loop.wake);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#options.events.off('watch', this.#loop.wake);
    this.#stopping.abort();
    this.#notifier.close();
    const stopped = this.#loop.stop().then(() => Promise.all(this.#running.values()));
    await Promise.race([stopped, sleep(lastNotificationsMs)]);
    void this.#notifier.stop();
  }

  /** Resolves once the last message is recorded that was with Slack at the stop. */
  async settled(): Promise<void> {
    await this.#notifier.stop();
  }

  async #fetch(): Promise<number> {
    return this.#beginDue().catch((error: unknown) => {
      const isAway = error instanceof StoreError;
      if (!isAway) this.#options.logger.warn({ code: errorCode(error) }, 'what is due could not be read');
      return fetchEveryMs.shared;
    });
  }

  /** @returns milliseconds until the next fetch */
  async #beginDue(): Promise<number> {
    const { store } = this.#options;
    if (performance.now() >= this.#spreadAtMs) {
      await store.spread();
      this.#spreadAtMs = performance.now() + spreadEveryMs;
    }
    const [nowMs, running] = [Date.now(), [...this.#running.keys()]];
    const { due, nextAtMs } = await store.fetch({ nowMs, running, max: concurrency - running.length });
    for (const each of due)
      this.#running.set(
        each.reference,
        this.#run(each).finally(() => {
          this.#running.delete(each.reference);
          this.#loop.wake();
        }),
      );
    const isFull = this.#running.size >= concurrency; // the end of one wakes
    const longestMs = store.isShared ? fetchEveryMs.shared : fetchEveryMs.own;
    return isFull || nextAtMs === undefined ? longestMs : Math.min(longestMs, Math.max(0, nextAtMs - Date.now()));
  }

  /** Looks up a reference, and says when it is due next. While the store takes no such word, its lease ends. */
  async #run(due: Due): Promise<void> {
    const { reference } = due;
    const { store, logger } = this.#options;
    const { failures, plannedAtMs } = this.#failing.get(reference) ?? { ...due, failures: 0 };
    try {
      await this.#lookUpAndNotify({ reference, plannedAtMs });
      this.#failing.delete(reference);
      await store.done(reference, await this.#nextAtMs(reference));
      const nextAtMs = await this.#nextAtMs(reference); // a watch that was put just before `done` may be due earlier
      if (nextAtMs !== undefined) await store.advance(reference, nextAtMs);
    } catch (error) {
      if (!this.#stopping.signal.aborted) logger.warn({ code: errorCode(error) }, 'watch: later');
      this.#failing.set(reference, { failures: failures + 1, plannedAtMs });
      await store.done(reference, Date.now() + retryAfterMs(failures)).catch(() => {});
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
    const query = { ...outcome, dueAtMs, atMs, lateMs, hasRestarted: plannedAtMs === undefined };
    const changes = watches.flatMap((watch) => this.#changeOf(watch, query) ?? []);
    const isLastTry = ({ watch }: Change) => atMs >= this.#endsAtMs(watch) + untoldMs;
    const results = await Promise.allSettled(changes.map((change) => this.#notifier.notify(change, isLastTry(change))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** A watch that began in the future, by a clock that was set back since, begins now. */
  async #watchesOf(reference: string): Promise<readonly Watch[]> {
    const { store } = this.#options;
    const nowMs = Date.now();
    return Promise.all(
      (await store.ofReference(reference)).map(async (watch) => {
        if (watch.begunAtMs <= nowMs) return watch;
        const begun = { ...watch, begunAtMs: nowMs };
        await store.note(begun, watch.tellings ?? 0);
        return begun;
      }),
    );
  }

  /** @throws the failure of a service in trouble, unless the time of a watch is over */
  async #lookUp(reference: string, watches: readonly Watch[]): Promise<Outcome> {
    try {
      const answer = await this.#options.transferApi.transaction(reference, { watch: this.#stopping.signal });
      return { answer, failure: undefined };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      const isOver = watches.some((watch) => Date.now() >= this.#endsAtMs(watch));
      if (isAnswer(error) || (isOver && error.failure !== 'not_asked')) return { answer: undefined, failure: error };
      throw error;
    }
  }

  /** What there is to notify of; `undefined` when nothing has changed. */
  #changeOf(watch: Watch, query: Query): Change | undefined {
    const { answer, failure, dueAtMs, atMs, lateMs, hasRestarted } = query;
    const now = answer && watchedOf(answer.transaction);
    const endsAtMs = this.#endsAtMs(watch);
    const isOver = atMs >= endsAtMs;
    const before = now === undefined ? watch.seen : recognised(watch, now);
    const kind = kindOf(before, now, isOver);
    if (kind === undefined) return undefined;
    const hasEnded = isOver || (now !== undefined && endsWatch(before, now));
    const news: WatchNews = {
      kind,
      reference: watch.reference,
      before,
      now: now ?? before,
      answer,
      failure,
      watchedMs: Math.max(0, atMs - watch.begunAtMs),
      untilMs: hasEnded ? undefined : endsAtMs,
      lateMs,
      hasRestarted,
      code: shortCodeOf(JSON.stringify([watch.id, watch.tellings ?? 0, kind, watch.seen, now])),
    };
    return { watch, news, dueAtMs };
  }

  #endsAtMs(watch: Watch): number {
    return this.#options.schedule.endsAtMs(watch);
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
