import { createTurns, withResolvers } from '../async.ts';
import type { Reply } from '../blocks/blocks.ts';
import { DeliveryError } from '../errors.ts';
import type { Presentation } from '../services.ts';
import type { Address, Notify } from '../slack/notify.ts';
import { maskTransaction, maskWatched } from '../transfers/disclosure.ts';
import { briefNotification, type WatchNews, watchNotification } from './notification.ts';

/** One change of a watch, on its way to one person. */
export interface Notification {
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

interface BatchingOptions {
  notify: Notify;
  presentation: Presentation;
  /** Whether txnbot may answer in the person's direct message. @throws SlackApiError */
  mayTellDirectly: (personId: string) => Promise<boolean>;
}

interface Batch {
  notifications: Notification[];
  delivered: Promise<void>;
  close: () => void;
  timer: NodeJS.Timeout | undefined;
  startedAtMs: number;
}

/** A batch is delivered when nothing came for so long… */
const quietMs = 3_000;
/** …or when it is this old. */
const oldestMs = 15_000;
/** Slack takes about one message a second in each conversation. */
const paceMs = 1_000;

type Notifications = readonly Notification[];
type Draw = (all: Notifications) => Reply;

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

/** Collects what one person is to be told in one place, draws it for those who read there, and sends it. */
export function createBatching({ notify, presentation, mayTellDirectly }: BatchingOptions) {
  const mode = presentation.shareAccountNumbers;
  const batches = new Map<string, Batch>();
  const inTurn = createTurns(paceMs);
  let isClosed = false;

  async function deliver(address: Address, all: Notifications): Promise<void> {
    const left = address.kind === 'thread' ? await sendToThread(address, all) : all;
    if (left.length === 0) return;
    const { personId } = address;
    await send({ kind: 'direct', personId }, left, (await mayTellDirectly(personId)) ? whole : brief);
  }

  /** @returns those that only the person alone may be told */
  async function sendToThread(thread: Address & { kind: 'thread' }, all: Notifications): Promise<Notifications> {
    try {
      return await send(thread, all, inThread(thread.personId));
    } catch (error) {
      if (error instanceof DeliveryError && threadIsGone.has(error.code)) return all;
      throw error;
    }
  }

  /** @returns those that may be told, but not there any more */
  async function send(to: Address, all: Notifications, draw: Draw): Promise<Notifications> {
    let going: Notifications = [];
    let left: Notifications = [];
    const drawNow = async () => {
      const places = await Promise.all(all.map(({ placeNow }) => placeNow()));
      const isLeft = (place: Address | undefined) => to.kind === 'thread' && place?.kind === 'direct';
      going = all.filter((_each, index) => places[index] !== undefined && !isLeft(places[index]));
      left = all.filter((_each, index) => isLeft(places[index]));
      return going.length > 0 ? draw(going) : undefined;
    };
    await notify.send(to, drawNow, async () => void (await Promise.all(going.map(({ taken }) => taken()))));
    return left;
  }

  function inThread(mention: string): Draw {
    return (all) => watchNotification(all.map(masked), { mention, ...presentation });
  }

  function whole(all: Notifications): Reply {
    const news = all.map((each) => each.news);
    return watchNotification(news, { mention: undefined, ...presentation });
  }

  function brief(all: Notifications): Reply {
    return briefNotification(all.map((each) => ({ news: masked(each), channelId: each.channelId })));
  }

  /** What a channel may read of it: the words too are the service's, and may be anything. */
  function masked({ news }: Notification): WatchNews {
    const { answer, before, now } = news;
    return {
      ...news,
      before: maskWatched(before, answer, mode),
      now: maskWatched(now, answer, mode),
      answer: answer && maskTransaction(answer, mode),
    };
  }

  function open(key: string, address: Address): Batch {
    const notifications: Notification[] = [];
    const { promise: closed, resolve } = withResolvers<void>();
    const conversation = address.kind === 'thread' ? address.channelId : address.personId;
    const batch: Batch = {
      notifications,
      delivered: closed.then(() => inTurn(conversation, () => deliver(address, notifications))),
      close() {
        batches.delete(key);
        clearTimeout(batch.timer);
        resolve();
      },
      timer: undefined,
      startedAtMs: performance.now(),
    };
    batches.set(key, batch);
    return batch;
  }

  return {
    /** Resolves when the notification has been delivered, with those that came at about the same time. */
    add(notification: Notification): Promise<void> {
      if (isClosed) return Promise.reject(new DeliveryError('stopping'));
      const { address } = notification;
      const key = JSON.stringify(address);
      const batch = batches.get(key) ?? open(key, address);
      batch.notifications.push(notification);
      clearTimeout(batch.timer);
      const leftMs = oldestMs - (performance.now() - batch.startedAtMs);
      batch.timer = setTimeout(batch.close, Math.min(quietMs, Math.max(0, leftMs)));
      return batch.delivered;
    },
    /** Delivers at once what waits for others, and takes nothing more: `add` rejects with a DeliveryError. */
    close(): void {
      isClosed = true;
      for (const { close } of batches.values()) close();
    },
  };
}
