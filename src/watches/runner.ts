import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Component } from '../async.ts';
import { errorCode, TransferApiError } from '../errors.ts';
import { shortCodeOf } from '../text.ts';
import type { TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import { recognised } from '../transfers/disclosure.ts';
import { hasChanged, type Watched, watchedOf } from '../transfers/snapshot.ts';
import type { WatchNews } from './notification.ts';
import { type Change, Notifier, type NotifierOptions } from './notifier.ts';
import { endsWatch, type Watch, type WatchEngine } from './watch.ts';

interface RunnerOptions extends Omit<NotifierOptions, 'store'> {
  engine: WatchEngine;
  transferApi: Pick<TransferApi, 'transaction'>;
}

/** Grace after a watch's end before it ends without an answer of the service. */
const graceMs = 60 * 60_000;
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

/** Looks up what is due, and has each person notified whose watch has changed or ended. */
export class WatchRunner implements Component {
  readonly #options: RunnerOptions;
  readonly #notifier: Notifier;
  readonly #stopping = new AbortController();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#notifier = new Notifier({ ...options, store: options.engine.store });
    setMaxListeners(0, this.#stopping.signal); // one for each look-up that waits for its slot
  }

  async start(): Promise<void> {
    const { engine, logger } = this.#options;
    await engine.timetable.start((reference, plannedAtMs) =>
      this.#run(reference, plannedAtMs).catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) logger.warn({ code: errorCode(error) }, 'watch: later');
        throw error;
      }),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const stopped = this.#options.engine.timetable.stop();
    this.#notifier.close();
    await Promise.race([stopped, sleep(lastNotificationsMs)]);
    void this.#notifier.stop();
  }

  /** Resolves once the last message is recorded that was with Slack at the stop. */
  async settled(): Promise<void> {
    await this.#notifier.stop();
  }

  async #run(reference: string, plannedAtMs: number | undefined): Promise<void> {
    const dueAtMs = performance.now();
    const watches = await this.#watchesOf(reference);
    if (watches.length === 0) return;
    const outcome = await this.#lookUp(reference, watches);
    const atMs = Date.now();
    const lateMs = plannedAtMs === undefined ? 0 : Math.max(0, atMs - plannedAtMs);
    this.#options.events.emit('watchLateness', lateMs);
    const query = { ...outcome, dueAtMs, atMs, lateMs, hasRestarted: plannedAtMs === undefined };
    const changes = watches.flatMap((watch) => this.#changeOf(watch, query) ?? []);
    const isLastTry = ({ watch }: Change) => atMs >= this.#endsAtMs(watch) + untoldMs;
    const results = await Promise.allSettled(changes.map((change) => this.#notifier.notify(change, isLastTry(change))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** A watch that began in the future, by a clock that was set back since, begins now. */
  async #watchesOf(reference: string): Promise<readonly Watch[]> {
    const { store } = this.#options.engine;
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

  /** @throws the failure of a service in trouble, unless a watch has waited for it long enough */
  async #lookUp(reference: string, watches: readonly Watch[]): Promise<Outcome> {
    try {
      const answer = await this.#options.transferApi.transaction(reference, { watch: this.#stopping.signal });
      return { answer, failure: undefined };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      const isGivenUp = error.failure !== 'not_asked' && watches.some((watch) => this.#isLongOver(watch, Date.now()));
      if (isAnswer(error) || isGivenUp) return { answer: undefined, failure: error };
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
    if (kind === undefined || (failure && !isAnswer(failure) && !this.#isLongOver(watch, atMs))) return undefined;
    const hasEnded = isOver || (now !== undefined && endsWatch(before, now));
    const news: WatchNews = {
      kind,
      reference: watch.reference,
      channelId: watch.channelId,
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
    return this.#options.engine.schedule.endsAtMs(watch);
  }

  #isLongOver(watch: Watch, atMs: number): boolean {
    return atMs >= this.#endsAtMs(watch) + graceMs;
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
