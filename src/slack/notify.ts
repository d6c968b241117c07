import pLimit from 'p-limit';
import type { Reply } from '../blocks/blocks.ts';
import { DeliveryError, errorCode } from '../errors.ts';
import type { SlackClient } from './client.ts';
import { cached } from './people.ts';
import { asIs, contentOf, type InForm, type NamedFile, postDirectly, sendFile, sendSafely } from './replies.ts';

/** A direct message keeps its id. */
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
  let isClosed = false;
  const inTurn = pLimit(1);
  const patience = () => ({ startedAtMs: performance.now(), givenUp });
  return {
    /**
     * Sends one message at a time, and calls `taken` before the next: at most one message is with Slack and not yet noted.
     * @param word called just before each try, the one after a wait that Slack asks for too; `undefined` is not sent
     * @param taken called once Slack has it; must not throw
     * @throws DeliveryError when Slack does not take it, or perhaps has not; the error of `word` as one
     */
    send(to: Address, word: () => Promise<Reply | undefined>, taken: () => Promise<void>): Promise<void> {
      const post = (inForm: InForm) =>
        inTurn(async () => {
          const message = await word().catch((error: unknown) => {
            throw new DeliveryError(errorCode(error));
          });
          if (isClosed) throw new DeliveryError('stopping');
          if (message === undefined) return;
          await client.chat.postMessage({ ...placeOf(to), ...asIs, ...contentOf(inForm(message)) });
          await taken();
        });
      return sendSafely(post, patience());
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
    /** Sends nothing more; resolves once what is with Slack by now has been noted, or Slack has not taken it. */
    async close(): Promise<void> {
      isClosed = true;
      await inTurn(async () => {});
    },
    /** The id of the person's direct message with txnbot. @throws SlackApiError */
    directMessageOf,
  };
}

function placeOf(to: Address): { channel: string; thread_ts?: string } {
  return to.kind === 'direct' ? { channel: to.personId } : { channel: to.channelId, thread_ts: to.threadTs };
}

/** Where somebody is told: in a thread that others read, or in their direct message with txnbot. */
export type Address =
  | { kind: 'thread'; channelId: string; threadTs: string; personId: string }
  | { kind: 'direct'; personId: string };
