import type { Reply } from '../blocks/blocks.ts';
import { createTurns, withResolvers } from '../concurrency.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
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
  letters: Notification[];
  delivered: Promise<void>;
  close: () => void;
  timer: NodeJS.Timeout;
  startedAtMs: number;
}

/** A batch is delivered when nothing came for so long… */
const quietMs = 3_000;
/** …or when it is this old. */
const oldestMs = 15_000;
/** Slack takes about one message a second in each conversation. */
const paceMs = 1_000;

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
export function createBatching({ notify, presentation, mayTellDirectly }: BatchingOptions) {
  const mode = presentation.shareAccountNumbers;
  const batches = new Map<string, Batch>();
  const inTurn = createTurns(paceMs);
  let isClosed = false;

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
    return watchNotification(news, { mention, ...presentation });
  }

  function whole(letters: readonly Notification[]): Reply {
    const news = letters.map((letter) => letter.news);
    return watchNotification(news, { mention: undefined, ...presentation });
  }

  function brief(letters: readonly Notification[]): Reply {
    return briefNotification(letters.map(({ news, channelId }) => ({ news: maskNews(news, mode), channelId })));
  }

  function open(key: string, { address }: Notification): Batch {
    const letters: Notification[] = [];
    const { promise: closed, resolve } = withResolvers<void>();
    const close = () => {
      batches.delete(key);
      clearTimeout(batch.timer);
      resolve();
    };
    const isThread = address.kind === 'thread';
    const deliver = () => (isThread ? tellThread(address, letters) : tellDirectly(address.personId, letters));
    const delivered = closed.then(() => inTurn(isThread ? address.channelId : address.personId, deliver));
    const batch: Batch = {
      letters,
      delivered,
      close,
      timer: setTimeout(close, quietMs),
      startedAtMs: performance.now(),
    };
    batches.set(key, batch);
    return batch;
  }

  return {
    /** Resolves when the notification has been delivered, with those that came at about the same time. */
    add(letter: Notification): Promise<void> {
      if (isClosed) return Promise.reject(new DeliveryError('stopping'));
      const key = JSON.stringify(letter.address);
      const batch = batches.get(key) ?? open(key, letter);
      batch.letters.push(letter);
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

/** What a channel may read of the news: the words too are the service's, and may be anything. */
function maskNews(news: WatchNews, mode: ShareAccountNumbers): WatchNews {
  const { answer, before, now } = news;
  return {
    ...news,
    before: maskWatched(before, answer, mode),
    now: maskWatched(now, answer, mode),
    answer: answer && maskTransaction(answer, mode),
  };
}
