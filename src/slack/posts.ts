// How a message is sent, and sent again where that is safe; where answers go: `reply-routes.ts`.

import { Blob } from 'node:buffer';
import { pause } from '../async.ts';
import { mrkdwnReply, type NamedFile, type Reply } from '../blocks/blocks.ts';
import { code as mrkdwnCode } from '../blocks/mrkdwn.ts';
import { addContextLine } from '../blocks/offers.ts';
import { DeliveryError, isPassingProxyError, type SlackApiError } from '../errors.ts';
import type { Address, Place } from '../policy.ts';
import type { Conversation } from '../store/subjects.ts';
import { type SlackClient, slackApiError } from './client.ts';

/** Keeps Slack from unfurling links or media in txnbot's messages. */
export const noUnfurling = { unfurl_links: false, unfurl_media: false } as const;

/** Returns a reply's text and blocks for Slack's methods, whose types require a mutable array. */
export function messageContent({ text, blocks }: Reply) {
  return { text, blocks: [...blocks] };
}

/** @throws Error if others would read a reply that was not masked for them */
export function assertMasked(isMasked: boolean | undefined, { isPublic }: Place): void {
  if (isPublic && isMasked !== true) throw new Error('an unmasked reply would be posted');
}

/** Posts a message. @param channel a channel's id, or a person's id for their direct message */
export function post(client: SlackClient, channel: string, reply: Reply, threadTs?: string) {
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  return client.chat.postMessage({ channel, ...thread, ...noUnfurling, ...messageContent(reply) });
}

/** Sends a file in a direct message. @throws SlackApiError */
export async function sendFile(
  client: SlackClient,
  personId: string,
  { name, content }: NamedFile,
): Promise<void> {
  const { channel } = await client.conversations.open({ users: personId });
  const file = new Blob([content]);
  const { upload_url: url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
    filename: name,
    length: file.size,
  });

  await client.upload(url, file);
  await client.files.completeUploadExternal({
    channel_id: channel?.id ?? '',
    files: [{ id, title: name }],
  });
}

const postTriesMax = 3;
const retryPauseMs = 250;
/**
 * How long a response_url works. Rate-limited messages that are sent another way are given up after
 * the same time.
 */
const responseUrlLastsMs = 30 * 60_000;

/** How long to wait for Slack while it rate limits. */
export interface WaitLimit {
  /** When the request arrived, as `performance.now()`. */
  startedAtMs: number;
  /** Aborted when the process stops waiting. */
  givenUp: AbortSignal;
}

/**
 * Sends a message and retries when that is safe: as plain text when Slack refuses the blocks, again
 * when the message did not arrive or Slack answers with a 5xx, and after Slack's Retry-After when
 * it rate limits. Does not retry after a time-out: the message may have arrived, and two answers
 * are worse than one.
 * @param send sends the message once; if it throws a DeliveryError, there is no retry
 * @param limit how long to wait for a rate limit to end; omit it if the caller handles rate
 *   limits itself
 * @throws DeliveryError
 */
export async function sendSafely<T>(
  send: (reply: Reply) => Promise<T>,
  reply: Reply,
  limit?: WaitLimit,
): Promise<T> {
  let isPlain = false;
  for (let tries = 1; ; ) {
    try {
      return await send(isPlain ? { ...reply, ...mrkdwnReply(reply.text) } : reply);
    } catch (thrown) {
      if (thrown instanceof DeliveryError) throw thrown;

      const error = slackApiError(thrown);
      const { failure, code, retryAfterMs } = error.details;
      if (retryAfterMs !== undefined) {
        // Does not count as a try: a rate-limited message has not arrived.
        await waitForRateLimit(code, retryAfterMs, limit);
        continue;
      }

      const fault = faultOf(error);
      const isFinal = fault === 'lost' || fault === 'place' || (fault === 'blocks' && isPlain);
      if (isFinal || tries === postTriesMax)
        throw new DeliveryError(code, {
          mayHaveArrived: fault === 'lost' && ['timeout', 'unreachable'].includes(failure),
          isPlaceClosed: fault === 'place',
        });

      // Slack also answers with a 500 to blocks that it cannot process.
      if (fault === 'blocks' || (fault === 'failed' && tries > 1)) isPlain = true;
      if (fault !== 'blocks') await pause(retryPauseMs);
      tries += 1;
    }
  }
}

/** @throws DeliveryError when the wait would pass `limit`, or when the process stops waiting */
async function waitForRateLimit(
  code: string,
  retryAfterMs: number,
  limit: WaitLimit | undefined,
): Promise<void> {
  const waitMs = Math.max(1_000, retryAfterMs);
  if (limit === undefined || performance.now() + waitMs >= limit.startedAtMs + responseUrlLastsMs)
    throw new DeliveryError(code, { retryAfterMs: waitMs });

  await pause(waitMs, limit.givenUp).catch(() => {
    throw new DeliveryError(code);
  });
}

/** Sends a message by one method: an ack, a response_url, a post. */
export type Send = (message: Reply) => Promise<unknown>;

/**
 * Sends a message by the first of `ways` that Slack does not refuse. By the second way or a later
 * one, the message has an added line that says why only the asker sees it.
 * @throws DeliveryError
 */
export async function sendByFirst(
  ways: readonly Send[],
  message: Reply,
  limit: WaitLimit,
): Promise<unknown> {
  let refusal: DeliveryError | undefined;
  for (const send of ways) {
    const reply = refusal ? addContextLine(message, whyAlone(refusal)) : message;

    try {
      return await sendSafely(send, reply, limit);
    } catch (error) {
      if (!(error instanceof DeliveryError && error.details.isPlaceClosed)) throw error;
      refusal ??= error;
    }
  }

  throw refusal;
}

/** Says why only the asker sees an answer whose place was refused. */
function whyAlone({ code, details }: DeliveryError): string {
  return (
    details.reason ??
    `Slack lets nothing be posted where you asked (${mrkdwnCode(code)}), so only you see this.`
  );
}

const blockErrors = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'invalid_arguments',
]);
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Classifies a failure: Slack refused the blocks or the place, or failed; a `lost` message may have
 * arrived.
 */
function faultOf(error: SlackApiError): 'blocks' | 'place' | 'failed' | 'not sent' | 'lost' {
  const { failure, code, status = 0 } = error.details;
  if (failure === 'refused' && (blockErrors.has(code) || status === 400)) return 'blocks';
  if (failure === 'http_status' && status >= 500) return 'failed';
  if (notSentCodes.has(code) || (failure === 'proxy' && isPassingProxyError(code)))
    return 'not sent';

  // `not_found`: the person has closed the window.
  return error.isRefusal && code !== 'not_found' ? 'place' : 'lost';
}

/** Whether Slack refused the conversation, so that sending to another conversation may work. */
export function isPlaceClosed(error: SlackApiError): boolean {
  return faultOf(error) === 'place';
}

/** The channel and timestamp that identify a posted message. */
export interface Posted {
  channelId: string;
  ts: string;
}

/** Sends messages that are not a reply to a request. */
export type Notify = ReturnType<typeof createNotify>;

/**
 * Creates the sender of unprompted messages, to a person's direct message with txnbot or to a
 * thread.
 * @param givenUp aborted when the process stops waiting for Slack
 */
export function createNotify(client: SlackClient, givenUp: AbortSignal) {
  const fromNow = () => ({ startedAtMs: performance.now(), givenUp });
  return {
    /**
     * Sends a message to a thread, if the place says so, else to the person.
     * @throws Error if others would read a reply that was not masked for them
     * @throws DeliveryError, with `isPlaceClosed` if the thread takes no more replies,
     *   `retryAfterMs` if rate limited
     * @returns the conversation, now that a direct message's id is known
     */
    async send(address: Address, place: Place, reply: Reply): Promise<Conversation> {
      const { personId, channelId = personId, threadTs } = address;
      assertMasked(reply.isMasked, place);
      if (!place.isPublic || threadTs === undefined) {
        const direct = await sendSafely((message) => post(client, personId, message), reply);
        return { channelId: direct.channel ?? '', readerId: personId };
      }

      const postInThread = (message: Reply) => post(client, channelId, message, threadTs);
      const posted = await sendSafely(postInThread, reply);
      const isOutsideThread = posted.message && posted.message.thread_ts === undefined;
      if (!isOutsideThread) return { channelId, threadTs };

      // If a thread's root was deleted, Slack shows the reply to the whole channel.
      await client.chat.delete({ channel: channelId, ts: posted.ts ?? '' }).catch(() => {});
      throw new DeliveryError('thread_not_found', { isPlaceClosed: true });
    },
    /** Posts a direct message that `update` can change later. @throws DeliveryError */
    async post(personId: string, reply: Reply): Promise<Posted> {
      const postDirectly = (message: Reply) => post(client, personId, message);
      const { channel = '', ts = '' } = await sendSafely(postDirectly, reply, fromNow());
      return { channelId: channel, ts };
    },
    /** Changes a posted message; retries when that is safe. @throws DeliveryError */
    async update({ channelId: channel, ts }: Posted, reply: Reply): Promise<void> {
      await sendSafely(
        (message) => client.chat.update({ channel, ts, ...messageContent(message) }),
        reply,
        fromNow(),
      );
    },
  };
}
