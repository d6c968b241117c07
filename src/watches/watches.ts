import { randomUUID } from 'node:crypto';
import { explainStoreErrors, UserError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Asker } from '../policy.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { storedSnapshot } from '../transfers/disclosure.ts';
import type { Schedule, Watch, WatchLimits, WatchStore } from './watch.ts';

/** Whose watch it is, where it begins, and what writes the audit line. */
type Watcher = Pick<Asker, 'personId' | 'teamId' | 'channelId' | 'threadTs' | 'audited'>;

/** One of those that a person has. */
export interface OwnWatch extends Watch {
  /** Milliseconds since 1970. */
  endsAtMs: number;
}

export interface BegunWatch extends OwnWatch {
  /** Whether it outlives the process. */
  isDurable: boolean;
}

interface WatchesOptions {
  store: WatchStore;
  schedule: Schedule;
  /** Limit of all people together. */
  totalMax: number;
  events: Events;
  logger: { error(details: object, message: string): void };
}

/** Limit of one person. */
export const perPersonMax = 25;

/** What commands and routes may do with watches. */
export class Watches {
  readonly #options: WatchesOptions;

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /**
   * Stores a watch of the transaction as it is now, once that is audited. A person has one watch of a reference: a
   * second one begins anew, from what is there now.
   * @throws the error of `audited`; UserError when a limit is reached, or when watches cannot be stored right now
   */
  begin(transaction: Transaction, watcher: Watcher): Promise<BegunWatch> {
    return this.#stored(async () => {
      const { reference } = transaction;
      if (!reference) throw new UserError('This record has no reference to watch it by.');
      const { store, schedule, totalMax, events } = this.#options;
      const { personId, teamId, channelId, threadTs } = watcher;
      const id = randomUUID();
      const seen = storedSnapshot(id, transaction);
      const watch = { id, reference, personId, teamId, channelId, threadTs, begunAtMs: Date.now(), seen };
      await watcher.audited();
      const dueAtMs = schedule.next(watch, watch.begunAtMs) ?? watch.begunAtMs;
      const full = await store.put(watch, { perPerson: perPersonMax, total: totalMax }, dueAtMs);
      if (full) throw this.#tooMany(full);
      events.emit('watch');
      return { ...this.#withEnd(watch), isDurable: store.isDurable() };
    });
  }

  /** The person's watches, soonest to end first. @throws UserError when they cannot be read right now */
  of(personId: string): Promise<readonly OwnWatch[]> {
    return this.#stored(async () => {
      const own = [...(await this.#options.store.ofPerson(personId))];
      return own.sort((a, b) => a.begunAtMs - b.begunAtMs).map((watch) => this.#withEnd(watch));
    });
  }

  /** Stops a watch, in any letter case, as people type on phones. @returns `undefined` when the person had none of it */
  stop(reference: string, personId: string): Promise<Watch | undefined> {
    return this.#stored(async () => {
      const { store } = this.#options;
      const isNamed = (watch: Watch) => watch.reference.toLowerCase() === reference.toLowerCase();
      const watches = (await store.ofPerson(personId)).filter(isNamed);
      await Promise.all(watches.map(store.remove));
      return watches.at(-1);
    });
  }

  #stored<T>(run: () => Promise<T>): Promise<T> {
    return explainStoreErrors('Watches', this.#options.logger, run);
  }

  #withEnd(watch: Watch): OwnWatch {
    return { ...watch, endsAtMs: this.#options.schedule.endsAtMs(watch) };
  }

  #tooMany(full: keyof WatchLimits): UserError {
    const { totalMax } = this.#options;
    return new UserError(
      full === 'perPerson'
        ? `You watch ${perPersonMax} transactions already, and ${perPersonMax} is the most. Stop one first.`
        : `${totalMax} transactions are watched already, and that is the most that all people together may watch. Ask again when some of those watches have ended.`,
    );
  }
}
