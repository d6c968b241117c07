import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { pause } from '../async.ts';
import type { Reply } from '../blocks/blocks.ts';
import type { Presentation } from '../command.ts';
import { AccessError, DeliveryError, errorCode } from '../errors.ts';
import type { Audit } from '../ops/audit.ts';
import type { Events } from '../ops/events.ts';
import { type AccessRules, authorize, type People } from '../policy.ts';
import type { Address, Notify } from '../slack/send.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import { storedSnapshot } from '../transfers/disclosure.ts';
import { type WatchNews, watchNotification } from './notification.ts';
import { addressOf, type Watch, type WatchStore } from './watch.ts';

export interface NotifierOptions {
  store: WatchStore;
  notify: Notify;
  presentation: Presentation;
  rules: AccessRules;
  people: People;
  audit: Audit;
  /** Called with a record that a person was notified of. */
  onSeen: (personId: string, answer: TransactionAnswer) => void;
  events: Events;
  logger: Logger;
}

/** What became of one watch, for the person whose watch it is. */
export interface Change {
  watch: Watch;
  news: WatchNews;
  /** When the reference was due, by `performance.now()`. */
  dueAtMs: number;
}

type Outcome = 'told' | 'ended' | 'over' | 'refused' | 'untold';

/**
 * Wait for further changes of the same person or thread, so that a conversation gets a message in so long; a restart
 * spreads its look-ups over as long.
 */
const collectMs = 5_000;
/** Wait before a notification is recorded again that the store did not take. */
const recordAgainMs = 5_000;

/** Sends what changed: collects a burst for one person, then allows, audits, posts and records it. */
export class Notifier {
  readonly #options: NotifierOptions;
  /** Changes that wait for company, by address. */
  readonly #waiting = new Map<string, { changes: Change[]; delivered: Promise<void> }>();
  /** One message is posted and recorded before the next, so that a kill repeats one at most. */
  readonly #oneAtATime = pLimit(1);
  readonly #closing = new AbortController();
  #isStopped = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // one for each batch
  }

  /**
   * Resolves once Slack and the store have the change, sent with others that came at about the same time.
   * @param isLastTry whether a failure ends the watch
   * @throws DeliveryError, StoreError, AuditError, AccessError: try again later
   */
  async notify(change: Change, isLastTry = false): Promise<void> {
    try {
      await this.#join(change);
    } catch (error) {
      if (!isLastTry) throw error;
      await this.#end(change, 'untold', error);
    }
  }

  /** Sends what waits for company, and takes nothing more. */
  close(): void {
    this.#closing.abort(new DeliveryError('stopping'));
  }

  /** Posts nothing more; resolves once the message that is with Slack is recorded. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#oneAtATime(async () => {});
  }

  #join(change: Change): Promise<void> {
    this.#closing.signal.throwIfAborted();
    const address = addressOf(change.watch);
    const key = JSON.stringify(address);
    const batch = this.#waiting.get(key) ?? this.#open(key, address);
    batch.changes.push(change);
    return batch.delivered;
  }

  #open(key: string, address: Address) {
    const changes: Change[] = [];
    const delivered = pause(collectMs, this.#closing.signal)
      .catch(() => {}) // closing: what waits goes at once
      .then(() => {
        this.#waiting.delete(key);
        return this.#deliver(address, changes);
      });
    const batch = { changes, delivered };
    this.#waiting.set(key, batch);
    return batch;
  }

  /** Sends a batch; starts anew after each wait that Slack asks for. */
  async #deliver(address: Address, changes: readonly Change[]): Promise<void> {
    for (;;) {
      try {
        return await this.#oneAtATime(() => this.#send(address, changes));
      } catch (error) {
        if (!(error instanceof DeliveryError) || error.retryAfterMs === undefined) throw error;
        await pause(error.retryAfterMs, this.#closing.signal);
      }
    }
  }

  async #send(address: Address, changes: readonly Change[]): Promise<void> {
    const { allowed, isAlone } = await this.#stillAllowed(address.personId, changes);
    if (allowed.length === 0) return;
    for (const change of allowed) await this.#audit(change, outcomeOf(change));
    if (this.#isStopped) throw new DeliveryError('stopping');
    await this.#post(isAlone ? directOf(address) : address, allowed);
    for (const change of allowed) {
      this.#report(change, outcomeOf(change));
      if (change.news.answer) this.#options.onSeen(change.watch.personId, change.news.answer);
    }
    for (const change of allowed) await this.#record(change);
  }

  /** The changes that may be sent now: still watched, not sent by another process, and the person may ask. */
  async #stillAllowed(personId: string, changes: readonly Change[]) {
    const stored = new Map((await this.#options.store.ofPerson(personId)).map((watch) => [watch.id, watch]));
    const allowed: Change[] = [];
    let isAlone = false;
    for (const change of changes) {
      const known = stored.get(change.watch.id);
      if (known === undefined || known.tellings !== change.watch.tellings) continue;
      const admission = await this.#admit(change.watch);
      if (admission === undefined) await this.#end(change, 'refused');
      else allowed.push(change);
      isAlone ||= admission?.aloneBecause !== undefined;
    }
    return { allowed, isAlone };
  }

  /** Asks the policy as if the person asked now where the watch began. @throws AccessError when Slack cannot be asked */
  async #admit({ personId: userId, channelId, threadTs }: Watch) {
    const { rules, people } = this.#options;
    const posting = threadTs === undefined ? ('none' as const) : ('preferred' as const);
    const request = { userId, channelId, isSharedChannel: false, isAboutBanks: false, posting };
    return authorize(request, rules, people).catch((error: unknown) => {
      if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
      return undefined;
    });
  }

  /** Ends a watch without a notification. */
  async #end(change: Change, outcome: Outcome, error?: unknown): Promise<void> {
    await this.#audit(change, outcome);
    await this.#options.store.remove(change.watch);
    this.#report(change, outcome, error);
  }

  /** Posts into the thread or, where that takes no reply any more, to the person alone. */
  async #post(address: Address, changes: readonly Change[]): Promise<void> {
    const { notify, events } = this.#options;
    try {
      await notify.send(address, this.#draw(address, changes));
    } catch (error) {
      if (address.kind === 'thread' && error instanceof DeliveryError && error.isPlaceClosed)
        return this.#post(directOf(address), changes);
      if (error instanceof DeliveryError && error.mayHaveArrived)
        for (const _ of changes) events.emit('notification', 'unsure');
      throw error;
    }
  }

  #draw({ kind, personId }: Address, changes: readonly Change[]): Reply {
    const news = changes.map((change) => change.news);
    const mention = kind === 'thread' ? personId : undefined;
    // `ALLOWED_CHANNELS` is about channels: a direct message is none of them.
    const isBrief = kind === 'direct' && this.#options.rules.channels.length > 0;
    return watchNotification(news, { ...this.#options.presentation, mention, isBrief });
  }

  /** Records what was posted, again and again while the store takes nothing: a restart would send it again. */
  async #record({ watch, news }: Change): Promise<void> {
    const { store, logger } = this.#options;
    const tellings = watch.tellings ?? 0;
    const seen = news.answer ? storedSnapshot(watch.id, news.answer.transaction) : watch.seen;
    for (let tries = 1; ; tries += 1) {
      try {
        if (news.untilMs === undefined) return await store.remove(watch);
        return await store.note({ ...watch, seen, tellings: tellings + 1, toldAtMs: Date.now() }, tellings);
      } catch (error) {
        const details = { code: errorCode(error) };
        if (tries === 1) logger.error(details, 'watches cannot be stored: people may be notified of the same again');
        await pause(recordAgainMs, this.#closing.signal);
      }
    }
  }

  #report({ news }: Change, outcome: Outcome, error?: unknown): void {
    const { events, logger } = this.#options;
    events.emit('notification', outcome);
    const line = { outcome, reference: news.code };
    if (error === undefined) logger.info(line, 'watch');
    else logger.error({ ...line, code: errorCode(error) }, 'watch');
  }

  async #audit({ watch, news, dueAtMs }: Change, outcome: Outcome): Promise<void> {
    await this.#options.audit({
      team: watch.teamId,
      user: watch.personId,
      channel: watch.channelId,
      door: 'watch',
      command: 'txn',
      asked: watch.reference,
      outcome,
      durationMs: Math.round(performance.now() - dueAtMs),
      reference: news.code,
    });
  }
}

function outcomeOf({ news: { kind, untilMs } }: Change): Outcome {
  if (kind !== 'changed') return 'over';
  return untilMs === undefined ? 'ended' : 'told';
}

function directOf({ personId }: Address): Address {
  return { kind: 'direct', personId };
}
