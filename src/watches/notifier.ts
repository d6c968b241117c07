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
 * Sends notifications: collects changes for one person or thread, then authorizes, audits, posts
 * and records them.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  /**
   * By address: changes that wait a few seconds, to be sent in one message with further changes.
   */
  readonly #waiting = new Map<string, { changes: Change[]; delivered: Promise<void> }>();
  /**
   * Posts and records one message before the next, so that a process that is killed repeats at most
   * one message.
   */
  readonly #oneAtATime = pLimit(1);
  #isStopped = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /**
   * Sends a change, together with others of the same few seconds. Resolves once the change is
   * posted and recorded, need not be sent (another process did, or the watch is gone), or the watch
   * was ended: access lost, or last try failed.
   * @throws DeliveryError, StoreError, AuditError, AccessError: `WatchRunner` tries again for a day
   */
  async notify(change: Change): Promise<void> {
    try {
      await this.#join(change);
    } catch (error) {
      if (!change.isLastTry) throw error;
      await this.#end(change, 'untold', error);
    }
  }

  /**
   * Posts no more messages. Resolves once the message that is being sent to Slack, if any, is
   * recorded.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#oneAtATime(async () => {});
  }

  #join(change: Change): Promise<void> {
    this.#options.stopping.throwIfAborted();

    const address = notificationAddress(change.watch);
    const key = JSON.stringify(address);
    const burst = this.#waiting.get(key) ?? {
      changes: [],
      delivered: this.#deliverSoon(key, address),
    };

    burst.changes.push(change);
    this.#waiting.set(key, burst);

    return burst.delivered;
  }

  /**
   * Sends an address's changes after `collectMs`. If Slack asks for a wait, checks access again
   * before the retry.
   */
  async #deliverSoon(key: string, address: Address): Promise<void> {
    const { stopping } = this.#options;
    await pause(collectMs, stopping).catch(() => {});

    const { changes = [] } = this.#waiting.get(key) ?? {};
    this.#waiting.delete(key);

    for (;;) {
      try {
        return await this.#oneAtATime(() => this.#send(address, changes));
      } catch (error) {
        if (!(error instanceof DeliveryError) || error.details.retryAfterMs === undefined)
          throw error;
        await pause(error.details.retryAfterMs, stopping);
      }
    }
  }

  async #send(address: Address, changes: readonly Change[]): Promise<void> {
    const { allowed, place } = await this.#stillAllowed(address.personId, changes);
    if (allowed.length === 0) return;

    for (const change of allowed) await this.#audit(change, notificationOutcome(change));
    if (this.#isStopped || !this.#options.lead.isMine()) throw new DeliveryError('stopping');

    await this.#post(address, place, allowed);
    for (const change of allowed) this.#report(change, notificationOutcome(change));
    for (const change of allowed) await this.#record(change);
  }

  /**
   * Returns the changes still watched and not sent by another process, and their place by
   * Slack's latest word. Ends watches whose person has lost access.
   */
  async #stillAllowed(personId: string, changes: readonly Change[]) {
    const { store, rules, people } = this.#options;
    const stored = new Map((await store.ofPerson(personId)).map((watch) => [watch.id, watch]));
    const allowed: Change[] = [];
    let place = askerAlone;

    for (const change of changes) {
      const storedWatch = stored.get(change.watch.id);
      if (storedWatch === undefined || storedWatch.tellings !== change.watch.tellings) continue;

      const admission = await authorizeAgain(change.watch, rules, people);
      if (admission === undefined) {
        await this.#end(change, 'refused');
        continue;
      }

      allowed.push(change);
      place = admission.place;
    }

    return { allowed, place };
  }

  /** Ends a watch without a notification. */
  async #end(change: Change, outcome: NotificationOutcome, error?: unknown): Promise<void> {
    await this.#audit(change, outcome);
    await this.#options.store.remove(change.watch);
    this.#report(change, outcome, error);
  }

  /** Posts into the thread or, if the thread accepts no more replies, to the person alone. */
  async #post(address: Address, place: Place, changes: readonly Change[]): Promise<void> {
    const { notify, subjects, events, presentation, rules } = this.#options;
    const { personId } = address;
    // Where ALLOWED_CHANNELS limits the bot to channels, a direct message has no details.
    const isBrief = !place.isPublic && rules.channels.length > 0;

    try {
      const news = await this.#addKnown(personId, changes);
      const options = { ...presentation, personId, place, isBrief };
      const conversation = await notify.send(address, place, watchNotification(news, options));
      const subject = changes.map(({ watch }) => ({ asked: watch.reference, isRequery: false }));
      void subjects.set(conversation, subject, String(Date.now() / 1_000));
    } catch (error) {
      if (place.isPublic && error instanceof DeliveryError && error.details.isPlaceClosed)
        return this.#post(address, askerAlone, changes);
      if (error instanceof DeliveryError && error.details.mayHaveArrived)
        for (const _ of changes) events.emit('notification', 'unsure');
      throw error;
    }
  }

  /** Adds what the team knows of each record, which the person is about to see. */
  async #addKnown(personId: string, changes: readonly Change[]): Promise<WatchUpdate[]> {
    const answered = changes.filter(({ answer }) => answer !== undefined);
    const rows = answered.map(({ reference, answer }) => answer && recordRow(reference, answer));
    const recalled = await this.#options.known.recall(rows.filter(isDefined), { personId });
    const knownOf = new Map(answered.map((change, index) => [change, recalled[index]?.known]));

    return changes.map((change) => ({ ...change, known: knownOf.get(change) }));
  }

  /**
   * Records a posted change, and retries while the store fails: an unrecorded change is sent again
   * after a restart.
   */
  async #record({ watch, answer, hasEnded }: Change): Promise<void> {
    const { store, logger, onSeen, stopping } = this.#options;
    if (answer) onSeen(watch.personId, answer);

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

  #report({ code: reference }: Change, outcome: NotificationOutcome, error?: unknown): void {
    const { events, logger } = this.#options;
    events.emit('notification', outcome);
    const line = outcomeLines[outcome];
    if (error === undefined) logger.info({ outcome, reference }, line);
    else logger.error({ outcome, reference, code: errorCode(error) }, line);
  }

  async #audit(
    { watch, code: reference, dueAtMs }: Change,
    outcome: NotificationOutcome,
  ): Promise<void> {
    await this.#options.audit({
      ...auditPerson(watch),
      door: 'watch',
      command: 'txn',
      asked: watch.reference,
      outcome,
      durationMs: Math.round(elapsedMs(dueAtMs)),
      reference,
    });
  }
}

function notificationOutcome({ kind, hasEnded }: Change): NotificationOutcome {
  if (kind !== 'changed') return 'over';
  return hasEnded ? 'ended' : 'told';
}

/** Where a watch's changes are posted: the thread in which it began, else a direct message. */
function notificationAddress({ channelId, threadTs, personId }: Watch): Address {
  return threadTs === undefined ? { personId } : { personId, channelId, threadTs };
}
