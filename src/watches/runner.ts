import { StoreError, TransferApiError } from '../errors.ts';
import type { Events } from '../events.ts';
import { shortCodeOf } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import { recognised } from '../transfers/disclosure.ts';
import { hasChanged, type Watched, watchedOf } from '../transfers/snapshot.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { OnDue } from './engine.ts';
import type { WatchNews } from './notification.ts';
import type { Notifier } from './notifier.ts';
import type { Schedule } from './schedule.ts';
import { endsWatch, type Watch } from './watch.ts';

interface RunnerOptions {
  notes: DeliveryLog;
  schedule: Schedule;
  /** Asks the service once for all who watch the reference. @throws TransferApiError */
  ask: (reference: string) => Promise<TransactionAnswer>;
  tell: Notifier;
  events: Events;
}

/** So long after its end a watch whose question is not answered ends without an answer. */
const graceMs = 60 * 60_000;
/** So long after its end a watch of which nobody can be told ends untold. */
const untoldMs = 24 * 60 * 60_000;

type Outcome = { answer: TransactionAnswer; failure: undefined } | { answer: undefined; failure: TransferApiError };

type Asked = Outcome & {
  atMs: number;
  lateMs: number;
  hasRestarted: boolean;
};

/** What happens when a reference is due: one question, and for each who watches it a notification when something has changed. */
export function createRunner({ notes, schedule, ask, tell, events }: RunnerOptions): OnDue {
  return async (reference, plannedAtMs) => {
    await askAndTell(reference, plannedAtMs);
    if (notes.isBehind(reference)) throw new StoreError('behind');
  };

  async function askAndTell(reference: string, plannedAtMs: number | undefined): Promise<void> {
    const before = await watchesOf(reference);
    if (before.length === 0) return;
    const outcome = await answerAbout(reference, before);
    const watches = await watchesOf(reference); // the question may have waited for long
    const atMs = Date.now();
    const lateMs = plannedAtMs === undefined ? 0 : Math.max(0, atMs - plannedAtMs);
    events.emit('watchLateness', lateMs);
    const asked = { ...outcome, atMs, lateMs, hasRestarted: plannedAtMs === undefined };
    const outcomes = await Promise.allSettled(watches.map((watch) => follow(watch, asked)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /**
   * Of a person's watches of one reference the latest counts: a process may have died between beginning it and ending the
   * other. One that was begun in the future, by a clock that was set back since, begins now.
   */
  async function watchesOf(reference: string): Promise<readonly Watch[]> {
    const latest = new Map<string, Watch>();
    const watches = [...(await notes.ofReference(reference))].sort((a, b) => a.begunAtMs - b.begunAtMs);
    for (const kept of watches) {
      const watch = { ...kept, begunAtMs: Math.min(kept.begunAtMs, Date.now()) };
      if (watch.begunAtMs < kept.begunAtMs) await notes.note(watch);
      const older = latest.get(watch.personId);
      if (older !== undefined) await notes.end(older);
      latest.set(watch.personId, watch);
    }
    return [...latest.values()];
  }

  /** @throws the failure of a service in trouble, unless somebody has waited long enough */
  async function answerAbout(reference: string, watches: readonly Watch[]): Promise<Outcome> {
    try {
      return { answer: await ask(reference), failure: undefined };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      const isGivenUp = error.failure !== 'not_asked' && watches.some((watch) => isLongOver(watch, Date.now()));
      if (isAnswer(error) || isGivenUp) return { answer: undefined, failure: error };
      throw error;
    }
  }

  function isLongOver(watch: Watch, atMs: number): boolean {
    return atMs >= schedule.endsAtMs(watch) + graceMs;
  }

  async function follow(watch: Watch, { answer, failure, atMs, lateMs, hasRestarted }: Asked): Promise<void> {
    const now = answer && watchedOf(answer.transaction);
    const endsAtMs = watch.isLost ? atMs : schedule.endsAtMs(watch);
    const isOver = atMs >= endsAtMs;
    const before = now === undefined ? watch.seen : recognised(watch, now);
    const kind = watch.isLost ? 'lost' : kindOf(before, now, isOver);
    if (kind === undefined || (failure && !isAnswer(failure) && !isLongOver(watch, atMs))) return;
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
    await tell(watch, news, atMs >= endsAtMs + untoldMs);
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
