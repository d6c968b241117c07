import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Component } from '../async.ts';
import { pause } from '../async.ts';
import { AccessError, errorCode, serviceFailures, TransferApiError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Audit } from '../ops/audit.ts';
import { type AccessRules, authorize, type People } from '../policy.ts';
import type { Presentation, Services } from '../services.ts';
import type { Files } from '../slack/files.ts';
import type { Notify, Posted } from '../slack/notify.ts';
import { isSettled } from '../status.ts';
import type { State } from '../store/state.ts';
import { shortCodeOf } from '../text.ts';
import { findTransaction, historyEntryOf } from '../transfers/look-up.ts';
import { type FoundRow, failedRow, groupOf, rowOf } from '../transfers/row.ts';
import { answeredCount, answerOf, type Batch, isActive, isOver, lastsMs, rowsOf } from './batch.ts';
import { anybodyMax, atOnceMax } from './batches.ts';
import { type List, readList } from './list.ts';
import { batchFile, countsReply, type Progress, progressReply, resultReply } from './messages.ts';
import type { BatchStore } from './store.ts';

interface BatchWorkerOptions {
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
/** Of one batch at once; all of them and the watches together have two slots. */
const workersMax = 2;
/** The policy is asked before each of these. */
const admitEvery = 100;
/** Tries of a reference whose look-up fails in passing. */
const triesMax = 3;
/** `chat.update` is limited: one for all batches of a workspace in so long. */
const updateEveryMs = 5_000;
const lastWordsMs = 2_000;
const passing: ReadonlySet<string> = new Set([...serviceFailures, 'not_asked']);

/** The part that looks up what people have begun, three batches at a time, and shows them how far it is. */
export function createBatchWorker(options: BatchWorkerOptions): Component {
  const { store, services, presentation, notify, state, logger, events } = options;
  const running = new Map<string, { ended: AbortController; run: Promise<void> }>();
  let isStopping = false;
  let isDown = false;
  let timer: NodeJS.Timeout | undefined;

  /** Takes what waits, ends what was stopped, and drops what is over. @returns milliseconds until it is to look again */
  async function look(): Promise<number> {
    const all = await store.all();
    for (const { id, isStopped } of all) if (isStopped) running.get(id)?.ended.abort();
    await Promise.all(all.filter((head) => isOver(head, Date.now())).map(({ id }) => store.remove(id)));
    for (const { id } of all.filter(isActive).slice(0, atOnceMax)) {
      if (isStopping || running.has(id)) continue;
      const lease = await state.lease(`batch ${id}`, 'give up');
      if (!lease) continue;
      const ended = new AbortController();
      const run = follow(id, ended)
        .catch((error: unknown) => logger.error({ code: errorCode(error) }, 'a batch: later'))
        .then(() => lease.release().catch(() => {}))
        .finally(() => running.delete(id));
      running.set(id, { ended, run });
    }
    return store.outlives() === 'process' || all.some(isActive) ? lookEveryMs : restMs;
  }

  const lookAgain = () => {
    clearTimeout(timer);
    if (isStopping) return;
    look()
      .catch((error: unknown) => {
        logger.warn({ code: errorCode(error) }, 'batches could not be looked through');
        return lookEveryMs;
      })
      .then((inMs) => {
        clearTimeout(timer);
        if (!isStopping) timer = setTimeout(lookAgain, inMs);
      });
  };

  /** @throws AccessError when its person may not have it any more */
  async function admit({ personId: userId, channelId, threadTs, count }: Batch): Promise<string | undefined> {
    const place = { channelId, isSharedChannel: false, isAboutBanks: false };
    const posting = threadTs === undefined ? 'none' : 'preferred';
    const admission = await authorize({ userId, ...place, posting }, options.rules, options.people);
    if (count > anybodyMax && !(await admission.mayAskMany())) throw new AccessError('batch', 'Not for so many.');
    return admission.aloneBecause;
  }

  async function follow(id: string, ended: AbortController): Promise<void> {
    const batch = await store.find(id);
    if (batch === undefined) return;
    try {
      await admit(batch);
      const message = batch.message ?? (await begin(batch));
      await services.banks.load().catch(() => {}); // for the banks' names
      const startedAtMs = batch.startedAtMs ?? Date.now();
      await store.change(id, { message, startedAtMs });
      const current = { ...batch, message, startedAtMs, answers: { ...batch.answers } };
      const left = setTimeout(() => ended.abort(), startedAtMs + lastsMs - Date.now());
      const showing = showProgress(current, ended.signal);
      try {
        if (batch.isStopped) ended.abort();
        await lookUpAll(current, ended);
      } finally {
        clearTimeout(left);
        ended.abort();
        await showing; // what it shows never comes behind the result
      }
      if (isStopping && answeredCount(current) < current.count) return await sayRestart(current);
      await finish(current);
    } catch (error) {
      if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
      await tellAudit(batch, 'refused');
      events.emit('batch', 'refused', batch.count);
      logger.info({ rule: error.rule }, 'a batch ended: its person may not have it any more');
      await store.remove(id);
    }
  }

  const begin = (batch: Batch) => notify.post(batch.personId, progressReply(batch, progressOf(batch)));
  const rowsIn = (batch: Batch) => rowsOf(batch, services.banks.nameOf);
  const tellAudit = (
    { id, teamId, personId, channelId, count }: Batch,
    outcome: string,
    asked = `${count} references`,
  ) =>
    options.audit({
      ...{ team: teamId, user: personId, channel: channelId, door: 'batch', command: 'txn', asked, outcome },
      ...{ durationMs: 0, reference: shortCodeOf(id) },
    });

  /** Every reference that has no answer, in order; what fails in passing comes again behind the others. */
  async function lookUpAll(batch: Batch, ended: AbortController): Promise<void> {
    const places = batch.references.map((_, place) => place).filter((place) => batch.answers[place] === undefined);
    const tries = new Map<number, number>();
    let asked = 0;
    const work = async () => {
      for (let place = places.shift(); place !== undefined && !ended.signal.aborted; place = places.shift()) {
        if (asked % admitEvery === admitEvery - 1) await admit(batch);
        asked += 1;
        const reference = batch.references[place] ?? '';
        try {
          await tellAudit(batch, 'asked', reference);
          const found = await lookUp(reference, batch.isRequery, ended.signal);
          const failure = found.kind === 'failure' ? found.failure : undefined;
          // It was not really asked, or it was what the breaker tries a service with that is down.
          const isFree = isDown || failure === 'rate_limited' || failure === 'not_asked';
          const tried = (tries.get(place) ?? 0) + (isFree ? 0 : 1);
          tries.set(place, tried);
          if (failure !== undefined && passing.has(failure) && tried < triesMax) {
            places.push(place);
            continue;
          }
          const entry = historyEntryOf(found);
          if (entry !== undefined) services.history.remember(entry, batch.personId);
          const answer = answerOf(found);
          await store.answer(batch.id, place, answer);
          batch.answers[place] = answer;
        } catch (error) {
          if (ended.signal.aborted) return;
          if (error instanceof TransferApiError || error instanceof AccessError) throw error;
          // The audit log, or the store: nothing goes on without them.
          logger.warn({ code: errorCode(error) }, 'a batch waits');
          places.push(place);
          await pause(lookEveryMs, ended.signal).catch(() => {});
        }
      }
    };
    const workers = Array.from({ length: workersMax }, () =>
      work().catch((error: unknown) => {
        ended.abort(); // the other one too: what is thrown here ends the batch, or its turn
        throw error;
      }),
    );
    const outcomes = await Promise.allSettled(workers);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** @throws the reason of `signal`, and errors that are not the service's */
  async function lookUp(asked: string, isRequery: boolean, signal: AbortSignal): Promise<FoundRow> {
    try {
      const answer = await findTransaction(asked, services.transferApi, { watch: signal });
      const record: FoundRow = { kind: 'record', asked, answer };
      const group = groupOf(rowOf(record));
      const id = answer.transaction.id?.trim() ?? '';
      if (!isRequery || isSettled(group) || !/^\d+$/.test(id)) return record;
      return { kind: 'requery', asked, answer: await services.transferApi.requery(id, { watch: signal }) };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      return failedRow({ isRequery: false, asked }, error);
    }
  }

  function progressOf(batch: Batch, beganMs = performance.now(), answeredBefore = 0): Progress {
    const answered = answeredCount(batch);
    const pace = (performance.now() - beganMs) / (answered - answeredBefore);
    const leftMs = Number.isFinite(pace) ? pace * (batch.count - answered) : undefined;
    const rows = rowsIn(batch).filter((_, place) => batch.answers[place] !== undefined);
    return { rows, answered, leftMs, pausedBy: isDown ? 'outage' : undefined };
  }

  /** Moves the message when something has changed, and no other batch moved its own a moment ago. */
  async function showProgress(batch: Started, signal: AbortSignal): Promise<void> {
    const beganMs = performance.now();
    const before = answeredCount(batch);
    let shown = '';
    while (!signal.aborted) {
      await pause(1_000, signal).catch(() => {});
      const now = `${answeredCount(batch)} ${isDown}`;
      if (signal.aborted || now === shown) continue;
      const lease = await state.lease('batch progress', 'give up').catch(() => undefined);
      if (!lease) continue;
      shown = now;
      await lease.commit(updateEveryMs).catch(() => {});
      await notify.update(batch.message, progressReply(batch, progressOf(batch, beganMs, before))).catch(() => {});
    }
  }

  async function sayRestart(batch: Started): Promise<void> {
    if (store.outlives() === 'process') return;
    if (store.outlives() === 'nothing') return finish(batch);
    const progress = { ...progressOf(batch), pausedBy: 'restart' as const };
    await Promise.race([notify.update(batch.message, progressReply(batch, progress)), sleep(lastWordsMs)]).catch(
      () => {},
    );
  }

  /** The message becomes the result, which is the same however often; the file and the thread get theirs once, if at all. */
  async function finish(batch: Started): Promise<void> {
    const aloneBecause = await admit(batch);
    const rows = rowsIn(batch);
    const list = await listOf(batch, options);
    await tellAudit(batch, 'ended');
    const result = resultReply(batch, rows, { ...presentation, isFileUnread: list === 'unread' });
    await notify.update(batch.message, result).catch(() => notify.post(batch.personId, result));
    await store.change(batch.id, { endedAtMs: Date.now() });
    await notify.sendFile(batch.personId, batchFile(batch, rows, list)).catch(isLost);
    const { channelId, threadTs, personId } = batch;
    if (channelId !== undefined && threadTs !== undefined && aloneBecause === undefined) {
      const counts = countsReply(batch, rows, presentation.currency);
      await notify.send({ kind: 'thread', channelId, threadTs, personId }, counts).catch(isLost);
    }
    events.emit('batch', 'ended', batch.count);
    lookAgain(); // for one that waits
  }

  const isLost = (error: unknown) => logger.warn({ code: errorCode(error) }, 'a part of a batch’s answer is lost');

  const onBatch = (what: string) => {
    if (what === 'begun' || what === 'stopped') lookAgain();
  };
  const onBreaker = (now: string) => {
    isDown = now !== 'closed';
  };
  return {
    async start() {
      events.on('batch', onBatch).on('breaker', onBreaker);
      lookAgain();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      events.off('batch', onBatch).off('breaker', onBreaker);
      for (const { ended } of running.values()) ended.abort();
      await Promise.race([Promise.allSettled([...running.values()].map(({ run }) => run)), sleep(lastWordsMs)]);
    },
  };
}

/** The file that a batch came in, as Slack has it now. */
export async function listOf(
  { file }: Batch,
  { files, services }: { files: Files; services: Pick<Services, 'references'> },
): Promise<List | 'unread' | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readList((await files.read(file)).bytes, file.name, services.references, file.column);
  } catch {
    return 'unread';
  }
}
