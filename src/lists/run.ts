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

/**
 * Runs one list, whose turn has come. Resolves once the person has the result or may no longer have
 * it, or once the process ends.
 * @param ended aborted when the list is stopped, its hour is over, the process ends, or the look-ups
 *   are done
 */
export async function runList(
  { answers: earlier, ...stored }: List,
  ended: AbortController,
  options: ListRunOptions,
): Promise<void> {
  const { store, services, presentation, notify, files, people, rules, events, logger } = options;
  const list = { ...stored, startedAtMs: Date.now(), answers: { ...earlier } };
  const { id, personId, references, count } = list;
  const { signal } = ended;
  const shortCode = deriveShortCode(id);
  /** Indexes of references not yet looked up. */
  const queue = [...references.keys()].filter((index) => earlier[index] === undefined);
  /**
   * The number of tries so far, and the answers not yet stored; both maps have the index of the
   * reference as key.
   */
  const tries = new Map<number, number>();
  const unstored = new Map<number, StoredAnswer>();
  let askedCount = 0;
  /** What the log said that this list waits for, until it goes on. */
  let waitsFor: string | undefined;

  /**
   * Checks the access policy again. @throws `refused` if it forbids the list; AccessError when
   * Slack is unreachable
   */
  async function admit(): Promise<Admission> {
    const admission = await authorizeAgain(list, rules, people);
    if (!admission || (count > anybodyMax && !(await admission.mayAskMany()))) throw refused;
    return admission;
  }

  /**
   * Shows progress in the list's message (an offer in the direct message, or earlier progress),
   * else in a new one.
   */
  async function showFirst(): Promise<Posted> {
    const { message: offer } = list;
    await services.banks.load().catch(() => {}); // for the banks' names
    const progress = drawProgress();
    const post = () => notify.post(personId, progress);
    return offer === undefined ? post() : notify.update(offer, progress).then(() => offer, post);
  }

  /**
   * Resolves once all references have an answer, or the list has ended, and the answers are stored.
   * @throws `refused`, AccessError, StoreError
   */
  async function lookUpAll(shown: Posted): Promise<void> {
    const hour = setTimeout(() => ended.abort(), listTimeoutMs);
    // When answers come slowly, store them before 25 are there.
    const storing = setInterval(() => storeAnswers().catch(() => {}), storeEveryMs);
    const showing = showProgress(shown);
    const workers = Array.from({ length: workersMax }, lookUpEach);

    try {
      await Promise.all(workers);
      await storeAnswers();
    } finally {
      clearTimeout(hour);
      clearInterval(storing);
      ended.abort(); // an error of one worker ends the other
      await Promise.allSettled([...workers, showing]); // no progress update may follow the result
    }
  }

  /**
   * Updates the progress message every few seconds, if answers have come in, or the list waits
   * for the service or no longer does.
   */
  async function showProgress(shown: Posted): Promise<void> {
    const state = () => `${Object.keys(list.answers).length} ${options.isWaiting()}`;

    for (let last = state(); !signal.aborted; ) {
      await pause(updateEveryMs, signal).catch(() => {});
      if (signal.aborted || state() === last) continue;
      last = state();
      await notify.update(shown, drawProgress()).catch(() => {});
    }
  }

  /**
   * Draws the list so far. What is known of it is read once, for the result: a list may be long.
   */
  function drawProgress(): Reply {
    return createProgressReply(list, createRows(list, services.banks.nameOf), options.isWaiting());
  }

  /**
   * Looks up references one after the other; a transient failure moves a reference to the end of
   * the queue.
   */
  async function lookUpEach(): Promise<void> {
    for (let index = queue.shift(); index !== undefined && !signal.aborted; index = queue.shift()) {
      // The policy was checked at the start for the first of them.
      if (askedCount % admitEvery === admitEvery - 1) await admit();
      askedCount += 1;

      try {
        if (unstored.size >= storeEvery) await storeAnswers();
        if (!(await lookUpAt(index))) queue.push(index);
        waitsFor = undefined;
      } catch (error) {
        if (signal.aborted) return;

        logWait(error);
        queue.push(index);
        await pause(retryAfterMs, signal).catch(() => {});
      }
    }
  }

  /**
   * Logs once an outage that the audit log, the store or Slack failed: no look-up is made without
   * them.
   */
  function logWait(error: unknown): void {
    const failing = error instanceof StoreError ? store.setting : 'the way to Slack';
    const cause = error instanceof AuditError ? 'AUDIT_LOG' : failing;
    if (waitsFor === cause) return;

    waitsFor = cause;
    const details = { list: shortCode, code: errorCode(error) };
    logger.warn(details, `list: waits until it works: check ${cause}`);
  }

  /**
   * Looks up a reference and, in a list of requeries, requeries its record if that is open.
   * @returns whether the reference now has its final answer
   * @throws the reason of the signal in `ended`, and errors that do not come from the service
   */
  async function lookUpAt(index: number): Promise<boolean> {
    const reference = references[index] ?? '';

    await audit('asked', reference);
    const row = await lookUpRow(
      { isRequery: false, asked: reference, check: list.isRequery ? 'if open' : undefined },
      services.transferApi,
      { background: signal },
    );
    if (isToComeAgain(index, row.requeried ?? row)) return false;

    const answer = toStoredAnswer(row, reference);
    list.answers[index] = answer;
    unstored.set(index, answer);
    await rememberAndRecall([row], services, { personId, isList: true });

    return true;
  }

  function isToComeAgain(index: number, { failure }: Row): boolean {
    if (failure === undefined || !passingFailures.has(failure)) return false;

    // A try does not count if the service did not process the request, or if the breaker was
    // probing the service.
    const isFree = options.isDown() || failure === 'rate_limited' || failure === 'not_asked';
    const tried = (tries.get(index) ?? 0) + (isFree ? 0 : 1);

    tries.set(index, tried);
    return tried < lookUpTriesMax;
  }

  /** @throws StoreError; the answers are then stored at the next attempt */
  async function storeAnswers(): Promise<void> {
    const answers = Object.fromEntries(unstored);
    if (unstored.size > 0) await store.change(id, { answers });
    for (const [index, answer] of unstored) if (answers[index] === answer) unstored.delete(index);
  }

  /**
   * Replaces the progress with the result, which a restart may repeat; sends the file and the
   * summary at most once.
   */
  async function finish(shown: Posted): Promise<void> {
    const { utcOffsetSeconds } = list;
    const logLost = (what: string) => (error: unknown) =>
      logger.warn({ list: shortCode, code: errorCode(error) }, `list: not sent: ${what}`);

    await files.alone(async () => {
      await admit(); // the wait for other files may have been long
      const rows = await rowsOf(list, services);
      const { file, unread } = await createResultFile(list, rows, options);

      await audit('ended');
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

    if (list.threadTs !== undefined) await share().catch(logLost('the counts for the thread'));

    events.emit('list', 'ended', count);
  }

  /** Posts the counts into the list's thread, if others may still read them there. */
  async function share(): Promise<void> {
    const rows = await rowsOf(list, services, true);
    const { place } = await admit(); // the file may have taken long
    if (!place.isPublic) return;

    await notify.send(list, place, createSharedReply(list, rows, presentation.currency));
  }

  function audit(outcome: string, asked = `${count} references`): Promise<void> {
    return options.audit({
      ...auditPerson(list),
      door: 'batch',
      command: 'txn',
      asked,
      outcome,
      durationMs: 0,
      reference: shortCode,
    });
  }

  try {
    await admit();

    const shown = await showFirst();
    await store.change(id, { message: shown });
    // A list that was stopped before this process took it looks nothing up, and gets its result.
    if (list.isStopped) ended.abort();
    await lookUpAll(shown);

    // Another process goes on with the list only if it can read the answers so far.
    const isContinued = signal.reason === leadEnds && store.isDurable();
    if (!isContinued) await finish(shown);
  } catch (error) {
    if (error !== refused) throw error;
    await audit('refused');
    events.emit('list', 'refused', count);
    logger.info({ list: shortCode }, 'list: deleted, as its owner lost access');
    await store.remove(id);
  }
}
