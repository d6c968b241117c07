import { DeliveryError } from '../errors.ts';
import type { Presentation } from '../services.ts';
import type { Reply } from '../views/blocks.ts';
import { watchTold, watchToldInBrief } from '../views/watch-told.ts';
import type { WatchNews } from '../views/watch-words.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { maskNews } from './news.ts';
import type { Address, Notify } from './notify.ts';

export interface Letter {
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

export interface LettersOptions {
  notify: Notify;
  presentation: Presentation;
  /** Whether txnbot may answer in the person's direct message. @throws SlackApiError */
  mayTellDirectly: (personId: string) => Promise<boolean>;
}

type Word = (letters: readonly Letter[]) => Reply;

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

  async function tellThread(address: Address & { kind: 'thread' }, letters: readonly Letter[]): Promise<void> {
    const left = await send(address, letters, (going) => inThread(going, address.personId)).catch((error: unknown) => {
      if (!(error instanceof DeliveryError && threadIsGone.has(error.code))) throw error;
      return letters;
    });
    if (left.length > 0) await tellDirectly(address.personId, left);
  }

  async function tellDirectly(personId: string, letters: readonly Letter[]): Promise<void> {
    const word = (await mayTellDirectly(personId)) ? whole : brief;
    await send({ kind: 'direct', personId }, letters, word);
  }

  /** @returns those that may be told, but not there any more */
  async function send(to: Address, letters: readonly Letter[], word: Word): Promise<readonly Letter[]> {
    let going: readonly Letter[] = [];
    let left: readonly Letter[] = [];
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

  function inThread(letters: readonly Letter[], mention: string): Reply {
    const news = letters.map((letter) => maskNews(letter.news, mode));
    return watchTold(news, { audience: 'channel', mention, ...presentation });
  }

  function whole(letters: readonly Letter[]): Reply {
    const news = letters.map((letter) => letter.news);
    return watchTold(news, { audience: 'asker', mention: undefined, ...presentation });
  }

  function brief(letters: readonly Letter[]): Reply {
    return watchToldInBrief(letters.map(({ news, channelId }) => ({ news: maskNews(news, mode), channelId })));
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
