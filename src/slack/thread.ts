import * as z from 'zod';
import { letOthersRun, withTimeout } from '../async.ts';
import { CodedError } from '../errors.ts';
import type { People } from '../policy.ts';
import { isDefined, joinNonEmpty } from '../text.ts';
import type { SlackClient } from './client.ts';
import { readSlackMessage } from './message.ts';

/** A message in a thread; the messages above it are searched. */
export interface ThreadPosition {
  channelId: string;
  /** Timestamp of the thread's root. */
  threadTs: string;
  /** Timestamp of the message itself. */
  messageTs: string;
  /** Timestamp of the message below which to search; if omitted, the whole thread above. */
  afterTs?: string | undefined;
  /** The bot's own user, whose replies are left out. */
  botUserId: string;
}

/** The part of a message that is searched. */
export interface MessageAbove {
  /** Its words, wherever they stand in it. */
  text: string;
  /** Values of the buttons, if the message is the bot's own. */
  buttonValues: readonly string[];
}

/** What a search found, and who wrote the message. */
export interface FoundAbove<T> {
  value: T;
  /** Slack's id of the person or app, if stated. */
  authorId: string | undefined;
  /** The author's name in Slack, for display only. */
  name: string | undefined;
}

/**
 * Searches threads for what their messages are about. Nothing that was read is stored or logged.
 */
export type Threads = ReturnType<typeof createThreads>;

/** How long a person waits for the messages of a thread. */
const threadTimeoutMs = 2_000;
/** How long the answer waits for the name of a message's author. */
const nameMs = 1_000;
/** Slack recommends no more; it returns the oldest messages first. */
const pageSize = 200;
const pagesMax = 6;
/** How many of the first messages of a thread, and how many of the last, are searched. */
const endsMax = 50;
/** The most characters to search: reading 40,000 of them takes a tenth of a second of CPU time. */
const searchedTextMax = 200_000;

/** The author's name comes with the messages of apps; of people Slack gives the id alone. */
const Authored = z.looseObject({
  ts: z.string(),
  user: z.string().optional(),
  bot_profile: z.object({ name: z.string() }).optional().catch(undefined),
});
type Authored = z.infer<typeof Authored>;

export function createThreads(client: SlackClient, people: Pick<People, 'person'>) {
  /** Loads the first and the last messages above a position, oldest first. @throws SlackApiError */
  async function load(position: ThreadPosition): Promise<Authored[]> {
    const { channelId, threadTs, messageTs, afterTs } = position;
    const loaded: Authored[] = [];
    let cursor: string | undefined;

    for (let page = 1; page <= pagesMax; page += 1) {
      const {
        messages = [],
        has_more,
        response_metadata,
      } = await client.conversations.replies({
        channel: channelId,
        ts: threadTs,
        latest: messageTs,
        limit: pageSize,
        ...(afterTs && { oldest: afterTs }),
        ...(cursor && { cursor }),
      });

      // Slack repeats the root on every page, and may ignore `oldest` and `latest`.
      const isNew = ({ ts }: Authored) =>
        (page === 1 || ts !== threadTs) &&
        Number(ts) > Number(afterTs ?? 0) &&
        Number(ts) < Number(messageTs);
      const readable = messages
        .map((message) => Authored.safeParse(message).data)
        .filter(isDefined);
      loaded.push(...readable.filter(isNew));

      const middleCount = Math.max(0, loaded.length - 2 * endsMax);
      loaded.splice(endsMax, middleCount);
      if (!has_more) return loaded;

      cursor = response_metadata?.next_cursor;
      if (!cursor) break; // Slack has more, and does not say where
    }

    throw new CodedError('too_long');
  }

  /** Offers each message to `pick`, newest first, until `searchedTextMax` characters are read. */
  async function pickNewest<T>(
    position: ThreadPosition,
    pick: (message: MessageAbove) => Promise<T | undefined>,
  ) {
    const messages = await load(position);
    let remaining = searchedTextMax;

    for (const message of messages.reverse()) {
      const above = readMessageAbove(message, position);
      remaining -= above.text.length;
      if (remaining < 0) throw new CodedError('too_long');

      const value = await pick(above);
      if (value !== undefined) return { value, authorId: message.user, app: message.bot_profile };

      await letOthersRun();
    }

    return undefined;
  }

  return {
    /**
     * Reads the messages above a position, newest first, until `pick` returns a value; only this
     * value leaves the thread.
     * @returns `undefined` if no message has one
     * @throws SlackApiError, also for a missing scope; CodedError when that takes too long
     */
    async search<T>(
      position: ThreadPosition,
      pick: (message: MessageAbove) => Promise<T | undefined>,
    ): Promise<FoundAbove<T> | undefined> {
      const match = await withTimeout(threadTimeoutMs, pickNewest(position, pick));
      if (!match) return undefined;

      const { value, authorId = '', app } = match;
      const person =
        app ?? (await withTimeout(nameMs, people.person(authorId)).catch(() => undefined));
      return { value, authorId, name: person?.name };
    },
  };
}

/**
 * Reads a message. Of the bot's own messages only the root counts, and of that only what its
 * buttons carry: a shared card is about its transaction, while help quotes samples.
 */
function readMessageAbove(
  message: Authored,
  { threadTs, botUserId }: ThreadPosition,
): MessageAbove {
  if (message.user !== botUserId) {
    const { text, more } = readSlackMessage(message);
    return { text: joinNonEmpty([text, more], '\n'), buttonValues: [] };
  }

  const isRoot = message.ts === threadTs;
  const blocks = isRoot && Array.isArray(message.blocks) ? message.blocks : [];
  const elements = blocks.flatMap((block) => Actions.safeParse(block).data?.elements ?? []);
  const buttonValues = elements.map(({ value }) => value).filter(isDefined);

  return { text: '', buttonValues };
}

const Actions = z.object({
  type: z.literal('actions'),
  elements: z.array(z.object({ value: z.string().optional().catch(undefined) })),
});
