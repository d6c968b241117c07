import { DeliveryError, errorCode } from '../errors.ts';
import type { Address, Notify } from '../watches/notify.ts';
import { type InForm, sendSafely } from './exchange/send.ts';
import { remembered } from './web-api/cached.ts';
import type { SlackClient } from './web-api/client.ts';

/** Slack must not unfurl links or media in what txnbot says. */
const asIs = { unfurl_links: false, unfurl_media: false } as const;

/** A direct message keeps its id. */
const hours = { ttlMs: 6 * 3_600_000, maxStaleMs: 24 * 3_600_000 };

/**
 * Tells people what they have not just asked for, in their direct message with txnbot or in a thread.
 * @param givenUp aborted when the process stops waiting for Slack
 */
export function createNotify(client: SlackClient, givenUp: AbortSignal): Notify {
  const directMessageOf = remembered(async (users: string) => {
    const { channel } = await client.conversations.open({ users });
    return channel?.id ?? '';
  }, hours);
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = (run: () => Promise<void>): Promise<void> => {
    const ran = last.then(run);
    last = ran.catch(() => {});
    return ran;
  };
  return {
    send(to, word, taken) {
      const post = (inForm: InForm) =>
        oneAtATime(async () => {
          const message = await word().catch((error: unknown) => {
            throw new DeliveryError(errorCode(error));
          });
          if (isClosed) throw new DeliveryError('stopping');
          if (message === undefined) return;
          const { text, blocks } = inForm(message);
          await client.chat.postMessage({ ...placeOf(to), ...asIs, text, blocks: [...blocks] });
          await taken();
        });
      return sendSafely(post, { startedAtMs: performance.now(), givenUp });
    },
    async close() {
      isClosed = true;
      await last;
    },
    directMessageOf,
  };
}

function placeOf(to: Address): { channel: string; thread_ts?: string } {
  return to.kind === 'direct' ? { channel: to.personId } : { channel: to.channelId, thread_ts: to.threadTs };
}
