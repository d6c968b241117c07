import { DeliveryError } from '../errors.ts';
import type { Presentation } from '../services.ts';
import type { Reply } from '../views/blocks.ts';
import { watchTold, watchToldInBrief } from '../views/watch-told.ts';
import type { WatchNews } from '../views/watch-words.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { maskNews } from './news.ts';
import type { Address, Notify } from './notify.ts';

export interface Letter {
  address: Address;
  /** Where the watch was begun. */
  channelId: string | undefined;
  news: WatchNews;
  /** Called once Slack has it; must not throw. */
  taken: () => Promise<void>;
}

export interface LettersOptions {
  notify: Notify;
  presentation: Presentation;
  /** Whether txnbot may answer in the person's direct message. @throws SlackApiError */
  mayTellDirectly: (personId: string) => Promise<boolean>;
}

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
export function createLetters({ notify, presentation, mayTellDirectly }: LettersOptions): Gathering<Letter> {
  const mode = presentation.shareAccountNumbers;
  const slash = presentation.names.slash;

  async function tellThread(address: Address & { kind: 'thread' }, letters: readonly Letter[]): Promise<void> {
    const news = letters.map((letter) => maskNews(letter.news, mode));
    const reply = watchTold(news, { audience: 'channel', mention: address.personId, slash, ...presentation });
    try {
      await notify.send(address, reply, () => taken(letters));
    } catch (error) {
      if (!(error instanceof DeliveryError && threadIsGone.has(error.code))) throw error;
      await tellDirectly(address.personId, letters);
    }
  }

  async function tellDirectly(personId: string, letters: readonly Letter[]): Promise<void> {
    const reply = (await mayTellDirectly(personId)) ? whole(letters) : brief(letters);
    await notify.send({ kind: 'direct', personId }, reply, () => taken(letters));
  }

  function whole(letters: readonly Letter[]): Reply {
    const news = letters.map((letter) => letter.news);
    return watchTold(news, { audience: 'asker', mention: undefined, slash, ...presentation });
  }

  function brief(letters: readonly Letter[]): Reply {
    const channelId = letters.find((letter) => letter.channelId !== undefined)?.channelId;
    return watchToldInBrief(
      letters.map((letter) => maskNews(letter.news, mode)),
      channelId,
    );
  }

  return createGathering<Letter>({
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

async function taken(letters: readonly Letter[]): Promise<void> {
  await Promise.all(letters.map((letter) => letter.taken()));
}
