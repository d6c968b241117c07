import type { Asker } from '../command.ts';
import { StoreError, UserError } from '../errors.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { storedSnapshot } from '../transfers/disclosure.ts';
import type { WatchEngine, WatchLimits } from './engine.ts';
import { newWatchId, type Watch } from './watch.ts';

/** What commands and routes may do with watches. */
export type Watches = ReturnType<typeof createWatches>;

/** Whose watch it is, where it is begun, and what writes the audit line. */
type Watcher = Pick<Asker, 'personId' | 'teamId' | 'channelId' | 'threadTs' | 'audited'>;

/** One of those that a person has. */
export interface OwnWatch extends Watch {
  /** Milliseconds since 1970. */
  endsAtMs: number;
}

export interface BegunWatch extends OwnWatch {
  /** Whether it outlives the process. */
  isDurable: boolean;
  /** Whether an earlier watch of it was told in another thread, which hears no more. */
  leavesThread: boolean;
}

interface WatchesOptions {
  engine: WatchEngine;
  /** How many there may be of all people together. */
  totalMax: number;
  logger: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** How many a person may have. */
export const perPersonMax = 25;

export function createWatches({ engine, totalMax, logger }: WatchesOptions) {
  const { store, timetable, schedule } = engine;
  const limits = { perPerson: perPersonMax, total: totalMax };

  const kept = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.error({ code: error.code }, 'watches cannot be kept');
      throw new UserError('Watches cannot be kept right now. Tell whoever runs this bot, and ask again later.');
    }
  };

  return {
    /**
     * Keeps a watch of the transaction as it is now; resolves once it is kept. A person has one watch of a reference:
     * beginning it again begins it anew, from what is there now. Nothing is kept before it is audited.
     * @throws the error of `audited`; UserError when a limit is reached, or when watches cannot be kept right now
     */
    begin: (transaction: Transaction, watcher: Watcher): Promise<BegunWatch> =>
      kept(async () => {
        const { reference } = transaction;
        if (!reference) throw new UserError('This record has no reference to watch it by.');
        const begunAtMs = Date.now();
        const { personId, teamId, channelId, threadTs } = watcher;
        const id = newWatchId(personId);
        const seen = storedSnapshot(id, transaction);
        const watch = { id, reference, personId, teamId, channelId, threadTs, begunAtMs, seen };
        const own = await store.ofPerson(personId);
        const before = own.find((other) => other.reference === reference);
        if (before === undefined) {
          if (own.length >= perPersonMax) throw tooMany('perPerson');
          if ((await store.count()) >= totalMax) throw tooMany('total');
        }
        await watcher.audited();
        const full = await store.put(watch, limits); // somebody may have begun some since
        if (full) throw tooMany(full);
        await timetable.set(reference).catch(isLate);
        const leavesThread = before?.threadTs !== undefined && before.threadTs !== threadTs;
        return { ...watch, endsAtMs: schedule.endsAtMs(watch), isDurable: store.isDurable(), leavesThread };
      }),

    /**
     * The person's watches, the one that ends first at first.
     * @throws UserError when they cannot be read right now
     */
    of: (personId: string): Promise<readonly OwnWatch[]> =>
      kept(async () => {
        const own = [...(await store.ofPerson(personId))].sort((a, b) => a.begunAtMs - b.begunAtMs);
        return own.map((watch) => ({ ...watch, endsAtMs: schedule.endsAtMs(watch) }));
      }),

    /**
     * Letter case is no matter, as people type names on phones. Resolves with the watch that was stopped, or with `undefined` when the person had none of it.
     */
    stop: (reference: string, personId: string) =>
      kept(async () => {
        const isNamed = (watch: Watch) => watch.reference.toLowerCase() === reference.toLowerCase();
        const watches = (await store.ofPerson(personId)).filter(isNamed);
        await Promise.all(watches.map(store.remove));
        return watches.at(-1);
      }),
  };

  function tooMany(full: keyof WatchLimits): UserError {
    return new UserError(
      full === 'perPerson'
        ? `You watch ${perPersonMax} transactions already, and ${perPersonMax} is the most. Stop one first.`
        : `${totalMax} transactions are watched already, and that is the most that all people together may watch. Ask again when some of those watches have ended.`,
    );
  }

  /** The watch has begun all the same: who looks through all that is watched gives it its time. */
  function isLate(error: unknown): void {
    if (!(error instanceof StoreError)) throw error;
    logger.warn({ code: error.code }, 'a watch is kept, and gets its time later');
  }
}
