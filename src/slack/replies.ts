import type { RespondFn, types } from '@slack/bolt';
import { pause } from '../async.ts';
import { plainReply, type Reply } from '../blocks/blocks.ts';
import { backFrom, homeOf, modalOf } from '../blocks/modal.ts';
import { DeliveryError, errorCode, isPassingProxyError, type SlackApiError } from '../errors.ts';
import type { Origin, SlackPayload } from './bolt.ts';
import type { SlackClient } from './client.ts';
import { readSlackMessage } from './message.ts';
import { slackApiError } from './slack-errors.ts';

/**
 * What a listener answers; `undefined` when the person sees it already or another click brings it. A file goes to a
 * direct message with the asker, as a response_url cannot carry one. `homeAfter` draws the Home tab anew once the reply
 * is there, as it shows recent look-ups.
 */
export type Answer =
  | {
      reply: Reply;
      to?: Destination;
      file?: NamedFile;
      homeAfter?: () => Promise<types.HomeView>;
    }
  /** Replaces the modal that was clicked. */
  | { window: types.ModalView }
  | { home: types.HomeView }
  | { options: types.PlainTextOption[] }
  | undefined;

export interface NamedFile {
  name: string;
  content: string;
}

/**
 * Where an answer goes: to the asker alone, into the thread (which everybody reads), in place of the clicked message,
 * or into the channel for everybody.
 */
export type Destination = 'asker' | 'thread' | 'in place' | 'channel';

/** How replies to one of Slack's payloads reach the person. */
export interface ReplyRoute {
  /** The first message may go a way that works only once: an ack, a trigger. */
  send(message: Reply, to: Destination): Promise<unknown>;
  /** Whether something can be sent here before the answer: a waiting line, an empty list of options. */
  canWait: boolean;
}

/** `undefined` when the payload needs no reply. */
export function replyRouteFor(incoming: SlackPayload, client: SlackClient, origin: Origin): ReplyRoute | undefined {
  switch (incoming.kind) {
    case 'command':
      return commandRoute(incoming.ack, incoming.respond);
    case 'options':
      // An empty list in time is better than a late one: the next letter asks again.
      return { send: () => incoming.ack({ options: [] }), canWait: true };
    case 'event':
      // Slack sends it for the Messages tab too, which shows nothing of ours.
      if (incoming.payload.type === 'app_home_opened')
        return incoming.payload.tab === 'home' ? homeRoute(client, origin) : undefined;
      return isWrittenByPerson(incoming.payload) ? conversationRoute(client, origin) : undefined;
    default:
      return incoming.respond ? clickRoute(incoming.respond, origin) : windowRoute(client, origin);
  }
}

/** Subtypes of messages that people write: with a file, or in a thread and also sent to its channel. */
const writtenSubtypes: unknown[] = ['file_share', 'thread_broadcast'];

/** False for edits, deletions, joins and messages of apps: nobody waits for an answer to those. */
function isWrittenByPerson(event: { type: string }): boolean {
  if ('bot_id' in event || ('subtype' in event && !writtenSubtypes.includes(event.subtype))) return false;
  const { text, more, lists, unreadable } = readSlackMessage(event);
  if ((text + more).trim() === '' && lists.length + unreadable.length === 0) return false;
  // In a channel people talk to each other; a mention there comes as an `app_mention` event.
  return (
    event.type === 'app_mention' || (event.type === 'message' && 'channel_type' in event && event.channel_type === 'im')
  );
}

/** Slack must not unfurl links or media in what txnbot says. */
export const asIs = { unfurl_links: false, unfurl_media: false } as const;

/** What Slack's methods take of a reply: their types want a list of blocks that may be changed. */
export function contentOf({ text, blocks }: Reply) {
  return { text, blocks: [...blocks] };
}

const responseTypeFor = (to: Destination) => (to === 'channel' ? 'in_channel' : 'ephemeral');

function commandRoute(
  ack: (answer: Reply & { response_type: 'ephemeral' }) => Promise<void>,
  respond: RespondFn,
): ReplyRoute {
  let isAcked = false;
  return {
    canWait: true,
    send(message, to) {
      const later = () => respond({ response_type: responseTypeFor(to), ...asIs, ...message });
      if (isAcked) return later();
      isAcked = true;
      // The ack is the quickest way; when its socket has closed, the response_url still works.
      return ack({ response_type: 'ephemeral', ...message }).catch(later);
    },
  };
}

function clickRoute(respond: RespondFn, { threadTs }: Origin): ReplyRoute {
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  return {
    canWait: true,
    send(message, to) {
      if (to === 'in place') return respond({ replace_original: true, ...asIs, ...message });
      return respond({
        response_type: responseTypeFor(to),
        replace_original: false,
        ...thread,
        ...asIs,
        ...message,
      });
    },
  };
}

/**
 * Replies in the thread of the mention; in a direct message, only in a thread that the question is in. The answer
 * replaces the waiting line. A message for the asker alone starts no thread: Slack shows an ephemeral message only in
 * an existing one.
 */
function conversationRoute(client: SlackClient, origin: Origin): ReplyRoute {
  const channel = origin.channelId ?? '';
  const isDirect = origin.audience === 'asker';
  const threadTs = origin.threadTs ?? (isDirect ? undefined : origin.messageTs);
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  let postedTs: string | undefined;
  const send: ReplyRoute['send'] = async (message, to) => {
    const content = contentOf(message);
    if (to === 'asker' && !isDirect)
      return client.chat.postEphemeral({
        channel,
        user: origin.userId ?? '',
        ...(origin.threadTs === undefined ? {} : thread),
        ...content,
      });
    try {
      if (postedTs !== undefined) return await client.chat.update({ channel, ts: postedTs, ...content });
    } catch (error) {
      // Somebody may have deleted the waiting line: then there is nothing to update.
      if (errorCode(error) !== 'message_not_found') throw error;
    }
    postedTs = (await client.chat.postMessage({ channel, ...thread, ...asIs, ...content })).ts;
  };
  return { send, canWait: true };
}

/** Updates the open modal, or opens one with the trigger (within three seconds) and updates that one later. */
export function windowRoute(client: SlackClient, origin: Origin): ReplyRoute {
  const { viewId, viewType, triggerId } = origin;
  let openId = viewType === 'modal' ? viewId : undefined;
  const send = async (message: Reply) => {
    const view = stacked(modalOf(message), origin);
    if (openId !== undefined) return client.views.update({ view_id: openId, view });
    openId = (await client.views.open({ trigger_id: triggerId ?? '', view })).view?.id;
  };
  return { send, canWait: openId === undefined };
}

function homeRoute(client: SlackClient, { userId }: Origin): ReplyRoute {
  const send = ({ blocks }: Reply) => client.views.publish({ user_id: userId ?? '', view: homeOf(blocks) });
  return { send, canWait: false };
}

/** How many Slack stacks. */
const windowsMax = 3;

/**
 * Opens a window; upon the one that was clicked in, if any, so that closing it leads back there. Where Slack stacks no
 * more, it takes the place of that one.
 * @returns where its answer goes
 */
export async function openStacked(client: SlackClient, view: types.ModalView, origin: Origin): Promise<Origin> {
  const { triggerId: trigger_id = '', viewId: view_id = '', viewType, windowsBelow } = origin;
  if (viewType !== 'modal') {
    const { view: opened } = await client.views.open({ trigger_id, view: stacked(view, origin) });
    return { ...origin, viewId: opened?.id, viewType: 'modal' };
  }
  const below = windowsBelow + 1;
  if (below === windowsMax) {
    await client.views.update({ view_id, view: stacked(view, origin) });
    return origin;
  }
  const upon = { ...origin, windowsBelow: below };
  const { view: pushed } = await client.views.push({ trigger_id, view: stacked(view, upon) });
  return { ...upon, viewId: pushed?.id };
}

/**
 * Closing a window that lies upon another leads back to that one, and its button says so. A window keeps the channel
 * that it was opened from: what is clicked in it is asked there.
 */
export function stacked(
  view: types.ModalView,
  { windowsBelow, channelId }: Pick<Origin, 'windowsBelow' | 'channelId'>,
): types.ModalView {
  const kept = channelId === undefined ? view : { private_metadata: channelId, ...view };
  return windowsBelow > 0 ? backFrom(kept) : kept;
}

/** Sends a file in a direct message. @throws SlackApiError */
export async function sendFile(client: SlackClient, users: string, { name, content }: NamedFile): Promise<void> {
  const { channel } = await client.conversations.open({ users });
  const file = { channel_id: channel?.id ?? '', filename: name, content, title: name };
  await client.filesUploadV2(file).catch((error: unknown) => {
    throw slackApiError(error);
  });
}

const triesMax = 3;
const pauseMs = 250;
/** How long a response_url works; messages by other routes wait no longer either. */
const openMs = 30 * 60_000;

/** How long to wait for Slack while it rate limits. */
interface Patience {
  /** When the question arrived, by `performance.now()`. */
  startedAtMs: number;
  /** Aborted when the process stops waiting. */
  givenUp: AbortSignal;
}

/** The message as it is to be sent: whole, or its words alone. */
export type InForm = (message: Reply) => Reply;

/**
 * Sends a message and retries when that is safe: as plain text when Slack refuses the blocks, again when the message
 * did not arrive, and after Slack's Retry-After when it rate limits. After a time-out the message may have arrived, and
 * two answers are worse than one.
 * @param send its own DeliveryError ends the tries
 * @throws DeliveryError
 */
export async function sendSafely<T>(
  send: (inForm: InForm) => Promise<T>,
  { startedAtMs, givenUp }: Patience,
): Promise<T> {
  let isPlain = false;
  for (let tries = 1; ; ) {
    try {
      return await send(isPlain ? (message) => ({ ...message, ...plainReply(message.text) }) : (message) => message);
    } catch (thrown) {
      if (thrown instanceof DeliveryError) throw thrown;
      const error = slackApiError(thrown);
      const { failure, code, retryAfterMs } = error.details;
      if (retryAfterMs !== undefined) {
        // No limit on retries: a rate-limited message has not arrived.
        const waitMs = Math.max(1_000, retryAfterMs);
        if (performance.now() + waitMs >= startedAtMs + openMs) throw new DeliveryError(code);
        await pause(waitMs, givenUp).catch(() => {
          throw new DeliveryError(code);
        });
        continue;
      }
      const fault = faultOf(error);
      if (fault === 'lost' || tries === triesMax || (fault === 'refused' && isPlain))
        throw new DeliveryError(code, {
          mayHaveArrived: fault === 'lost' && ['timeout', 'unreachable'].includes(failure),
        });
      // Slack also answers with a 500 to blocks that it cannot process.
      if (fault === 'refused' || (fault === 'failed' && tries > 1)) isPlain = true;
      if (fault !== 'refused') await pause(pauseMs);
      tries += 1;
    }
  }
}

const blockErrors = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments']);
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function faultOf({ details }: SlackApiError): 'refused' | 'failed' | 'not sent' | 'lost' {
  const { failure, code, status = 0 } = details;
  if (failure === 'refused' && (blockErrors.has(code) || status === 400)) return 'refused';
  if (failure === 'http_status' && status >= 500) return 'failed';
  const isNotSent = notSentCodes.has(code) || (failure === 'proxy' && isPassingProxyError(code));
  return isNotSent ? 'not sent' : 'lost';
}
