import { randomBytes } from 'node:crypto';
import { AccessError, explainStoreErrors, UserError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Asker } from '../policy.ts';
import type { State } from '../store/state.ts';
import { dayMs } from '../text.ts';
import { anybodyMax, isActive, type List, type ListSummary, runningListsMax } from './list.ts';
import type { ListStore } from './store.ts';

/** The operations on lists, for the code that handles buttons and files in Slack. */
export type Lists = ReturnType<typeof createLists>;

interface ListsOptions {
  store: ListStore;
  state: Pick<State, 'lease'>;
  /** The most references in one list. */
  max: number;
  /** The most references in one person's lists within 24 hours. */
  perDay: number;
  /** Whom to ask for permission for large lists, as plain text. */
  contact: string | undefined;
  events: Events;
  logger: { error(details: object, message: string): void };
}

/** The fields from which a list is created. */
export type ListRequest = Pick<List, 'references' | 'file' | 'isRequery' | 'message'>;

/** The most offers stored for one person; older offers are deleted. */
const offersMax = 5;
const oneAtATime = 'You have a list under way already: wait for its end, or stop it.';

export function createLists(options: ListsOptions) {
  const { store, state, max, events, logger } = options;
  const explained = <T>(run: () => Promise<T>) => explainStoreErrors('Lists', logger, run);
  return {
    /**
     * Stores, for an hour, an offer to look up references. @throws AccessError, UserError if there
     * are too many
     */
    offer: (wanted: Omit<ListRequest, 'isRequery'>, asker: Asker): Promise<List> =>
      explained(async () => {
        const { length } = wanted.references;
        if (length > max)
          throw new UserError(`That is ${length} references, and ${max} at once is the most.`);

        await assertMayAskFor(length, asker, options);
        const list = createList({ ...wanted, isRequery: false }, asker);
        const earlier = (await store.all()).filter(
          ({ personId, begunAtMs }) => personId === asker.personId && !begunAtMs,
        );

        // All but the latest, which leave room for this one.
        await Promise.all(earlier.slice(0, 1 - offersMax).map(({ id }) => store.remove(id)));
        await store.add(list);

        return list;
      }),
    /**
     * Begins an offered list for the person who accepts the offer, or a requery of a list's
     * unsettled records. While the limits are checked and the list is stored, a lease keeps the
     * person from beginning another in any process.
     * @returns the list, and how many lists must end before this one starts
     * @throws AccessError, UserError, and the error of `asker.audited`
     */
    begin: (wanted: ListRequest, asker: Asker): Promise<{ list: List; ahead: number }> =>
      explained(async () => {
        const lease = await state.lease(`batch of ${asker.personId}`, 'give up');
        if (!lease) throw new UserError(oneAtATime);

        try {
          const stored = await store.all();
          await assertMayBegin(wanted.references.length, asker, stored, options);
          await asker.audited();

          const { channelId, threadTs } = asker;
          const list = { ...createList(wanted, asker), channelId, threadTs, begunAtMs: Date.now() };

          await store.add(list);
          events.emit('list', 'begun', list.count);

          return { list, ahead: Math.max(0, stored.filter(isActive).length - runningListsMax + 1) };
        } finally {
          await lease.release().catch(() => {});
        }
      }),
    /**
     * Finds anyone's offer, or a list that the person began. @throws UserError if it is gone or
     * another person's
     */
    findOwn: (id: string, personId: string): Promise<List> =>
      explained(async () => {
        const list = await store.find(id);
        if (list === undefined)
          throw new UserError('That list is not kept any more. Send it again.');
        if (list.begunAtMs !== undefined && list.personId !== personId)
          throw new UserError('That list is another person’s.');

        return list;
      }),
    /**
     * Ends a list, which keeps the answers so far, or deletes an offer. @throws UserError when the
     * store fails
     */
    stop: ({ id, begunAtMs }: List) =>
      explained(async () => {
        if (begunAtMs === undefined) return store.remove(id);
        await store.change(id, { isStopped: true });
        events.emit('list', 'stopped', 0);
      }),
  };
}

type Limits = Pick<ListsOptions, 'perDay' | 'contact'>;

/**
 * @throws AccessError when only members of BATCH_USER_GROUPS may look up so many, and the person is
 * not a member
 */
async function assertMayAskFor(
  count: number,
  { mayAskMany }: Asker,
  { contact }: Limits,
): Promise<void> {
  if (count <= anybodyMax || (await mayAskMany())) return;
  throw new AccessError(
    'batch',
    `Lists over ${anybodyMax} need permission. Ask ${contact ?? 'whoever runs me'}.`,
  );
}

/**
 * @throws AccessError, UserError when the person may not begin another list, of `count` references
 */
async function assertMayBegin(
  count: number,
  asker: Asker,
  lists: readonly ListSummary[],
  limits: Limits,
): Promise<void> {
  const begun = lists.filter(
    ({ personId, begunAtMs }) => personId === asker.personId && begunAtMs !== undefined,
  );
  if (begun.some(isActive)) throw new UserError(oneAtATime);

  await assertMayAskFor(count, asker, limits);
  const sinceYesterday = begun.filter(({ begunAtMs = 0 }) => begunAtMs > Date.now() - dayMs);
  const askedCount = sinceYesterday.reduce((sum, list) => sum + list.count, 0);
  if (askedCount + count > limits.perDay)
    throw new UserError(
      `You asked for ${askedCount} references in lists since yesterday, and ${limits.perDay} a day is the most.`,
    );
}

function createList(
  { references, file, isRequery, message }: ListRequest,
  { personId, teamId, utcOffsetSeconds }: Asker,
): List {
  return {
    id: randomBytes(9).toString('base64url'),
    personId,
    teamId,
    utcOffsetSeconds,
    file,
    isRequery,
    references,
    message,
    count: references.length,
    offeredAtMs: Date.now(),
    answers: {},
  };
}
