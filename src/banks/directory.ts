import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { TransferApiError } from '../errors.ts';
import type { BankListChange, Events } from '../ops/events.ts';
import type { BankQuestion } from '../reading/bank-names.ts';
import { foldBlanks } from '../text.ts';
import type { Bank, BankListAnswer } from '../transfer-service/client.ts';
import { type BankAnswers, findBanks } from './cover.ts';
import { type BankSearch, createBankSearch } from './search.ts';

export interface BankDirectoryOptions {
  load: () => Promise<Pick<BankListAnswer, 'banks' | 'droppedCount' | 'withInvalidCode'>>;
  ttlMs: number;
  maxStaleMs: number;
  events?: Events;
  logger: Logger;
}

export interface BankListState {
  readonly size: number;
  readonly loadedAtMs: number;
  /**
   * When a refresh last failed, so that this list stayed in use; `undefined` if none failed since
   * it was loaded.
   */
  readonly failedAtMs: number | undefined;
}

export type BankResults = BankAnswers & { readonly list: BankListState };

export type BankDirectory = ReturnType<typeof createBankDirectory>;

interface BankList {
  state: BankListState;
  banks: readonly Bank[];
  search: BankSearch;
}

/**
 * How long after a failed refresh no look-up refreshes the list again; the TTL counts if it is
 * shorter.
 */
const refreshAgainAfterMs = 30_000;

/**
 * Keeps the bank list in an LRU cache. The first look-up loads the list, and later look-ups refresh
 * an old list in the background. During an outage, the old list stays in use.
 */
export function createBankDirectory(options: BankDirectoryOptions) {
  const { ttlMs, maxStaleMs, events, logger } = options;
  const isUsable = (list: BankList) => Date.now() - list.state.loadedAtMs <= maxStaleMs;

  const cache = new LRUCache<'banks', BankList>({
    max: 1,
    ttl: ttlMs,
    allowStale: true,
    perf: Date, // the wall clock: a list ages while the machine sleeps
    async fetchMethod(_key, held, { options: entry }) {
      const usable = held && isUsable(held) ? held : undefined;
      try {
        return await load(held, usable?.state.size);
      } catch (error) {
        if (!usable) throw error;

        const { state } = usable;
        const failure = error instanceof TransferApiError ? error.failure : 'unexpected';
        const ageMs = Date.now() - state.loadedAtMs;
        logger.warn(
          { failure, ageMs },
          'bank list: cannot be loaded, so the old one is used; if this stays, run the doctor',
        );
        entry.ttl = Math.min(refreshAgainAfterMs, ttlMs);
        return { ...usable, state: { ...state, failedAtMs: Date.now() } };
      }
    },
  });

  /**
   * Loads the list, and reports how it differs from `held`.
   * @param usableSize size of the list that stays in use if the new one is refused
   */
  async function load(held: BankList | undefined, usableSize = 0): Promise<BankList> {
    const { banks, droppedCount, withInvalidCode } = await options.load();
    const size = banks.length;

    if (droppedCount > 0)
      logger.warn(
        { droppedCount, kept: size },
        'bank list: entries without a valid code or name are left out, tell those who run the service',
      );

    const areMostInvalid = size < droppedCount;
    const isCutShort = size * 2 < usableSize;
    if (size === 0 || areMostInvalid || isCutShort) {
      logger.warn(
        { size, previousSize: held?.state.size },
        'bank list: too short, and refused: ask those who run the service',
      );
      throw new TransferApiError('unexpected_body', { operation: 'banks', reason: 'wrong_data' });
    }

    const changes = held && changesBetween(held.banks, banks);
    if (changes && changes.added + changes.removed + changes.renamed > 0) {
      logger.info(changes, 'bank list: changed');
      events?.emit('bankList', changes);
    }

    const state = { size, loadedAtMs: Date.now(), failedAtMs: undefined };
    return { state, banks, search: createBankSearch([...banks, ...withInvalidCode]) };
  }

  async function current(): Promise<BankList> {
    const held = cache.peek('banks');
    // Without a usable list, the caller waits until a list is loaded, and gets the error if that
    // fails.
    return cache.forceFetch('banks', { allowStale: held !== undefined && isUsable(held) });
  }

  /** What was found for a question, which several steps of one answer ask. */
  const results = new WeakMap<BankQuestion, BankResults>();

  return {
    /**
     * Finds the banks that a text asks for; the same question is searched for once.
     * @throws TransferApiError if no list can be loaded and the cache has no list younger than
     *   `maxStaleMs`
     */
    async ask(question: BankQuestion): Promise<BankResults> {
      const { state, search } = await current();
      const known = results.get(question);
      if (known?.list === state) return known;

      const found = { list: state, ...findBanks(question, search) };
      results.set(question, found);
      return found;
    },
    /**
     * Loads the list if none is cached, and refreshes an old list in the background. @throws the
     * same as `ask`
     */
    load: async (): Promise<BankListState> => (await current()).state,
    /** The bank's name in the cached list; sends no request to the service. */
    nameOf: (code: string) => cache.peek('banks')?.search.nameOf(code),
    /** The current list; `undefined` until the first look-up has loaded it. */
    state: () => cache.peek('banks')?.state,
  };
}

/**
 * Counts the codes that were added or removed, or whose name changed; ignores order, blanks and
 * duplicates.
 */
function changesBetween(before: readonly Bank[], after: readonly Bank[]): BankListChange {
  const namesOf = (banks: readonly Bank[]) =>
    new Map(banks.map((bank) => [bank.institutionCode, foldBlanks(bank.institutionName)]));
  const old = namesOf(before);
  const now = namesOf(after);

  const added = [...now.keys()].filter((code) => !old.has(code)).length;
  const renamed = [...now].filter(([code, name]) => old.has(code) && old.get(code) !== name).length;

  return { added, removed: old.size - (now.size - added), renamed };
}
