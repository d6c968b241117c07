import type { Logger } from 'pino';
import { pause } from '../async.ts';
import { AccessError, errorCode, serviceFailures, TransferApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { requeriesOf } from '../tables/actions.ts';
import { historyEntryOf, lookUpRow } from '../transfers/look-up.ts';
import type { Ask, Row } from '../transfers/row.ts';
import { type Answer, answerOf, type Batch } from './batch.ts';
import type { BatchStore } from './store.ts';

/** Of one batch at once; all of them and the watches together have two slots. */
const workersMax = 2;
/** Answers are stored together, so many at most… */
const storeEvery = 25;
/** …and none later than this: those are what a process that is killed leaves to be asked again. */
const storeEveryMs = 2_000;
/** The policy is asked before each of these. */
const admitEvery = 100;
/** Tries of a reference whose look-up fails in passing. */
const triesMax = 3;
/** Between two tries of the audit log and the store. */
const waitMs = 2_000;
const passing: ReadonlySet<string> = new Set([...serviceFailures, 'not_asked']);

interface ListTurnOptions {
  batch: Batch;
  /** Aborted when the list was stopped, its hour is over, or the process ends. */
  ended: AbortController;
  store: BatchStore;
  services: Pick<Services, 'transferApi' | 'history'>;
  logger: Logger;
  /** @throws AccessError when its person may not have it any more */
  admit(): Promise<unknown>;
  /** Resolves once the line of the audit log is written. */
  tellAudit(reference: string): Promise<void>;
  /** Whether the breaker holds look-ups back. */
  isDown(): boolean;
}

/** Looks up the references of one list that have no answer, and puts what was answered into `batch` and the store. */
export class ListTurn {
  readonly #options: ListTurnOptions;
  /** Of references that are still to be asked. */
  readonly #places: number[];
  /** By place. */
  readonly #tries = new Map<number, number>();
  /** Answers that are not stored yet, by place. */
  readonly #unstored = new Map<number, Answer>();
  #askedCount = 0;

  constructor(options: ListTurnOptions) {
    const { references, answers } = options.batch;
    this.#options = options;
    this.#places = references.map((_, place) => place).filter((place) => answers[place] === undefined);
  }

  /**
   * Resolves once all have an answer or `ended` is aborted, with the answers stored.
   * @throws AccessError, StoreError
   */
  async run(): Promise<void> {
    const { ended } = this.#options;
    // Where answers come slowly, few of them are waited for.
    const storing = setInterval(() => this.#store().catch(() => {}), storeEveryMs);
    const workers = Array.from({ length: workersMax }, () =>
      this.#lookUpEach().catch((error: unknown) => {
        ended.abort(); // the other one too: what is thrown here ends the batch, or its turn
        throw error;
      }),
    );
    const outcomes = await Promise.allSettled(workers);
    clearInterval(storing);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await this.#store();
  }

  /** One reference after the other; what fails in passing comes again behind the others. */
  async #lookUpEach(): Promise<void> {
    const { batch, ended, admit, tellAudit, services, logger } = this.#options;
    const places = this.#places;
    for (let place = places.shift(); place !== undefined && !ended.signal.aborted; place = places.shift()) {
      if (this.#askedCount % admitEvery === admitEvery - 1) await admit();
      this.#askedCount += 1;
      try {
        if (this.#unstored.size >= storeEvery) await this.#store();
        const reference = batch.references[place] ?? '';
        await tellAudit(reference);
        const found = await this.#lookUp(reference);
        const last = found.at(-1);
        if (last === undefined || this.#isToComeAgain(place, last)) {
          places.push(place);
          continue;
        }
        const [record = last, requery] = found;
        const answer = answerOf(record, requery);
        batch.answers[place] = answer;
        this.#unstored.set(place, answer);
        const entry = historyEntryOf(last);
        if (entry !== undefined) services.history.remember(entry, batch.personId);
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof TransferApiError || error instanceof AccessError) throw error;
        // The audit log, or the store: nothing goes on without them.
        logger.warn({ code: errorCode(error) }, 'a batch waits');
        places.push(place);
        await pause(waitMs, ended.signal).catch(() => {});
      }
    }
  }

  #isToComeAgain(place: number, { failure }: Row): boolean {
    // It was not really asked, or it was what the breaker tries a service with that is down.
    const isFree = this.#options.isDown() || failure === 'rate_limited' || failure === 'not_asked';
    const tried = (this.#tries.get(place) ?? 0) + (isFree ? 0 : 1);
    this.#tries.set(place, tried);
    return failure !== undefined && passing.has(failure) && tried < triesMax;
  }

  /**
   * The record, and the requery of one that is not settled where the list is of requeries.
   * @throws the reason of the signal, and errors that are not the service's
   */
  async #lookUp(asked: string): Promise<Row[]> {
    const { batch, ended, services } = this.#options;
    const look = (ask: Ask) => lookUpRow(ask, services.transferApi, { watch: ended.signal });
    const record = await look({ isRequery: false, asked });
    const [ask] = batch.isRequery ? requeriesOf([record]).asks : [];
    return ask === undefined ? [record] : [record, await look(ask)];
  }

  /** @throws StoreError; then the answers are stored the next time */
  async #store(): Promise<void> {
    const { store, batch } = this.#options;
    const unstored = this.#unstored;
    const answers = Object.fromEntries(unstored);
    if (unstored.size > 0) await store.change(batch.id, { answers });
    for (const [place, answer] of unstored) if (answers[place] === answer) unstored.delete(place);
  }
}
