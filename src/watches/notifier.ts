import type { Reply } from '../blocks/blocks.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { AccessError, DeliveryError } from '../errors.ts';
import type { Audit, AuditEntry } from '../ops/audit.ts';
import type { Admission } from '../policy.ts';
import type { Presentation } from '../services.ts';
import type { Address, Notify } from '../slack/notify.ts';
import type { State } from '../store/state.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import type { Snapshot } from '../transfers/changes.ts';
import { isRedactedDigest, maskTransaction } from '../transfers/disclosure.ts';
import { type Batching, createBatching } from './batching.ts';
import type { WatchStore } from './engine.ts';
import { briefNotification, type WatchNews, watchNotification } from './notification.ts';
import { storable, type Watch } from './watch.ts';

/** How a telling ended: the watch goes on, has ended with the change or with its time, was lost, or its person may not ask. */
type NotificationOutcome = 'told' | 'ended' | 'over' | 'lost' | 'refused';

export interface NotifierOptions {
  notes: DeliveryLog;
  letters: Pick<Batching<Notification>, 'add'>;
  lease: State['lease'];
  audit: Audit;
  /** Asks the policy, as if the person asked now where the watch was begun. @throws AccessError */
  admit: (watch: Watch) => Promise<Admission>;
  onTold: (telling: { outcome: NotificationOutcome; reference: string }, watch: Watch, news: WatchNews) => void;
}

/**
 * Tells one person what became of one watch. Resolves when Slack has it and that is noted.
 * @throws DeliveryError, AuditError, AccessError or the error of the state: it is to be told later
 */
export type Notifier = (watch: Watch, news: WatchNews) => Promise<void>;

/** For so long no process tells the same again that has looked into the store before it took the note. */
const leaseAfterMs = 2 * 60_000;

export function createNotifier({ notes, letters, lease, audit, admit, onTold }: NotifierOptions): Notifier {
  return async (watch, news) => {
    const startedAtMs = performance.now();
    const record = (outcome: NotificationOutcome) =>
      audit(notificationEntry(watch, { outcome, reference: news.code, startedAtMs }));
    /** `undefined` when the person may not ask any more, which ends the watch. */
    const place = async (): Promise<Address | undefined> => {
      const admission = await admit(watch).catch((error: unknown) => {
        if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
        return undefined;
      });
      if (admission !== undefined) return addressOf(watch, admission);
      await record('refused');
      await notes.end(watch);
      onTold({ outcome: 'refused', reference: news.code }, watch, { ...news, found: undefined });
      return undefined;
    };
    const address = await place();
    if (address === undefined) return;
    const claim = await lease(`told ${news.code} ${watch.id}`, 'give up');
    if (!claim) throw new DeliveryError('claimed'); // another process is telling it, or has told it just now
    const outcome = outcomeOf(news);
    let isRecorded = false;
    try {
      await letters.add({
        address,
        channelId: watch.channelId,
        news,
        async placeNow() {
          const now = (await notes.isWatched(watch)) ? await place() : undefined;
          if (now !== undefined && !isRecorded) await record(outcome);
          isRecorded ||= now !== undefined;
          return now;
        },
        async taken() {
          const tellings = (watch.tellings ?? 0) + 1;
          await (news.untilMs === undefined
            ? notes.end(watch)
            : notes.note({ ...watch, seen: snapshotAfter(watch, news), tellings, toldAtMs: Date.now() }, watch));
          onTold({ outcome, reference: news.code }, watch, news);
        },
      });
      // Until the store has the note, others would tell it from what it has: this process goes on holding it.
      const kept = notes.whenKept(watch.id).then(() => claim.commit(leaseAfterMs));
      if (!notes.isBehind(watch.reference)) await kept;
    } catch (error) {
      await claim.release();
      throw error;
    }
  };
}

function outcomeOf({ kind, untilMs }: WatchNews): NotificationOutcome {
  if (kind === 'lost') return 'lost';
  if (kind !== 'changed') return 'over';
  return untilMs === undefined ? 'ended' : 'told';
}

function snapshotAfter({ id, seen }: Watch, { found }: WatchNews): Snapshot {
  return found ? storable(id, found.answer.transaction) : seen;
}

function addressOf({ channelId, threadTs, personId }: Watch, { aloneBecause }: Admission): Address {
  return channelId === undefined || threadTs === undefined || aloneBecause !== undefined
    ? { kind: 'direct', personId }
    : { kind: 'thread', channelId, threadTs, personId };
}

/** What people have been told, noted in the store, or in memory for as long as the store takes nothing. */
export interface DeliveryLog {
  /** The watches of a reference, as they were told last. @throws KeepError */
  ofReference(reference: string): Promise<readonly Watch[]>;
  /** Whether somebody still watches it: a stop may have come meanwhile. @throws KeepError */
  isWatched(watch: Watch): Promise<boolean>;
  /**
   * Notes what has become of the watch, unless it was stopped meanwhile, or another process has noted something newer.
   * @param before what it was when this became of it
   */
  note(watch: Watch, before?: Watch): Promise<void>;
  /** Notes that the watch has ended. */
  end(watch: Watch): Promise<void>;
  /** Whether something about the reference could not be noted in the store yet. */
  isBehind(reference: string): boolean;
  /** Resolves when the store has what was noted of this watch. */
  whenKept(id: string): Promise<void>;
}

interface Note {
  watch: Watch;
  hasEnded: boolean;
  /** How many tellings the store has noted when it takes this. */
  tellings: number;
}

/** Until the store takes it, a note is tried again so often, and whenever somebody asks about its reference. */
const tryAgainAfterMs = 1_000;

/** @param onUnkept called when the store does not take a note: after a restart, the same would be told again */
export function createDeliveryLog(store: WatchStore, onUnkept: (error: unknown) => void): DeliveryLog {
  /** By id. */
  const unkept = new Map<string, Note & { waiting: (() => void)[] }>();
  const inTurn = createTurns();
  let isToTryAgain = false;

  /** One try at a time, as each builds on what the store has. Without a note, it tries the one that is behind. */
  const keep = (id: string, given?: Note) =>
    inTurn(id, async () => {
      const behind = unkept.get(id);
      const note = given
        ? { ...given, tellings: behind?.tellings ?? given.tellings, waiting: behind?.waiting ?? [] }
        : behind;
      if (note === undefined) return;
      try {
        await (note.hasEnded ? store.remove(note.watch) : store.note(note.watch, note.tellings));
        unkept.delete(id);
        for (const resolve of note.waiting) resolve();
      } catch (error) {
        unkept.set(id, note);
        tryAgain();
        if (given) onUnkept(error);
      }
    });

  function tryAgain(): void {
    if (isToTryAgain) return;
    isToTryAgain = true;
    setTimeout(async () => {
      for (const id of [...unkept.keys()]) {
        await keep(id);
        if (unkept.has(id)) break; // nor will it take the others
      }
      isToTryAgain = false;
      if (unkept.size > 0) tryAgain();
    }, tryAgainAfterMs).unref();
  }

  const behind = (reference: string) => [...unkept].filter(([, note]) => note.watch.reference === reference);
  async function ofReference(reference: string): Promise<readonly Watch[]> {
    for (const [id] of behind(reference)) await keep(id);
    const kept = await store.ofReference(reference);
    return kept.flatMap((watch) => {
      const note = unkept.get(watch.id);
      if (note?.hasEnded) return [];
      return note?.tellings === (watch.tellings ?? 0) ? note.watch : watch;
    });
  }

  return {
    ofReference,
    isWatched: async ({ id, reference }) => (await ofReference(reference)).some((watch) => watch.id === id),
    note: (watch, before = watch) => keep(watch.id, { watch, hasEnded: false, tellings: before.tellings ?? 0 }),
    end: (watch) => keep(watch.id, { watch, hasEnded: true, tellings: watch.tellings ?? 0 }),
    isBehind: (reference) => behind(reference).length > 0,
    async whenKept(id) {
      const note = unkept.get(id);
      if (note) await new Promise<void>((resolve) => note.waiting.push(resolve));
    },
  };
}

/** Runs one after the other what has the same name; `run` must not reject. */
function createTurns(): (name: string, run: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (name, run) => {
    const ran = (last.get(name) ?? Promise.resolve()).then(run);
    last.set(name, ran);
    await ran;
    if (last.get(name) === ran) last.delete(name);
  };
}

interface Notification {
  /** Where it was to be told when it was written. */
  address: Address;
  /** Where the watch was begun. */
  channelId: string | undefined;
  news: WatchNews;
  /** Asked just before it is sent: where it may be told by now; `undefined` when it is not to be told any more. */
  placeNow: () => Promise<Address | undefined>;
  /** Called once Slack has it; must not throw. */
  taken: () => Promise<void>;
}

interface NotificationsOptions {
  notify: Notify;
  presentation: Presentation;
  /** Whether txnbot may answer in the person's direct message. @throws SlackApiError */
  mayTellDirectly: (personId: string) => Promise<boolean>;
}

type Word = (letters: readonly Notification[]) => Reply;

/** Slack's words for a thread where nothing can be posted any more; the person is told alone then. */
const threadIsGone = new Set([
  'cannot_reply_to_message',
  'channel_not_found',
  'is_archived',
  'not_in_channel',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_thread_only_channel',
  'thread_not_found',
]);

/** Gathers what one person is to be told in one place, words it for those who read there, and sends it. */
export function createNotifications({
  notify,
  presentation,
  mayTellDirectly,
}: NotificationsOptions): Batching<Notification> {
  const mode = presentation.shareAccountNumbers;

  async function tellThread(address: Address & { kind: 'thread' }, letters: readonly Notification[]): Promise<void> {
    const left = await send(address, letters, (going) => inThread(going, address.personId)).catch((error: unknown) => {
      if (!(error instanceof DeliveryError && threadIsGone.has(error.code))) throw error;
      return letters;
    });
    if (left.length > 0) await tellDirectly(address.personId, left);
  }

  async function tellDirectly(personId: string, letters: readonly Notification[]): Promise<void> {
    const word = (await mayTellDirectly(personId)) ? whole : brief;
    await send({ kind: 'direct', personId }, letters, word);
  }

  /** @returns those that may be told, but not there any more */
  async function send(to: Address, letters: readonly Notification[], word: Word): Promise<readonly Notification[]> {
    let going: readonly Notification[] = [];
    let left: readonly Notification[] = [];
    const wordNow = async () => {
      const places = await Promise.all(letters.map((letter) => letter.placeNow()));
      const isLeft = (place: Address | undefined) => to.kind === 'thread' && place?.kind === 'direct';
      going = letters.filter((_letter, index) => places[index] !== undefined && !isLeft(places[index]));
      left = letters.filter((_letter, index) => isLeft(places[index]));
      return going.length > 0 ? word(going) : undefined;
    };
    await notify.send(to, wordNow, async () => void (await Promise.all(going.map((letter) => letter.taken()))));
    return left;
  }

  function inThread(letters: readonly Notification[], mention: string): Reply {
    const news = letters.map((letter) => maskNews(letter.news, mode));
    return watchNotification(news, { audience: 'channel', mention, ...presentation });
  }

  function whole(letters: readonly Notification[]): Reply {
    const news = letters.map((letter) => letter.news);
    return watchNotification(news, { audience: 'asker', mention: undefined, ...presentation });
  }

  function brief(letters: readonly Notification[]): Reply {
    return briefNotification(letters.map(({ news, channelId }) => ({ news: maskNews(news, mode), channelId })));
  }

  return createBatching<Notification>({
    keyOf: ({ address }) => JSON.stringify(address),
    paceOf: ({ address }) => (address.kind === 'thread' ? address.channelId : address.personId),
    async deliver(letters) {
      const [first] = letters;
      if (first === undefined) return;
      const { address } = first;
      await (address.kind === 'thread' ? tellThread(address, letters) : tellDirectly(address.personId, letters));
    },
  });
}

/** What a channel may read of the news: the words too are the service's, and may be anything. */
function maskNews(news: WatchNews, mode: ShareAccountNumbers): WatchNews {
  const { found, before, now } = news;
  const answer = found?.answer;
  return {
    ...news,
    before: maskSnapshot(before, answer, mode),
    now: maskSnapshot(now, answer, mode),
    found: found && { ...found, answer: maskTransaction(found.answer, mode) },
  };
}

/** @param answer tells the names and numbers that no word may hold */
function maskSnapshot(seen: Snapshot, answer: TransactionAnswer | undefined, mode: ShareAccountNumbers): Snapshot {
  const { status, reversedFlag, completedAt } = seen;
  const none = { record: {}, withheld: [], transaction: {} };
  const { transaction, ...rest } = answer ?? none;
  const shown = maskTransaction({ ...rest, transaction: { ...transaction, status, reversedFlag } }, mode).transaction;
  const mayRead = (text: string | undefined, masked: string | undefined) =>
    isRedactedDigest(text ?? '') ? text : masked;
  return {
    status: mayRead(status, shown.status),
    reversedFlag: mayRead(reversedFlag, shown.reversedFlag),
    completedAt,
  };
}

interface NotificationRecord {
  /** What became of the watch. */
  outcome: string;
  /** The short reference. */
  reference: string;
  /** When it began, by `performance.now()`. */
  startedAtMs: number;
}

/** The audit line of what somebody is told, or of what they could not be told. */
export function notificationEntry(watch: Watch, { outcome, reference, startedAtMs }: NotificationRecord): AuditEntry {
  return {
    team: watch.teamId,
    user: watch.personId,
    channel: watch.channelId,
    door: 'watch',
    command: 'txn',
    asked: watch.reference,
    outcome,
    durationMs: Math.round(performance.now() - startedAtMs),
    reference,
  };
}
