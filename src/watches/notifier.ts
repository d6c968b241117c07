import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { elapsedMs, pause } from '../async.ts';
import type { Presentation } from '../command.ts';
import { DeliveryError, errorCode } from '../errors.ts';
import { type Audit, auditPerson } from '../ops/audit.ts';
import type { Events } from '../ops/events.ts';
import {
  type AccessRules,
  type Address,
  askerAlone,
  authorizeAgain,
  type People,
  type Place,
} from '../policy.ts';
import type { Notify } from '../slack/posts.ts';
import type { Lead } from '../store/state.ts';
import type { Subjects } from '../store/subjects.ts';
import { isDefined } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { KnownTransactions } from '../transfers/known-store.ts';
import { recordRow } from '../transfers/row.ts';
import { storedSnapshot } from '../transfers/snapshot.ts';
import { type WatchUpdate, watchNotification } from './notification.ts';
import type { Watch, WatchStore } from './watch.ts';

export interface NotifierOptions {
  store: WatchStore;
  lead: Lead;
  notify: Notify;
  presentation: Presentation;
  rules: AccessRules;
  people: People;
  known: Pick<KnownTransactions, 'recall'>;
  audit: Audit;
  /** Called with the record that a notification is about, once the notification is posted. */
  onSeen: (personId: string, answer: TransactionAnswer) => void;
  /** What each conversation was last about: a notification, once it is posted there. */
  subjects: Subjects;
  events: Events;
  logger: Logger;
  /**
   * Aborted when the process stops: pending changes are sent at once, and no new ones are accepted.
   */
  stopping: AbortSignal;
}

/**
 * A change of one watched transaction, or the end of its watch, to tell the person who started the
 * watch.
 */
export interface Change extends WatchUpdate {
  watch: Watch;
  /** When the look-up began, by `performance.now()`. */
  dueAtMs: number;
  /** Whether the watch ends even if this notification fails. */
  isLastTry: boolean;
}

type NotificationOutcome = keyof typeof outcomeLines;

/** The log line of each outcome. */
const outcomeLines = {
  told: 'watch: notified',
  ended: 'watch: notified of its end',
  over: 'watch: notified that its time is over',
  refused: 'watch: ended without a word, as the person may not ask any more',
  untold: 'watch: dropped, undelivered for a day',
};

/**
 * How long to collect further changes for the same person or thread, so that a conversation gets
 * one message per interval. The look-ups after a restart are spread over the same length of time.
 */
const collectMs = 5_000;
/** Retry interval when the store fails to record a notification. */
const recordAgainMs = 5_000;

/**
 * Creates the sender of notifications: collects changes for one person or thread, then authorizes,
 * audits, posts and records them.
 */
export function createNotifier(options: NotifierOptions) {
  const { store, lead, notify, presentation, rules, people, known, subjects, events } = options;
  const { logger, stopping } = options;
  /**
   * By address: changes that wait a few seconds, to be sent in one message with further changes.
   */
  const waiting = new Map<string, { changes: Change[]; delivered: Promise<void> }>();
  /**
   * Posts and records one message before the next, so that a process that is killed repeats at most
   * one message.
   */
  const oneAtATime = pLimit(1);
  let isStopped = false;

  function join(change: Change): Promise<void> {
    stopping.throwIfAborted();

    const address = notificationAddress(change.watch);
    const key = JSON.stringify(address);
    const burst = waiting.get(key) ?? { changes: [], delivered: deliverSoon(key, address) };

    burst.changes.push(change);
    waiting.set(key, burst);

    return burst.delivered;
  }

  /**
   * Sends an address's changes after `collectMs`. If Slack asks for a wait, checks access again
   * before the retry.
   */
  async function deliverSoon(key: string, address: Address): Promise<void> {
    await pause(collectMs, stopping).catch(() => {});

    const { changes = [] } = waiting.get(key) ?? {};
    waiting.delete(key);

    for (;;) {
      try {
        return await oneAtATime(() => send(address, changes));
      } catch (error) {
        if (!(error instanceof DeliveryError) || error.details.retryAfterMs === undefined)
          throw error;
        await pause(error.details.retryAfterMs, stopping);
      }
    }
  }

  async function send(address: Address, changes: readonly Change[]): Promise<void> {
    const { allowed, place } = await stillAllowed(address.personId, changes);
    if (allowed.length === 0) return;

    for (const change of allowed) await audit(change, notificationOutcome(change));
    if (isStopped || !lead.isMine()) throw new DeliveryError('stopping');

    await post(address, place, allowed);
    for (const change of allowed) report(change, notificationOutcome(change));
    for (const change of allowed) await record(change);
  }

  /**
   * Returns the changes still watched and not sent by another process, and their place by
   * Slack's latest word. Ends watches whose person has lost access.
   */
  async function stillAllowed(personId: string, changes: readonly Change[]) {
    const stored = new Map((await store.ofPerson(personId)).map((watch) => [watch.id, watch]));
    const allowed: Change[] = [];
    let place = askerAlone;

    for (const change of changes) {
      const storedWatch = stored.get(change.watch.id);
      if (storedWatch === undefined || storedWatch.tellings !== change.watch.tellings) continue;

      const admission = await authorizeAgain(change.watch, rules, people);
      if (admission === undefined) {
        await end(change, 'refused');
        continue;
      }

      allowed.push(change);
      place = admission.place;
    }

    return { allowed, place };
  }

  /** Ends a watch without a notification. */
  async function end(change: Change, outcome: NotificationOutcome, error?: unknown): Promise<void> {
    await audit(change, outcome);
    await store.remove(change.watch);
    report(change, outcome, error);
  }

  /** Posts into the thread or, if the thread accepts no more replies, to the person alone. */
  async function post(address: Address, place: Place, changes: readonly Change[]): Promise<void> {
    const { personId } = address;
    // Where ALLOWED_CHANNELS limits the bot to channels, a direct message has no details.
    const isBrief = !place.isPublic && rules.channels.length > 0;

    try {
      const news = await addKnown(personId, changes);
      const drawn = watchNotification(news, { ...presentation, personId, place, isBrief });
      const conversation = await notify.send(address, place, drawn);
      const subject = changes.map(({ watch }) => ({ asked: watch.reference, isRequery: false }));
      void subjects.set(conversation, subject, String(Date.now() / 1_000));
    } catch (error) {
      if (place.isPublic && error instanceof DeliveryError && error.details.isPlaceClosed)
        return post(address, askerAlone, changes);
      if (error instanceof DeliveryError && error.details.mayHaveArrived)
        for (const _ of changes) events.emit('notification', 'unsure');
      throw error;
    }
  }

  /** Adds what the team knows of each record, which the person is about to see. */
  async function addKnown(personId: string, changes: readonly Change[]): Promise<WatchUpdate[]> {
    const answered = changes.filter(({ answer }) => answer !== undefined);
    const rows = answered.map(({ reference, answer }) => answer && recordRow(reference, answer));
    const recalled = await known.recall(rows.filter(isDefined), { personId });
    const knownOf = new Map(answered.map((change, index) => [change, recalled[index]?.known]));

    return changes.map((change) => ({ ...change, known: knownOf.get(change) }));
  }

  /**
   * Records a posted change, and retries while the store fails: an unrecorded change is sent again
   * after a restart.
   */
  async function record({ watch, answer, hasEnded }: Change): Promise<void> {
    if (answer) options.onSeen(watch.personId, answer);

    const tellings = watch.tellings ?? 0;
    const seen = answer ? storedSnapshot(watch.id, answer.transaction) : watch.seen;

    for (let tries = 1; ; tries += 1) {
      try {
        if (hasEnded) return await store.remove(watch);
        return await store.note({ ...watch, seen, tellings: tellings + 1 }, tellings);
      } catch (error) {
        const why = 'a notification may be sent again: check STATE_DIR or Redis';
        if (tries === 1) logger.error({ code: errorCode(error) }, why);
        await pause(recordAgainMs, stopping);
      }
    }
  }

  function report({ code: reference }: Change, outcome: NotificationOutcome, error?: unknown) {
    events.emit('notification', outcome);
    const line = outcomeLines[outcome];
    if (error === undefined) logger.info({ outcome, reference }, line);
    else logger.error({ outcome, reference, code: errorCode(error) }, line);
  }

  async function audit(
    { watch, code: reference, dueAtMs }: Change,
    outcome: NotificationOutcome,
  ): Promise<void> {
    await options.audit({
      ...auditPerson(watch),
      door: 'watch',
      command: 'txn',
      asked: watch.reference,
      outcome,
      durationMs: Math.round(elapsedMs(dueAtMs)),
      reference,
    });
  }

  return {
    /**
     * Sends a change, together with others of the same few seconds. Resolves once the change is
     * posted and recorded, need not be sent (another process did, or the watch is gone), or the
     * watch was ended: access lost, or last try failed.
     * @throws DeliveryError, StoreError, AuditError, AccessError: the runner tries again for a day
     */
    async notify(change: Change): Promise<void> {
      try {
        await join(change);
      } catch (error) {
        if (!change.isLastTry) throw error;
        await end(change, 'untold', error);
      }
    },
    /**
     * Posts no more messages. Resolves once the message that is being sent to Slack, if any, is
     * recorded.
     */
    async stop(): Promise<void> {
      isStopped = true;
      await oneAtATime(async () => {});
    },
  };
}

function notificationOutcome({ kind, hasEnded }: Change): NotificationOutcome {
  if (kind !== 'changed') return 'over';
  return hasEnded ? 'ended' : 'told';
}

/** Where a watch's changes are posted: the thread in which it began, else a direct message. */
function notificationAddress({ channelId, threadTs, personId }: Watch): Address {
  return threadTs === undefined ? { personId } : { personId, channelId, threadTs };
}
