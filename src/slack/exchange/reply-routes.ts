import { type RespondFn, webApi } from '@slack/bolt';
import type { Reply } from '../../commands/command.ts';
import { homeOf } from '../../views/home.ts';
import { modalOf } from '../../views/modal.ts';
import type { Origin } from './origin.ts';
import type { SlackPayload } from './payload-kinds.ts';

/**
 * Where an answer goes: to the one who asked (everybody in the thread, for a mention), to them alone, in place of
 * the message that was clicked, or into the channel for everybody.
 */
export type Destination = 'asker' | 'alone' | 'in place' | 'channel';

export type Send = (message: Reply, to: Destination) => Promise<unknown>;

/** The ways that one of Slack's payloads opens to the person. */
export interface ReplyRoutes {
  /** The first message; what it goes through may be open only once. */
  first: Send;
  later: Send;
  /** Whether something can be sent here before the answer: a line that says to wait, an empty list of options. */
  canWait: boolean;
}

/** `undefined` for what nobody waits for. */
export function replyRoutesFor(
  incoming: SlackPayload,
  client: webApi.WebClient,
  place: Origin,
): ReplyRoutes | undefined {
  switch (incoming.kind) {
    case 'command':
      return commandWays(incoming.ack, incoming.respond);
    case 'options': {
      // Nothing in time is better than a list that comes late: the next letter asks again.
      const nothing: Send = () => incoming.ack({ options: [] });
      return { first: nothing, later: nothing, canWait: true };
    }
    case 'event':
      if (incoming.payload.type === 'app_home_opened') return homeWays(client, place);
      return isWrittenByPerson(incoming.payload) ? conversationWays(client, place) : undefined;
    default:
      return incoming.respond ? clickWays(incoming.respond, place) : viewWays(client, place);
  }
}

/** What people write with a file, and what they write in a thread and send to its channel too. */
const writtenSubtypes: unknown[] = ['file_share', 'thread_broadcast'];

/** Not an edit, a deletion or somebody joining, and not another app talking: nobody waits for an answer to those. */
function isWrittenByPerson(event: { type: string }): boolean {
  if ('bot_id' in event || ('subtype' in event && !writtenSubtypes.includes(event.subtype))) return false;
  if (!('text' in event && typeof event.text === 'string' && event.text.trim() !== '')) return false; // a file alone
  // In a channel people talk to each other; a mention there is an event of its own.
  return (
    event.type === 'app_mention' || (event.type === 'message' && 'channel_type' in event && event.channel_type === 'im')
  );
}

/** Neither link nor image of an answer is unfolded. */
const asIs = { unfurl_links: false, unfurl_media: false } as const;

function commandWays(
  ack: (answer: Reply & { response_type: 'ephemeral' }) => Promise<void>,
  respond: RespondFn,
): ReplyRoutes {
  const later: Send = (message, to) =>
    respond({ response_type: to === 'channel' ? 'in_channel' : 'ephemeral', ...asIs, ...message });
  return {
    canWait: true,
    // The ack is the quickest way; a socket that closed under it leaves the response_url.
    first: (message, to) => ack({ response_type: 'ephemeral', ...message }).catch(() => later(message, to)),
    later,
  };
}

function clickWays(respond: RespondFn, { threadTs }: Origin): ReplyRoutes {
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  const send: Send = (message, to) =>
    to === 'in place'
      ? respond({ replace_original: true, ...asIs, ...message })
      : respond({
          response_type: to === 'channel' ? 'in_channel' : 'ephemeral',
          replace_original: false,
          ...thread,
          ...asIs,
          ...message,
        });
  return { first: send, later: send, canWait: true };
}

/**
 * In the thread of the mention; in a direct message without one. What said to wait becomes the answer. What is for the
 * person alone starts no thread: Slack shows an ephemeral message only in one that is there.
 */
function conversationWays(client: webApi.WebClient, place: Origin): ReplyRoutes {
  const channel = place.channelId ?? '';
  const isDirect = place.audience === 'asker';
  const threadTs = place.threadTs ?? (isDirect ? undefined : place.messageTs);
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  let postedTs: string | undefined;
  const send: Send = async ({ text, blocks }, to) => {
    if (to === 'alone' && !isDirect)
      return client.chat.postEphemeral({
        channel,
        user: place.userId ?? '',
        ...(place.threadTs === undefined ? {} : thread),
        text,
        blocks,
      });
    if (postedTs !== undefined) {
      const isUpdated = await client.chat.update({ channel, ts: postedTs, text, blocks }).then(() => true, unlessGone);
      if (isUpdated) return;
    }
    postedTs = (await client.chat.postMessage({ channel, ...thread, ...asIs, text, blocks })).ts;
  };
  return { canWait: true, first: send, later: send };
}

/** Somebody may have deleted the line that said to wait: then there is nothing to update. */
function unlessGone(error: unknown): false {
  if (error instanceof webApi.WebAPIPlatformError && error.data.error === 'message_not_found') return false;
  throw error;
}

/** Into the modal that is open, or a new one. A trigger opens one within three seconds; after that it is updated. */
export function viewWays(client: webApi.WebClient, { viewId, viewType, triggerId }: Origin): ReplyRoutes {
  let openId = viewType === 'modal' ? viewId : undefined;
  const send: Send = async (message) => {
    if (openId !== undefined) return client.views.update({ view_id: openId, view: modalOf(message) });
    openId = (await client.views.open({ trigger_id: triggerId ?? '', view: modalOf(message) })).view?.id;
  };
  return { canWait: openId === undefined, first: send, later: send };
}

function homeWays(client: webApi.WebClient, { userId }: Origin): ReplyRoutes {
  const send: Send = (message) => client.views.publish({ user_id: userId ?? '', view: homeOf(message.blocks) });
  return { first: send, later: send, canWait: false };
}
