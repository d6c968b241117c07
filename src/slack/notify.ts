import type { Reply } from '../blocks/blocks.ts';
import { DeliveryError } from '../errors.ts';
import type { SlackClient } from './client.ts';
import { cached } from './people.ts';
import { asIs, contentOf, type NamedFile, postDirectly, sendFile, sendSafely } from './replies.ts';

/** The id of a direct message does not change. */
const hours = { ttlMs: 6 * 3_600_000, maxStaleMs: 24 * 3_600_000 };

/** Where a message stands, by Slack's names. */
export interface Posted {
  channelId: string;
  ts: string;
}

/** How a message reaches Slack without a question before it. */
export type Notify = ReturnType<typeof createNotify>;

/**
 * Tells people what they have not just asked for, in their direct message with txnbot or in a thread.
 * @param givenUp aborted when the process stops waiting for Slack
 */
export function createNotify(client: SlackClient, givenUp: AbortSignal) {
  const directMessageOf = cached(async (users: string) => {
    const { channel } = await client.conversations.open({ users });
    return channel?.id ?? '';
  }, hours);
  const patience = () => ({ startedAtMs: performance.now(), givenUp });
  return {
    /**
     * Sends a message to a thread or to a person.
     * @throws DeliveryError; `isPlaceClosed` says that the thread takes no reply any more, `retryAfterMs` when to try again
     */
    async send(to: Address, reply: Reply): Promise<void> {
      const posted = await sendSafely((inForm) =>
        client.chat.postMessage({ ...placeOf(to), ...asIs, ...contentOf(inForm(reply)) }),
      );
      if (to.kind === 'direct' || posted.message === undefined || posted.message.thread_ts !== undefined) return;
      // Where a thread's root was deleted, Slack shows the reply to the whole channel.
      await client.chat.delete({ channel: to.channelId, ts: posted.ts ?? '' }).catch(() => {});
      throw new DeliveryError('thread_not_found', { isPlaceClosed: true });
    },
    /** Posts a message of the person's that `update` changes later. @throws DeliveryError */
    async post(personId: string, reply: Reply): Promise<Posted> {
      const { channel = '', ts = '' } = await sendSafely(
        (inForm) => postDirectly(client, personId, inForm(reply)),
        patience(),
      );
      return { channelId: channel, ts };
    },
    /** Changes a message; again and again where that is safe. @throws DeliveryError */
    async update({ channelId: channel, ts }: Posted, reply: Reply): Promise<void> {
      await sendSafely((inForm) => client.chat.update({ channel, ts, ...contentOf(inForm(reply)) }), patience());
    },
    /** Sends a file to the person's direct message. @throws SlackApiError */
    sendFile: (personId: string, file: NamedFile) => sendFile(client, personId, file),
    /** The id of the person's direct message with txnbot. @throws SlackApiError */
    directMessageOf,
  };
}

function placeOf(to: Address): { channel: string; thread_ts?: string } {
  return to.kind === 'direct' ? { channel: to.personId } : { channel: to.channelId, thread_ts: to.threadTs };
}

/** Where a message goes: a thread that others read, or the person's direct message with txnbot. */
export type Address =
  | { kind: 'thread'; channelId: string; threadTs: string; personId: string }
  | { kind: 'direct'; personId: string };
