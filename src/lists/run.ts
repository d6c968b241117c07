import type { Logger } from 'pino';
import { pause } from '../async.ts';
import type { Presentation, Services } from '../command.ts';
import { errorCode, serviceFailures } from '../errors.ts';
import type { Audit } from '../ops/audit.ts';
import type { Events } from '../ops/events.ts';
import { type AccessRules, type Admission, authorizeAgain, type People } from '../policy.ts';
import type { Files } from '../slack/message.ts';
import type { Notify, Posted } from '../slack/send.ts';
import { requeriesOf } from '../tables/actions.ts';
import { shortCodeOf } from '../text.ts';
import { historyEntryOf, lookUpRow } from '../transfers/look-up.ts';
import type { Ask, Row } from '../transfers/row.ts';
import { type Answer, answerOf, anybodyMax, type List, lastsMs, listFile, rowsOf } from './list.ts';
import { fileNotTaken, progressReply, resultReply, sharedReply } from './messages.ts';
import { readListAgain } from './parse.ts';
import type { ListStore } from './store.ts';

/** Of one list at once; all lists and watches together have a quarter of the places at the service. */
const workersMax = 2;
/** Answers are stored together, so many at most… */
const storeEvery = 25;
/** …and none later than this: those are what a process that is killed leaves to be asked again. */
const storeEveryMs = 2_000;
/** `chat.update` is limited to some fifty a minute; three lists may be under way. */
const updateEveryMs = 5_000;
/** The policy is asked before each of these. */
const admitEvery = 100;
/** Tries of a reference whose look-up fails in passing. */
const triesMax = 3;
/** Between two tries of the audit log and the store. */
const waitMs = 2_000;
const passing: ReadonlySet<string> = new Set([...serviceFailures, 'not_asked']);

export interface ListRunOptions {
  store: ListStore;
  services: Pick<Services, 'transferApi' | 'history' | 'banks' | 'references'>;
  presentation: Presentation;
  notify: Notify;
  files: Files;
  audit: Audit;
  rules: AccessRules;
  people: People;
  logger: Logger;
  events: Events;
  /** Whether the breaker holds look-ups back. */
  isDown(): boolean;
}

/** Why a list ends: its person may not have it any more. */
const refused = new Error('not allowed any more');
/** Why a list stops when the process does: another one, or the next, goes on with it. */
export const processEnds = new Error('the process ends');

/** One list, from its turn to its result. */
export class ListRun {
  readonly #options: ListRunOptions;
  readonly #list: List & { startedAtMs: number };
  /** Aborted when the list was stopped, its hour is over, or the process ends. */
  readonly #ended: AbortController;
  /** Of references that are still to be asked. */
  readonly #places: number[];
  /** By place: how often each was tried, and answers that are not stored yet. */
  readonly #tries = new Map<number, number>();
  readonly #unstored = new Map<number, Answer>();
  #askedCount = 0;

  constructor(list: List, ended: AbortController, options: ListRunOptions) {
    this.#options = options;
    const nowMs = Date.now();
    const startedAtMs = Math.min(list.startedAtMs ?? nowMs, nowMs); // the clock may have been set back since
    this.#list = { ...list, startedAtMs, answers: { ...list.answers } };
    this.#ended = ended;
    this.#places = [...list.references.keys()].filter((place) => list.answers[place] === undefined);
  }

  /** Resolves once the person has the result, or may not have it any more, or the process ends. */
  async run(): Promise<void> {
    const { store, events, logger } = this.#options;
    const { id, count, startedAtMs, isStopped } = this.#list;
    try {
      await this.#admit();
      const shown = await this.#showFirst();
      await store.change(id, { message: shown, startedAtMs });
      if (isStopped) this.#ended.abort();
      await this.#lookUpAll(shown);
      const isCutShort = this.#ended.signal.reason === processEnds && this.#answeredCount() < count;
      if (!isCutShort || !store.isDurable()) await this.#finish(shown);
    } catch (error) {
      if (error !== refused) throw error;
      await this.#audit('refused');
      events.emit('list', 'refused', count);
      logger.info({ list: shortCodeOf(id) }, 'a list ended: its person may not have it any more');
      await store.remove(id);
    }
  }

  /** @throws `refused`; AccessError when Slack cannot be asked */
  async #admit(): Promise<Admission> {
    const { rules, people } = this.#options;
    const admission = await authorizeAgain(this.#list, rules, people);
    if (!admission || (this.#list.count > anybodyMax && !(await admission.mayAskMany()))) throw refused;
    return admission;
  }

  /** The first progress takes the place of the offer, where that stands in the direct message. */
  async #showFirst(): Promise<Posted> {
    const { notify, services } = this.#options;
    const { message: offer, personId } = this.#list;
    await services.banks.load().catch(() => {}); // for the banks' names
    const post = () => notify.post(personId, this.#progress());
    return offer === undefined ? post() : notify.update(offer, this.#progress()).then(() => offer, post);
  }

  /**
   * Resolves once all references have an answer or the list has ended, with the answers stored.
   * @throws `refused`, AccessError, StoreError
   */
  async #lookUpAll(shown: Posted): Promise<void> {
    const hour = setTimeout(() => this.#ended.abort(), this.#list.startedAtMs + lastsMs - Date.now());
    // Where answers come slowly, few of them are waited for.
    const storing = setInterval(() => this.#store().catch(() => {}), storeEveryMs);
    const showing = this.#showProgress(shown);
    const workers = Array.from({ length: workersMax }, () => this.#lookUpEach());
    try {
      await Promise.all(workers);
      await this.#store();
    } finally {
      clearTimeout(hour);
      clearInterval(storing);
      this.#ended.abort(); // what one throws ends the other one too
      await Promise.allSettled([...workers, showing]); // what it shows never comes behind the result
    }
  }

  /** Moves the message when something has changed. */
  async #showProgress(shown: Posted): Promise<void> {
    const { signal } = this.#ended;
    const state = () => `${this.#answeredCount()} ${this.#options.isDown()}`;
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

  #progress() {
    const rows = this.#rows().filter((_, place) => this.#list.answers[place] !== undefined);
    return progressReply(this.#list, rows, this.#options.isDown());
  }

  #rows(): Row[] {
    return rowsOf(this.#list, this.#options.services.banks.nameOf);
  }

  /** One reference after the other; what fails in passing comes again behind the others. */
  async #lookUpEach(): Promise<void> {
    const places = this.#places;
    const { signal } = this.#ended;
    for (let place = places.shift(); place !== undefined && !signal.aborted; place = places.shift()) {
      if (this.#askedCount % admitEvery === admitEvery - 1) await this.#admit();
      this.#askedCount += 1;
      try {
        if (this.#unstored.size >= storeEvery) await this.#store();
        if (!(await this.#lookUpAt(place))) places.push(place);
      } catch (error) {
        if (signal.aborted) return;
        // The audit log, or the store: nothing goes on without them.
        this.#options.logger.warn({ code: errorCode(error) }, 'a list waits');
        places.push(place);
        await pause(waitMs, signal).catch(() => {});
      }
    }
  }

  /** @returns whether the reference has its answer now */
  async #lookUpAt(place: number): Promise<boolean> {
    const { references, answers, personId } = this.#list;
    const reference = references[place] ?? '';
    await this.#audit('asked', reference);
    const [record, requery] = await this.#find(reference);
    const last = requery ?? record;
    if (this.#isToComeAgain(place, last)) return false;
    const answer = answerOf(record, requery);
    answers[place] = answer;
    this.#unstored.set(place, answer);
    const entry = historyEntryOf(last);
    if (entry !== undefined) this.#options.services.history.remember(entry, personId);
    return true;
  }

  #isToComeAgain(place: number, { failure }: Row): boolean {
    if (failure === undefined || !passing.has(failure)) return false;
    // It was not really asked, or it was what the breaker tries a service with that is down.
    const isFree = this.#options.isDown() || failure === 'rate_limited' || failure === 'not_asked';
    const tried = (this.#tries.get(place) ?? 0) + (isFree ? 0 : 1);
    this.#tries.set(place, tried);
    return tried < triesMax;
  }

  /**
   * The record, and the requery of one that is not settled where the list is of requeries.
   * @throws the reason of the signal, and errors that are not the service's
   */
  async #find(asked: string): Promise<[record: Row, requery?: Row]> {
    const look = (ask: Ask) => lookUpRow(ask, this.#options.services.transferApi, { watch: this.#ended.signal });
    const record = await look({ isRequery: false, asked });
    const [ask] = this.#list.isRequery ? requeriesOf([record]).asks : [];
    return ask === undefined ? [record] : [record, await look(ask)];
  }

  /** @throws StoreError; then the answers are stored the next time */
  async #store(): Promise<void> {
    const unstored = this.#unstored;
    const answers = Object.fromEntries(unstored);
    if (unstored.size > 0) await this.#options.store.change(this.#list.id, { answers });
    for (const [place, answer] of unstored) if (answers[place] === answer) unstored.delete(place);
  }

  /** The message becomes the result, which is the same however often; the file and the thread get theirs once, if at all. */
  async #finish(shown: Posted): Promise<void> {
    const { store, notify, presentation, events, logger } = this.#options;
    const list = this.#list;
    const { id, threadTs, personId, utcOffsetSeconds, count } = list;
    const { aloneBecause } = await this.#admit();
    const rows = this.#rows();
    const parsed = await readListAgain(list, this.#options);
    await this.#audit('ended');
    const isFileUnread = list.file !== undefined && parsed === undefined;
    const result = resultReply(list, rows, { ...presentation, utcOffsetSeconds, isFileUnread });
    await notify.update(shown, result).catch(() => notify.post(personId, result));
    await store.change(id, { endedAtMs: Date.now() });
    const logLost = (error: unknown) =>
      logger.warn({ list: shortCodeOf(id), code: errorCode(error) }, 'a part of a list’s answer is lost');
    await notify.sendFile(personId, await listFile(list, rows, parsed)).catch(async (error: unknown) => {
      logLost(error);
      await notify.post(personId, fileNotTaken(list)).catch(logLost);
    });
    if (threadTs !== undefined && aloneBecause === undefined)
      await notify.send(list, sharedReply(list, rows, presentation.currency)).catch(logLost);
    events.emit('list', 'ended', count);
  }

  #audit(outcome: string, asked = `${this.#list.count} references`): Promise<void> {
    const { id, teamId: team, personId: user, channelId: channel } = this.#list;
    const line = { team, user, channel, door: 'batch', command: 'txn', asked, outcome, durationMs: 0 };
    return this.#options.audit({ ...line, reference: shortCodeOf(id) });
  }
}
