import type { Logger } from 'pino';
import { pause } from '../async.ts';
import type { Reply } from '../blocks/blocks.ts';
import type { Presentation, Services } from '../command.ts';
import { AuditError, errorCode, StoreError, serviceFailures } from '../errors.ts';
import { type Audit, auditPerson } from '../ops/audit.ts';
import type { Events } from '../ops/events.ts';
import { type AccessRules, type Admission, authorizeAgain, type People } from '../policy.ts';
import type { Files } from '../slack/files.ts';
import type { Notify, Posted } from '../slack/posts.ts';
import { deriveShortCode } from '../text.ts';
import { lookUpRow, rememberAndRecall } from '../transfers/record-and-requery.ts';
import type { Row } from '../transfers/row.ts';
import { anybodyMax, type List, listTimeoutMs, type StoredAnswer, toStoredAnswer } from './list.ts';
import {
  createProgressReply,
  createResultReply,
  createSharedReply,
  createUploadFailedReply,
} from './messages.ts';
import { createResultFile } from './result-csv.ts';
import { createRows, rowsOf } from './rows.ts';
import type { ListStore } from './store.ts';

/**
 * The most look-ups that one list makes at once; all lists and watches share a quarter of the slots
 * for look-ups.
 */
const workersMax = 2;
/** Answers are stored whenever this many are not stored yet. */
const storeEvery = 25;
/**
 * Answers are also stored at this interval. A killed process loses those not stored yet; they are
 * looked up again.
 */
const storeEveryMs = 2_000;
/**
 * Update interval of each progress message: Slack allows some 50 `chat.update` a minute, and three
 * lists may run.
 */
const updateEveryMs = 5_000;
/** Number of references after which the access policy is checked again. */
const admitEvery = 100;
/** The most tries of a reference whose look-up fails transiently. */
const lookUpTriesMax = 3;
/** Delay before a retry when the audit log or the store failed. */
const retryAfterMs = 2_000;
const passingFailures: ReadonlySet<string> = new Set([...serviceFailures, 'not_asked']);

export interface ListRunOptions {
  store: ListStore;
  services: Pick<Services, 'transferApi' | 'known' | 'bankCounts' | 'banks' | 'references'>;
  presentation: Presentation;
  notify: Notify;
  files: Files;
  audit: Audit;
  rules: AccessRules;
  people: People;
  logger: Logger;
  events: Events;
  /** Whether the circuit breaker keeps look-ups from being sent. */
  isDown(): boolean;
  /** Whether the list waits for the service, which is down or fails every look-up. */
  isWaiting(): boolean;
}

/** Thrown to end a list when the person who began it is no longer allowed to look it up. */
const refused = new Error('not allowed any more');
/**
 * Abort reason when the process ends or does not lead any more: another process, or this one after
 * a restart, continues the list.
 */
export const leadEnds = new Error('the process ends, or does not lead any more');

/** Runs one list: starts when the list's turn has come, and ends with the result message. */
export class ListRun {
  readonly #options: ListRunOptions;
  readonly #list: List & { startedAtMs: number };
  /**
   * Aborted when the list is stopped, its hour is over, the process ends, or the look-ups are done.
   */
  readonly #ended: AbortController;
  /** Indexes of references not yet looked up. */
  readonly #queue: number[];
  /**
   * The number of tries so far, and the answers not yet stored; both maps have the index of the
   * reference as key.
   */
  readonly #tries = new Map<number, number>();
  readonly #unstored = new Map<number, StoredAnswer>();
  #askedCount = 0;
  /** What the log said that this list waits for, until it goes on. */
  #waitsFor: string | undefined;

  constructor(list: List, ended: AbortController, options: ListRunOptions) {
    this.#options = options;
    this.#list = { ...list, startedAtMs: Date.now(), answers: { ...list.answers } };
    this.#ended = ended;
    this.#queue = [...list.references.keys()].filter((index) => list.answers[index] === undefined);
  }

  /** Resolves once the person has the result or may no longer have it, or once the process ends. */
  async run(): Promise<void> {
    const { store, events, logger } = this.#options;
    const { id, count, isStopped } = this.#list;

    try {
      await this.#admit();

      const shown = await this.#showFirst();
      await store.change(id, { message: shown });
      // A list that was stopped before this process took it looks nothing up, and gets its result.
      if (isStopped) this.#ended.abort();
      await this.#lookUpAll(shown);

      // Another process goes on with the list only if it can read the answers so far.
      const isContinued = this.#ended.signal.reason === leadEnds && store.isDurable();
      if (!isContinued) await this.#finish(shown);
    } catch (error) {
      if (error !== refused) throw error;
      await this.#audit('refused');
      events.emit('list', 'refused', count);
      logger.info({ list: deriveShortCode(id) }, 'list: deleted, as its owner lost access');
      await store.remove(id);
    }
  }

  /**
   * Checks the access policy again. @throws `refused` if it forbids the list; AccessError when
   * Slack is unreachable
   */
  async #admit(): Promise<Admission> {
    const { rules, people } = this.#options;
    const admission = await authorizeAgain(this.#list, rules, people);
    if (!admission || (this.#list.count > anybodyMax && !(await admission.mayAskMany())))
      throw refused;
    return admission;
  }

  /**
   * Shows progress in the list's message (an offer in the direct message, or earlier progress),
   * else in a new one.
   */
  async #showFirst(): Promise<Posted> {
    const { notify, services } = this.#options;
    const { message: offer, personId } = this.#list;
    await services.banks.load().catch(() => {}); // for the banks' names
    const progress = this.#progress();
    const post = () => notify.post(personId, progress);
    return offer === undefined ? post() : notify.update(offer, progress).then(() => offer, post);
  }

  /**
   * Resolves once all references have an answer, or the list has ended, and the answers are stored.
   * @throws `refused`, AccessError, StoreError
   */
  async #lookUpAll(shown: Posted): Promise<void> {
    const hour = setTimeout(() => this.#ended.abort(), listTimeoutMs);
    // When answers come slowly, store them before 25 are there.
    const storing = setInterval(() => this.#store().catch(() => {}), storeEveryMs);
    const showing = this.#showProgress(shown);
    const workers = Array.from({ length: workersMax }, () => this.#lookUpEach());

    try {
      await Promise.all(workers);
      await this.#store();
    } finally {
      clearTimeout(hour);
      clearInterval(storing);
      this.#ended.abort(); // an error of one worker ends the other
      await Promise.allSettled([...workers, showing]); // no progress update may follow the result
    }
  }

  /**
   * Updates the progress message every few seconds, if answers have come in, or the list waits
   * for the service or no longer does.
   */
  async #showProgress(shown: Posted): Promise<void> {
    const { signal } = this.#ended;
    const state = () => `${this.#answeredCount()} ${this.#options.isWaiting()}`;

    for (let last = state(); !signal.aborted; ) {
      await pause(updateEveryMs, signal).catch(() => {});
      if (signal.aborted || state() === last) continue;
      last = state();
      await this.#options.notify.update(shown, this.#progress()).catch(() => {});
    }
  }

  #answeredCount(): number {
    return Object.keys(this.#list.answers).length;
  }

  /**
   * Draws the list so far. What is known of it is read once, for the result: a list may be long.
   */
  #progress(): Reply {
    const rows = createRows(this.#list, this.#options.services.banks.nameOf);
    return createProgressReply(this.#list, rows, this.#options.isWaiting());
  }

  /**
   * Looks up references one after the other; a transient failure moves a reference to the end of
   * the queue.
   */
  async #lookUpEach(): Promise<void> {
    const queue = this.#queue;
    const { signal } = this.#ended;

    for (let index = queue.shift(); index !== undefined && !signal.aborted; index = queue.shift()) {
      // `run` has checked the policy for the first of them.
      if (this.#askedCount % admitEvery === admitEvery - 1) await this.#admit();
      this.#askedCount += 1;

      try {
        if (this.#unstored.size >= storeEvery) await this.#store();
        if (!(await this.#lookUpAt(index))) queue.push(index);
        this.#waitsFor = undefined;
      } catch (error) {
        if (signal.aborted) return;

        this.#logWait(error);
        queue.push(index);
        await pause(retryAfterMs, signal).catch(() => {});
      }
    }
  }

  /**
   * Logs once an outage that the audit log, the store or Slack failed: no look-up is made without
   * them.
   */
  #logWait(error: unknown): void {
    const { store, logger } = this.#options;
    const stored = error instanceof StoreError ? store.setting : 'the way to Slack';
    const cause = error instanceof AuditError ? 'AUDIT_LOG' : stored;
    if (this.#waitsFor === cause) return;

    this.#waitsFor = cause;
    const list = deriveShortCode(this.#list.id);
    logger.warn({ list, code: errorCode(error) }, `list: waits until it works: check ${cause}`);
  }

  /**
   * Looks up a reference and, in a list of requeries, requeries its record if that is open.
   * @returns whether the reference now has its final answer
   * @throws the reason of the signal in `#ended`, and errors that do not come from the service
   */
  async #lookUpAt(index: number): Promise<boolean> {
    const { references, answers, personId } = this.#list;
    const reference = references[index] ?? '';

    await this.#audit('asked', reference);
    const row = await lookUpRow(
      { isRequery: false, asked: reference, check: this.#list.isRequery ? 'if open' : undefined },
      this.#options.services.transferApi,
      { background: this.#ended.signal },
    );
    if (this.#isToComeAgain(index, row.requeried ?? row)) return false;

    const answer = toStoredAnswer(row, reference);
    answers[index] = answer;
    this.#unstored.set(index, answer);
    await rememberAndRecall([row], this.#options.services, { personId, isList: true });

    return true;
  }

  #isToComeAgain(index: number, { failure }: Row): boolean {
    if (failure === undefined || !passingFailures.has(failure)) return false;

    // A try does not count if the service did not process the request, or if the breaker was
    // probing the service.
    const isFree = this.#options.isDown() || failure === 'rate_limited' || failure === 'not_asked';
    const tried = (this.#tries.get(index) ?? 0) + (isFree ? 0 : 1);

    this.#tries.set(index, tried);
    return tried < lookUpTriesMax;
  }

  /** @throws StoreError; the answers are then stored at the next attempt */
  async #store(): Promise<void> {
    const unstored = this.#unstored;
    const answers = Object.fromEntries(unstored);
    if (unstored.size > 0) await this.#options.store.change(this.#list.id, { answers });
    for (const [index, answer] of unstored) if (answers[index] === answer) unstored.delete(index);
  }

  /**
   * Replaces the progress with the result, which a restart may repeat; sends the file and the
   * summary at most once.
   */
  async #finish(shown: Posted): Promise<void> {
    const { store, notify, files, presentation, services, events, logger } = this.#options;
    const list = this.#list;
    const { id, personId, utcOffsetSeconds, count } = list;

    const logLost = (what: string) => (error: unknown) =>
      logger.warn({ list: deriveShortCode(id), code: errorCode(error) }, `list: not sent: ${what}`);

    await files.alone(async () => {
      await this.#admit(); // the wait for other files may have been long
      const rows = await rowsOf(list, services);
      const { file, unread } = await createResultFile(list, rows, this.#options);

      await this.#audit('ended');
      const result = createResultReply(list, rows, { ...presentation, utcOffsetSeconds, unread });
      await notify.update(shown, result).catch(() => notify.post(personId, result));
      await store.change(id, { endedAtMs: Date.now() });
      await files.send(personId, file).catch(async (error: unknown) => {
        logLost('the CSV, which Send Me a CSV sends again')(error);
        await notify
          .post(personId, createUploadFailedReply(list))
          .catch(logLost('the message that the CSV is missing'));
      });
    });

    if (list.threadTs !== undefined)
      await this.#share().catch(logLost('the counts for the thread'));

    events.emit('list', 'ended', count);
  }

  /** Posts the counts into the list's thread, if others may still read them there. */
  async #share(): Promise<void> {
    const { notify, presentation, services } = this.#options;
    const rows = await rowsOf(this.#list, services, true);
    const { place } = await this.#admit(); // the file may have taken long
    if (!place.isPublic) return;

    await notify.send(
      this.#list,
      place,
      createSharedReply(this.#list, rows, presentation.currency),
    );
  }

  #audit(outcome: string, asked = `${this.#list.count} references`): Promise<void> {
    return this.#options.audit({
      ...auditPerson(this.#list),
      door: 'batch',
      command: 'txn',
      asked,
      outcome,
      durationMs: 0,
      reference: deriveShortCode(this.#list.id),
    });
  }
}
