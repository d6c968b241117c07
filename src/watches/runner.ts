import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { type Component, createLoop, withTimeout } from '../async.ts';
import { errorCode, StoreError, TransferApiError, UserError } from '../errors.ts';
import { deriveShortCode, isDefined } from '../text.ts';
import type { TransferApi } from '../transfer-service/client.ts';
import { hasChanged, resolveDigests, takeSnapshot, type Watched } from '../transfers/snapshot.ts';
import type { WatchUpdate } from './notification.ts';
import { type Change, Notifier, type NotifierOptions } from './notifier.ts';
import { type Plan, Timetable } from './timetable.ts';
import { endsWatch, type Schedule, type Watch } from './watch.ts';

interface RunnerOptions extends Omit<NotifierOptions, 'stopping'> {
  schedule: Schedule;
  transferApi: Pick<TransferApi, 'transaction'>;
}

/**
 * The most look-ups that one process makes at once: more would only wait for slots, and delay acks
 * to Slack.
 */
const lookUpsInFlightMax = 50;
/** Longest rest of a process that does not lead; an event ends it. */
const restMs = 60_000;
/** Retry interval when the store fails to return watches. */
const readAgainMs = 1_000;
/** How long after a watch's end to keep trying to notify the person; then the watch is dropped. */
const untoldMs = 24 * 60 * 60_000;
/**
 * Time to send the last notifications when the process stops; the rest are sent after the next
 * start.
 */
const lastNotificationsMs = 2_000;

/** Result of one look-up, shared by all watches of its reference. */
type Found = Pick<Change, 'answer' | 'failure' | 'dueAtMs'>;

/**
 * While this process leads, looks up the references that are due, and notifies each person whose
 * watch has changed or ended.
 */
export class WatchRunner implements Component {
  readonly #options: RunnerOptions;
  readonly #notifier: Notifier;
  readonly #stopping = new AbortController();
  readonly #timetable: Timetable;
  readonly #inTurn = pLimit(lookUpsInFlightMax);
  /** Look-ups that run, or wait for their turn. */
  readonly #running = new Set<Promise<void>>();
  readonly #loop = createLoop(() => this.#follow());
  /** Reads the watches that are not known yet, while this process leads. */
  #read: (() => AsyncIterable<readonly Watch[]>) | undefined;
  /** Whether all that were there before it led are known, so that others began just now. */
  #hasAll = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#timetable = new Timetable(options.schedule, (plan) => {
      const run = this.#inTurn(() => this.#run(plan)).finally(() => this.#running.delete(run));
      this.#running.add(run);
    });
    this.#notifier = new Notifier({ ...options, stopping: this.#stopping.signal });
    // One listener per look-up that waits for a slot, and per notification.
    setMaxListeners(0, this.#stopping.signal);
  }

  async start(): Promise<void> {
    this.#options.events.on('watch', this.#loop.wake).on('lead', this.#loop.wake);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const stopped = Promise.all([this.#loop.stop(), ...this.#running]);
    await withTimeout(lastNotificationsMs, stopped).catch(() => {});
    this.#timetable.clear();
    void this.#notifier.stop();
  }

  /** Resolves once the message that was being sent when the runner stopped is recorded. */
  async settled(): Promise<void> {
    await this.#notifier.stop();
  }

  /**
   * Learns which watches there are, if this process leads. @returns milliseconds to the next read
   */
  async #follow(): Promise<number> {
    const { lead, store, logger } = this.#options;
    if (!lead.isMine()) {
      this.#timetable.clear();
      this.#read = undefined;
      this.#hasAll = false;
      return restMs;
    }

    try {
      this.#read ??= store.createReader();
      for await (const watches of this.#read()) this.#timetable.add(watches, this.#hasAll);
      this.#hasAll = true;
      return store.readEveryMs;
    } catch (error) {
      if (!(error instanceof StoreError))
        logger.warn({ code: errorCode(error) }, 'watches: cannot be read');
      return readAgainMs;
    }
  }

  async #run(plan: Plan): Promise<void> {
    if (!this.#timetable.has(plan)) return;

    try {
      await this.#lookUpAndNotify(plan);
      this.#timetable.planNext(plan);
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#logFailure(error);
      this.#timetable.retry(plan, retryDelayMs(plan.failures));
    }
  }

  #logFailure(error: unknown): void {
    const { logger } = this.#options;
    if (error instanceof TransferApiError) {
      const details = { failure: error.failure, ...error.logged };
      logger.warn(details, 'watch: the look-up failed, trying again');
      return;
    }

    const what =
      error instanceof StoreError ? 'the store cannot be read or written' : 'nobody was notified';
    logger.warn({ code: errorCode(error) }, `watch: ${what}, trying again`);
  }

  async #lookUpAndNotify(plan: Plan): Promise<void> {
    const dueAtMs = performance.now();
    const watches = await this.#readWatches(plan);
    if (watches.length === 0) return;

    const found = { ...(await this.#lookUp(plan)), dueAtMs };
    const atMs = performance.now();
    const changes = watches
      .map((watch) => this.#changeOf(watch, plan, found, atMs))
      .filter(isDefined);
    const results = await Promise.allSettled(
      changes.map((change) => this.#notifier.notify(change)),
    );

    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Reads a reference's watches as they are stored now; those that are gone are planned no more.
   */
  async #readWatches({ watches }: Plan): Promise<readonly Watch[]> {
    const ids = [...watches.keys()];
    const stored = await this.#options.store.find(ids);
    const there = new Set(stored.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) watches.delete(id);
    return stored;
  }

  /**
   * @throws TransferApiError to retry later, if no request was sent, or the service fails and no
   * watch has run out
   */
  async #lookUp({ reference, watches }: Plan): Promise<Pick<Change, 'answer' | 'failure'>> {
    const { transferApi, schedule } = this.#options;
    try {
      const answer = await transferApi.transaction(reference, {
        background: this.#stopping.signal,
      });
      return { answer };
    } catch (error) {
      // An earlier version may have stored a reference that this one refuses: its watch runs out.
      if (error instanceof UserError)
        return { failure: new TransferApiError('rejected', { operation: 'transaction' }) };
      if (!(error instanceof TransferApiError)) throw error;

      const nowMs = performance.now();
      const isOver = [...watches.values()].some((watch) => nowMs >= schedule.endsAtMs(watch));
      if (isAnswer(error) || (isOver && error.failure !== 'not_asked')) return { failure: error };

      throw error;
    }
  }

  /**
   * Compares the look-up with what the watch saw last; `undefined` when there is nothing to notify
   * the person of.
   * @param atMs when the look-up ended, by `performance.now()`
   */
  #changeOf(watch: Watch, plan: Plan, found: Found, atMs: number): Change | undefined {
    const planned = plan.watches.get(watch.id);
    if (planned === undefined) return undefined;

    const now = found.answer && takeSnapshot(found.answer.transaction);
    const endsAtMs = this.#options.schedule.endsAtMs(planned);
    const isOver = atMs >= endsAtMs;
    const before = now === undefined ? watch.seen : resolveDigests(watch, now);
    const kind = updateKind(before, now, isOver);
    if (kind === undefined) return undefined;

    return {
      ...found,
      watch,
      kind,
      before,
      now: now ?? before,
      reference: watch.reference,
      lateMs: plan.isFirst ? 0 : Math.max(0, atMs - plan.plannedAtMs),
      hasRestarted: plan.isFirst,
      watchedMs: atMs - planned.knownSinceMs,
      isWholeKnown: planned.isWholeKnown,
      hasEnded: isOver || (now !== undefined && endsWatch(before, now)),
      isLastTry: atMs >= endsAtMs + untoldMs,
      code: deriveShortCode(JSON.stringify([watch.id, watch.tellings ?? 0, kind, watch.seen, now])),
    };
  }
}

function updateKind(
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
function retryDelayMs(failures: number): number {
  return Math.min(5_000 * 2 ** failures, 120_000);
}
