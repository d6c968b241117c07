import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Component, pause } from '../async.ts';
import { AccessError, errorCode } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Audit } from '../ops/audit.ts';
import { type AccessRules, authorize, type People } from '../policy.ts';
import type { Presentation, Services } from '../services.ts';
import type { Files } from '../slack/message.ts';
import type { Notify, Posted } from '../slack/send.ts';
import type { State } from '../store/state.ts';
import { shortCodeOf } from '../text.ts';
import { answeredCount, type Batch, batchFile, isActive, isOver, lastsMs, rowsOf } from './batch.ts';
import { anybodyMax, atOnceMax } from './batches.ts';
import { type List, readList } from './list.ts';
import { countsReply, fileNotTaken, progressReply, resultReply } from './messages.ts';
import type { BatchStore } from './store.ts';
import { ListTurn } from './turn.ts';

interface ListRunnerOptions {
  store: BatchStore;
  services: Pick<Services, 'transferApi' | 'history' | 'banks' | 'references'>;
  presentation: Presentation;
  notify: Notify;
  files: Files;
  state: Pick<State, 'lease'>;
  audit: Audit;
  rules: AccessRules;
  people: People;
  logger: Logger;
  events: Events;
}

/** One that had its turn. */
type Started = Batch & { message: Posted; startedAtMs: number };

/** How often it looks for batches that another process left or stopped… */
const lookEveryMs = 2_000;
/** …and, where there can be none, for offers that are over. */
const restMs = 60_000;
/** `chat.update` is limited: one for all batches of a workspace in so long. */
const updateEveryMs = 5_000;
const lastWordsMs = 2_000;
/** Looks up what people have begun, three lists at a time, and shows them how far it is. */
export class ListRunner implements Component {
  readonly #options: ListRunnerOptions;
  /** Those of this process, by id. */
  readonly #running = new Map<string, { ended: AbortController; run: Promise<void> }>();
  /** Whether the breaker holds look-ups back. */
  #isDown = false;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ListRunnerOptions) {
    this.#options = options;
  }

  async start() {
    this.#options.events.on('batch', this.#onBatch).on('breaker', this.#onBreaker);
    void this.#lookAgain();
  }

  async stop() {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#options.events.off('batch', this.#onBatch).off('breaker', this.#onBreaker);
    const running = [...this.#running.values()];
    for (const { ended } of running) ended.abort();
    await Promise.race([Promise.allSettled(running.map(({ run }) => run)), sleep(lastWordsMs)]);
  }

  readonly #onBatch = (what: string) => {
    if (what === 'begun' || what === 'stopped') void this.#lookAgain();
  };

  readonly #onBreaker = (now: string) => {
    this.#isDown = now !== 'closed';
  };

  readonly #lookAgain = async (): Promise<void> => {
    clearTimeout(this.#timer);
    if (this.#isStopping) return;
    const inMs = await this.#look().catch((error: unknown) => {
      this.#options.logger.warn({ code: errorCode(error) }, 'batches could not be looked through');
      return lookEveryMs;
    });
    clearTimeout(this.#timer);
    if (!this.#isStopping) this.#timer = setTimeout(this.#lookAgain, inMs);
  };

  /** Takes what waits, ends what was stopped, and drops what is over. @returns milliseconds until it is to look again */
  async #look(): Promise<number> {
    const { store, state, logger } = this.#options;
    const all = await store.all();
    for (const { id, isStopped } of all) if (isStopped) this.#running.get(id)?.ended.abort();
    await Promise.all(all.filter((head) => isOver(head, Date.now())).map(({ id }) => store.remove(id)));
    for (const { id } of all.filter(isActive).slice(0, atOnceMax)) {
      if (this.#isStopping || this.#running.has(id)) continue;
      const lease = await state.lease(`batch ${id}`, 'give up');
      if (!lease) continue;
      const ended = new AbortController();
      const run = this.#run(id, ended)
        .catch((error: unknown) => logger.error({ list: shortCodeOf(id), code: errorCode(error) }, 'a batch: later'))
        .then(() => lease.release().catch(() => {}))
        .finally(() => this.#running.delete(id));
      this.#running.set(id, { ended, run });
    }
    return store.isShared || all.some(isActive) ? lookEveryMs : restMs;
  }

  async #run(id: string, ended: AbortController): Promise<void> {
    const { store, events, logger } = this.#options;
    const found = await store.find(id);
    if (found === undefined) return;
    try {
      await this.#admit(found);
      const batch = await this.#begin(found);
      await this.#lookUp(batch, ended);
      const isCutShort = this.#isStopping && answeredCount(batch) < batch.count;
      if (!isCutShort || !store.isDurable()) await this.#finish(batch);
      else if (!store.isShared) await Promise.race([this.#show(batch, 'restart'), sleep(lastWordsMs)]).catch(() => {});
    } catch (error) {
      if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
      await this.#tellAudit(found, 'refused');
      events.emit('batch', 'refused', found.count);
      logger.info({ rule: error.rule }, 'a batch ended: its person may not have it any more');
      await store.remove(id);
    }
  }

  /** @throws AccessError when its person may not have it any more @returns why the result is for them alone, if it is */
  async #admit({ personId: userId, channelId, threadTs, count }: Batch): Promise<string | undefined> {
    const { rules, people } = this.#options;
    const place = { channelId, isSharedChannel: false, isAboutBanks: false };
    const posting = threadTs === undefined ? 'none' : 'preferred';
    const admission = await authorize({ userId, ...place, posting }, rules, people);
    if (count > anybodyMax && !(await admission.mayAskMany())) throw new AccessError('batch', 'Not for so many.');
    return admission.aloneBecause;
  }

  /** The first progress takes the place of the offer, where that stands in the direct message. */
  async #begin(batch: Batch): Promise<Started> {
    const { store, services, notify } = this.#options;
    const { startedAtMs = Date.now() } = batch;
    const started = { ...batch, startedAtMs, answers: { ...batch.answers } };
    const post = () => notify.post(batch.personId, this.#progressOf(started));
    const { message } = batch;
    const isShown = message !== undefined && batch.startedAtMs !== undefined;
    const update = async (shown: Posted) => notify.update(shown, this.#progressOf(started)).then(() => shown, post);
    const shown = isShown ? message : await (message === undefined ? post() : update(message));
    await services.banks.load().catch(() => {}); // for the banks' names
    await store.change(batch.id, { message: shown, startedAtMs });
    return { ...started, message: shown };
  }

  /** Until every reference has an answer, the list is stopped, its hour is over, or the process ends. */
  async #lookUp(batch: Started, ended: AbortController): Promise<void> {
    if (batch.isStopped) ended.abort();
    const hour = setTimeout(() => ended.abort(), batch.startedAtMs + lastsMs - Date.now());
    const showing = this.#showProgress(batch, ended.signal);
    const hooks = {
      admit: () => this.#admit(batch),
      tellAudit: (reference: string) => this.#tellAudit(batch, 'asked', reference),
      isDown: () => this.#isDown,
    };
    try {
      await new ListTurn({ ...this.#options, ...hooks, batch, ended }).run();
    } finally {
      clearTimeout(hour);
      ended.abort();
      await showing; // what it shows never comes behind the result
    }
  }

  /** Moves the message when something has changed, and no other list moved its own a moment ago. */
  async #showProgress(batch: Started, signal: AbortSignal): Promise<void> {
    for (let shown = ''; !signal.aborted; ) {
      await pause(1_000, signal).catch(() => {});
      const now = `${answeredCount(batch)} ${this.#isDown}`;
      if (signal.aborted || now === shown) continue;
      const lease = await this.#options.state.lease('batch progress', 'give up').catch(() => undefined);
      if (!lease) continue;
      shown = now;
      await lease.commit(updateEveryMs).catch(() => {});
      await this.#show(batch).catch(() => {});
    }
  }

  #show(batch: Started, pausedBy?: 'restart'): Promise<void> {
    return this.#options.notify.update(batch.message, this.#progressOf(batch, pausedBy));
  }

  #progressOf(batch: Batch, pausedBy?: 'restart') {
    const rows = this.#rowsIn(batch).filter((_, place) => batch.answers[place] !== undefined);
    return progressReply(batch, rows, pausedBy ?? (this.#isDown ? 'outage' : undefined));
  }

  /** The message becomes the result, which is the same however often; the file and the thread get theirs once, if at all. */
  async #finish(batch: Started): Promise<void> {
    const { store, notify, presentation, events, logger } = this.#options;
    const { id, channelId, threadTs, personId, utcOffsetSeconds } = batch;
    const aloneBecause = await this.#admit(batch);
    const rows = this.#rowsIn(batch);
    const list = await listOf(batch, this.#options);
    await this.#tellAudit(batch, 'ended');
    const result = resultReply(batch, rows, { ...presentation, utcOffsetSeconds, isFileUnread: list === 'unread' });
    await notify.update(batch.message, result).catch(() => notify.post(personId, result));
    await store.change(id, { endedAtMs: Date.now() });
    const logLost = (error: unknown) =>
      logger.warn({ list: shortCodeOf(id), code: errorCode(error) }, 'a part of a batch’s answer is lost');
    await notify.sendFile(personId, await batchFile(batch, rows, list)).catch(async (error: unknown) => {
      logLost(error);
      await notify.post(personId, fileNotTaken(batch)).catch(logLost);
    });
    if (channelId !== undefined && threadTs !== undefined && aloneBecause === undefined) {
      const counts = countsReply(batch, rows, presentation.currency);
      await notify.send({ kind: 'thread', channelId, threadTs, personId }, counts).catch(logLost);
    }
    events.emit('batch', 'ended', batch.count);
    void this.#lookAgain(); // for one that waits
  }

  #rowsIn(batch: Batch) {
    return rowsOf(batch, this.#options.services.banks.nameOf);
  }

  #tellAudit({ id, teamId, personId, channelId, count }: Batch, outcome: string, asked = `${count} references`) {
    return this.#options.audit({
      ...{ team: teamId, user: personId, channel: channelId, door: 'batch', command: 'txn', asked, outcome },
      ...{ durationMs: 0, reference: shortCodeOf(id) },
    });
  }
}

/** The file that a batch came in, as Slack has it now. */
export async function listOf(
  { file }: Batch,
  { files, services }: { files: Files; services: Pick<Services, 'references'> },
): Promise<List | 'unread' | undefined> {
  if (file === undefined) return undefined;
  return files
    .read(file)
    .then(({ bytes }) => readList(bytes, file.name, services.references, file.column))
    .catch(() => 'unread' as const);
}
