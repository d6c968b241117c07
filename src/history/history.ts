import type { Logger } from 'pino';
import { errorCode } from '../errors.ts';
import type { Counts, HistoryStore, Minutes, Run } from './counts.ts';
import { createFingerprint, type Entry, type NewEntry } from './entry.ts';

/** What was known when something was asked. */
interface Remembered {
  /** Answers about the same before this one. */
  before: readonly Run[];
  /** Of the last half hour, with this one; `undefined` when they cannot be had. */
  counts: Counts | undefined;
}

/**
 * What was asked, remembered. Nothing here rejects, and nothing takes longer than a fraction of a second: an answer
 * goes out without what cannot be remembered.
 */
export interface History {
  /** @param personId who asks */
  remember(look: NewEntry, personId: string): Promise<Remembered>;
  /** Resolves with the counts as they are with all of them. */
  rememberAll(looks: readonly NewEntry[], personId: string): Promise<Counts | undefined>;
  counts(minutes: Minutes): Promise<Counts | undefined>;
}

const patienceMs = 200;
/** While it does not work: everybody who asks would wait for nothing. */
const shortPatienceMs = 20;
const hintMinutes = 30;

export function createHistory(store: HistoryStore, trouble: DegradedState): History {
  async function soon<T>(work: Promise<T>, otherwise: T): Promise<T> {
    try {
      const result = await within(trouble.isMet() ? shortPatienceMs : patienceMs, work);
      trouble.end();
      return result;
    } catch (error) {
      trouble.meet(error);
      return otherwise;
    }
  }

  async function entriesOf(looks: readonly NewEntry[], personId: string): Promise<Entry[]> {
    const fingerprint = createFingerprint(await store.key());
    const atMs = Date.now();
    // The spread comes last: where it comes first, Node 20 keeps a hidden class for each of ten thousand entries.
    return looks.map(({ asked, ...rest }) =>
      'failure' in rest
        ? { fingerprint: fingerprint(asked), atMs, failure: rest.failure }
        : { fingerprint: fingerprint(asked), atMs, personId, ...rest },
    );
  }

  async function remember(look: NewEntry, personId: string): Promise<Remembered> {
    const entries = await entriesOf([look], personId);
    // In this order, all sent before the first is answered: they cost a shared store one round trip.
    const before = entries.map(({ fingerprint }) => store.of(fingerprint));
    const added = store.add(entries);
    const counts = store.counts(hintMinutes);
    const [answers, current] = await Promise.all([Promise.all(before), counts, added]);
    return { before: answers.flat(), counts: current };
  }

  async function rememberAll(looks: readonly NewEntry[], personId: string): Promise<Counts> {
    const added = store.add(await entriesOf(looks, personId));
    const [counts] = await Promise.all([store.counts(hintMinutes), added]);
    return counts;
  }

  return {
    remember: (look, personId) => soon(remember(look, personId), { before: [], counts: undefined }),
    rememberAll: (looks, personId) => soon(rememberAll(looks, personId), undefined),
    counts: (minutes) => soon(store.counts(minutes), undefined),
  };
}

/** With REMEMBER_HOURS=0. */
export const noHistory: History = {
  remember: async () => ({ before: [], counts: undefined }),
  rememberAll: async () => undefined,
  counts: async () => undefined,
};

/** Settles as `work` does. @throws Error with the code ETIMEDOUT when that takes too long; `work` goes on unheard */
export async function within<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' })), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface TroubleOptions {
  logger: Pick<Logger, 'warn' | 'info'>;
  /** What cannot be done, for the log: `the history cannot be read or written`. */
  what: string;
  /** Counts it, each time. */
  onTrouble: () => void;
}

export interface DegradedState {
  /** Whether it did not work when it was last tried. */
  isMet(): boolean;
  meet(error: unknown): void;
  end(): void;
}

/** Counts each failure, and logs the first of a row of them and its end: nobody asked for what fails here. */
export function createDegradedState({ logger, what, onTrouble }: TroubleOptions): DegradedState {
  let isMet = false;
  return {
    isMet: () => isMet,
    meet(error) {
      onTrouble();
      if (!isMet) logger.warn({ code: errorCode(error) }, what);
      isMet = true;
    },
    end() {
      if (isMet) logger.info(`no longer: ${what}`);
      isMet = false;
    },
  };
}
