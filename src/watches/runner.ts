import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { type Component, createLoop, withTimeout } from '../async.ts';
import { errorCode, StoreError, TransferApiError, UserError } from '../errors.ts';
import { deriveShortCode, isDefined } from '../text.ts';
import type { TransferApi } from '../transfer-service/client.ts';
import { hasChanged, resolveDigests, takeSnapshot, type Watched } from '../transfers/snapshot.ts';
import type { WatchUpdate } from './notification.ts';
import { type Change, createNotifier, type NotifierOptions } from './notifier.ts';
import { createTimetable, type Plan } from './timetable.ts';
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
 * Creates the component that, while this process leads, looks up the references that are due, and
 * notifies each person whose watch has changed or ended.
 */
export function createWatchRunner(options: RunnerOptions): Component & {
  /** Resolves once the message that was being sent when the runner stopped is recorded. */
  settled(): Promise<void>;
} {
  const { events, lead, logger, schedule, store, transferApi } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTurn = pLimit(lookUpsInFlightMax);
  /** Look-ups that run, or wait for their turn. */
  const running = new Set<Promise<void>>();
  const timetable = createTimetable(schedule, (plan) => {
    const look = inTurn(() => run(plan)).finally(() => running.delete(look));
    running.add(look);
  });
  const notifier = createNotifier({ ...options, stopping: signal });
  const loop = createLoop(follow);
  /** Reads the watches that are not known yet, while this process leads. */
  let read: (() => AsyncIterable<readonly Watch[]>) | undefined;
  /** Whether all that were there before it led are known, so that others began just now. */
  let hasAll = false;

  // One listener per look-up that waits for a slot, and per notification.
  setMaxListeners(0, signal);

  /**
   * Learns which watches there are, if this process leads. @returns milliseconds to the next read
   */
  async function follow(): Promise<number> {
    if (!lead.isMine()) {
      timetable.clear();
      read = undefined;
      hasAll = false;
      return restMs;
    }

    try {
      read ??= store.createReader();
      for await (const watches of read()) timetable.add(watches, hasAll);
      hasAll = true;
      return store.readEveryMs;
    } catch (error) {
      if (!(error instanceof StoreError))
        logger.warn({ code: errorCode(error) }, 'watches: cannot be read');
      return readAgainMs;
    }
  }

  async function run(plan: Plan): Promise<void> {
    if (!timetable.has(plan)) return;

    try {
      await lookUpAndNotify(plan);
      timetable.planNext(plan);
    } catch (error) {
      if (!signal.aborted) logFailure(error);
      timetable.retry(plan, retryDelayMs(plan.failures));
    }
  }

  function logFailure(error: unknown): void {
    if (error instanceof TransferApiError) {
      const details = { failure: error.failure, ...error.logged };
      logger.warn(details, 'watch: the look-up failed, trying again');
      return;
    }

    const what =
      error instanceof StoreError ? 'the store cannot be read or written' : 'nobody was notified';
    logger.warn({ code: errorCode(error) }, `watch: ${what}, trying again`);
  }

  async function lookUpAndNotify(plan: Plan): Promise<void> {
    const dueAtMs = performance.now();
    const watches = await readWatches(plan);
    if (watches.length === 0) return;

    const found = { ...(await lookUp(plan)), dueAtMs };
    const atMs = performance.now();
    const changes = watches.map((watch) => changeOf(watch, plan, found, atMs)).filter(isDefined);
    const results = await Promise.allSettled(changes.map(notifier.notify));

    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Reads a reference's watches as they are stored now; those that are gone are planned no more.
   */
  async function readWatches({ watches }: Plan): Promise<readonly Watch[]> {
    const ids = [...watches.keys()];
    const stored = await store.find(ids);
    const there = new Set(stored.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) watches.delete(id);
    return stored;
  }

  /**
   * @throws TransferApiError to retry later, if no request was sent, or the service fails and no
   * watch has run out
   */
  async function lookUp({ reference, watches }: Plan): Promise<Pick<Change, 'answer' | 'failure'>> {
    try {
      return { answer: await transferApi.transaction(reference, { background: signal }) };
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
  function changeOf(watch: Watch, plan: Plan, found: Found, atMs: number): Change | undefined {
    const planned = plan.watches.get(watch.id);
    if (planned === undefined) return undefined;

    const now = found.answer && takeSnapshot(found.answer.transaction);
    const endsAtMs = schedule.endsAtMs(planned);
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

  return {
    async start() {
      events.on('watch', loop.wake).on('lead', loop.wake);
      loop.start();
    },
    async stop() {
      stopping.abort();
      const stopped = Promise.all([loop.stop(), ...running]);
      await withTimeout(lastNotificationsMs, stopped).catch(() => {});
      timetable.clear();
      void notifier.stop();
    },
    settled: notifier.stop,
  };
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
