// Where the answers to a payload go; how each is sent, and sent again: `posts.ts`.

import type { RespondFn, types } from '@slack/bolt';
import { pause } from '../async.ts';
import { mrkdwnReply, type Reply } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addTakeBack } from '../blocks/offers.ts';
import { addBackButton, createHomeView, createModal } from '../blocks/views.ts';
import type { Query } from '../command.ts';
import { DeliveryError, UserError } from '../errors.ts';
import type { Admission, Place } from '../policy.ts';
import { joinNonEmpty } from '../text.ts';
import { type SlackClient, slackApiError } from './client.ts';
import type { Origin, SlackPayload } from './payload.ts';
import { isPlaceClosed, messageContent, noUnfurling, post, type Send } from './posts.ts';

const notRemoved = 'Slack has not confirmed that this is gone. If you still see it, press again.';

/**
 * A listener's result; `undefined` when the person already sees the answer, or when a later click
 * brings the answer. `homeAfter` redraws the Home tab once the reply is delivered, as the tab shows
 * recent look-ups.
 */
export type Answer =
  | {
      reply: Reply;
      homeAfter?: () => Promise<types.HomeView>;
    }
  /** The modal that replaces the clicked modal. */
  | { window: types.ModalView }
  | { home: types.HomeView }
  /** Removes the message that was clicked. */
  | { remove: true }
  | { options: types.PlainTextOption[] }
  | undefined;

/** Sends the replies to one Slack payload. */
export interface ReplyRoute {
  /** May send the first message by a method that works only once: an ack or a trigger. */
  send(message: Reply, to: Place['to']): Promise<unknown>;
  /** Removes the message that was clicked. @throws UserError when Slack does not confirm it */
  remove?: () => Promise<unknown>;
  /** Shows that an answer is being prepared; absent if nothing can be shown before the answer. */
  wait?: ((waiting: Waiting, to: Place['to']) => Promise<unknown>) | undefined;
  /** Whether replies are shown in a window or the Home tab, neither of which can show a table. */
  isWindow?: boolean;
  /**
   * Whether no direct message replaces a failed reply, because the person only typed into a select
   * or opened a tab.
   */
  isOnlyWay?: boolean;
}

/** A query that has no answer yet. */
interface Waiting {
  /** The query, once it is known. */
  query: Pick<Query, 'text' | 'isFile'> | undefined;
  /** What the bot is doing for the query, such as `reading the file`. */
  progress: string | undefined;
}

function waitingLine(waiting: Waiting, to: Place['to']): Reply {
  return mrkdwnReply(`Still ${activity(waiting, to)}. The answer will follow here.`);
}

/** Says what is waited for. Everybody reads a thread, so there the query is not quoted. */
function activity({ query, progress }: Waiting, to: Place['to']): string {
  if (progress !== undefined) return progress;
  if (to === 'thread') return query?.isFile ? 'reading the file' : 'waiting for an answer';
  if (query === undefined || query.text === '') return 'waiting';

  const text = code(query.text, 100);
  return query.isFile
    ? `reading ${text}`
    : `waiting for the transfer service to answer about ${text}`;
}

/** Returns how to reply to a payload; `undefined` when it needs no reply. */
export function replyRouteFor(
  incoming: SlackPayload,
  client: SlackClient,
  origin: Origin,
): ReplyRoute | undefined {
  switch (incoming.kind) {
    case 'command':
      return respondRoute(incoming.respond, client, origin, incoming.ack);
    case 'options':
      return { send: () => incoming.ack({ options: [] }), isOnlyWay: true };
    case 'event':
      // Slack also sends this event for the Messages tab, which needs no view.
      if (incoming.name === 'app_home_opened')
        return 'tab' in incoming.payload && incoming.payload.tab === 'home'
          ? homeRoute(client, origin)
          : undefined;
      return isWrittenByPerson(incoming.name, incoming.payload)
        ? conversationRoute(client, origin)
        : undefined;
    default:
      return incoming.respond
        ? respondRoute(incoming.respond, client, origin)
        : windowRoute(client, origin);
  }
}

/**
 * Subtypes of messages that people write: messages with a file, and replies in a thread that the
 * channel also gets.
 */
const writtenSubtypes: unknown[] = ['file_share', 'thread_broadcast', 'me_message'];

/** Returns false for deletions, joins and messages of apps, which expect no answer. */
function isWrittenByPerson(type: string, event: object): boolean {
  if ('bot_id' in event || ('subtype' in event && !writtenSubtypes.includes(event.subtype)))
    return false;

  // Other messages in channels are between people; a mention arrives as an `app_mention` event.
  return (
    type === 'app_mention' ||
    (type === 'message' && 'channel_type' in event && event.channel_type === 'im')
  );
}

/**
 * @param ack a command's ack, the quickest way to reply while its socket is open; the response_url
 * works afterwards
 */
function respondRoute(
  respond: RespondFn,
  client: SlackClient,
  { threadTs, channelId: channel = '', messageTs: ts = '' }: Origin,
  ack?: (answer: Reply & { response_type: 'ephemeral' }) => Promise<void>,
): ReplyRoute {
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  let isAckFree = ack !== undefined;

  const send: ReplyRoute['send'] = (message, to) => {
    const response_type = to === 'channel' ? 'in_channel' : 'ephemeral';
    const where = to === 'in place' ? {} : { response_type, ...thread };
    const sendToUrl = () =>
      respond({ replace_original: to === 'in place', ...where, ...noUnfurling, ...message });
    if (!ack || !isAckFree) return sendToUrl();

    isAckFree = false;
    return ack({ response_type: 'ephemeral', ...message }).catch(sendToUrl);
  };

  return {
    send,
    wait: (waiting, to) => send(waitingLine(waiting, to), to),
    remove: () =>
      respond({ delete_original: true })
        .catch(() => client.chat.delete({ channel, ts }))
        .catch((error: unknown) => {
          if (slackApiError(error).details.code !== 'message_not_found')
            throw new UserError(notRemoved);
        }),
  };
}

/** How long an answer waits for Slack to confirm the status. */
const statusMs = 500;

/**
 * Replies to a mention in its thread, and to a direct message in a thread only if the question is
 * in one. In a thread, Slack's own status line says that an answer is being prepared; elsewhere the
 * answer replaces the waiting line. A message for the asker alone starts no thread, as Slack shows
 * an ephemeral message only in an existing thread.
 */
function conversationRoute(client: SlackClient, origin: Origin): ReplyRoute {
  const { channelId: channel = '', personId: user = '' } = origin;
  const isDirect = !origin.isPublic;
  const existingThread = origin.threadTs === undefined ? {} : { thread_ts: origin.threadTs };
  const threadTs = origin.threadTs ?? (isDirect ? undefined : origin.messageTs);
  /** Timestamp of the message that the next one replaces: a waiting line, or an earlier answer. */
  let postedTs: string | undefined;
  /** The last call that set the status, until an answer ends it. */
  let settingStatus: Promise<unknown> | undefined;

  const setStatus = (status: string) => {
    // In a channel, Slack shows its own words in place of `status` without `loading_messages`.
    const words = status === '' ? {} : { loading_messages: [status] };
    return client.assistant.threads.setStatus({
      channel_id: channel,
      thread_ts: threadTs ?? '',
      status,
      ...words,
    });
  };

  /**
   * Returns false if Slack does not show the status. An answer waits half a second for that, and no
   * longer.
   */
  const showStatus = (status: string) => {
    settingStatus = setStatus(status);
    const isShown = settingStatus.then(
      () => true,
      () => false,
    );
    const assumeShown = pause(statusMs).then(() => true);
    return Promise.race([isShown, assumeShown]);
  };

  /**
   * Ends the status, also one that is still on its way. Nothing waits for that; Slack ends it after
   * two minutes.
   */
  const endStatus = () => {
    void settingStatus
      ?.catch((error: unknown) => {
        // A refused status is not shown, so nothing ends it; any other call may have arrived.
        if (slackApiError(error).isRefusal) throw error;
      })
      .then(() => setStatus(''))
      .catch(() => {});
    settingStatus = undefined;
  };

  const send: ReplyRoute['send'] = async (message, to) => {
    const content = messageContent(message);
    endStatus();
    if (to === 'asker' && !isDirect) {
      // Nobody else waits for an answer that goes to the asker alone.
      if (postedTs !== undefined)
        await client.chat.delete({ channel, ts: postedTs }).catch(() => {});
      postedTs = undefined;

      return client.chat.postEphemeral({ channel, user, ...existingThread, ...content });
    }

    try {
      if (postedTs !== undefined)
        return await client.chat.update({ channel, ts: postedTs, ...content });
    } catch (error) {
      // The waiting line may have been deleted, or may no longer be editable.
      if (!isPlaceClosed(slackApiError(error))) throw error;
    }

    postedTs = (await post(client, channel, message, threadTs)).ts;
  };

  const wait: ReplyRoute['wait'] = async (waiting, to) => {
    const isInThread = threadTs !== undefined && (isDirect || to !== 'asker');
    // Without a status, the line that stands there already is changed.
    const mayShowStatus = isInThread && postedTs === undefined;
    const isShown = mayShowStatus && (await showStatus(`is still ${activity(waiting, 'thread')}…`));

    if (!isShown) await send(waitingLine(waiting, to), to);
  };

  return { send, wait };
}

/**
 * Updates the open modal. If none is open, opens a modal with the trigger (within three seconds),
 * then updates it.
 */
function windowRoute(client: SlackClient, origin: Origin) {
  const { viewId, viewType, triggerId } = origin;
  let openId = viewType === 'modal' ? viewId : undefined;

  const send = async (message: Reply) => {
    const view = addModalOrigin(createModal(message), origin);
    if (openId !== undefined) return client.views.update({ view_id: openId, view });
    openId = (await client.views.open({ trigger_id: triggerId ?? '', view })).view?.id;
  };

  const wait = (waiting: Waiting) => send(waitingLine(waiting, 'asker'));
  return { send, wait: openId === undefined ? wait : undefined, isWindow: true };
}

function homeRoute(client: SlackClient, origin: Origin): ReplyRoute {
  const send = ({ blocks }: Reply) => publishHome(client, origin, createHomeView(blocks));
  return { send, isWindow: true, isOnlyWay: true };
}

/** Publishes the requesting person's Home tab. */
export function publishHome(
  client: SlackClient,
  { personId = '' }: Origin,
  view: types.HomeView,
): Promise<unknown> {
  return client.views.publish({ user_id: personId, view });
}

/**
 * Opens a modal. If a modal was clicked, stacks the new modal on it, so that closing the new one
 * leads back; if that fails, as when Slack's stack is full, replaces the clicked modal instead.
 * @returns the route that shows replies in the opened modal
 */
export async function openModal(
  client: SlackClient,
  view: types.ModalView,
  origin: Origin,
): Promise<ReplyRoute> {
  const { viewId = '', viewType, triggerId = '' } = origin;
  const modalOrigin = { ...origin, viewType: 'modal', isStacked: viewType === 'modal' };
  const opening = { trigger_id: triggerId, view: addModalOrigin(view, modalOrigin) };
  const inPlace = () => client.views.update({ view_id: viewId, view: opening.view });
  const opened = modalOrigin.isStacked
    ? await client.views.push(opening).catch(inPlace)
    : await client.views.open(opening);

  return windowRoute(client, { ...modalOrigin, viewId: opened.view?.id });
}

/**
 * Labels a stacked modal's close button Back. Stores, in any modal's metadata, the channel that it
 * was opened from: clicks in the modal are authorized for that channel.
 */
export function addModalOrigin(
  view: types.ModalView,
  { isStacked, channelId }: Origin,
): types.ModalView {
  const metadata = joinNonEmpty([channelId, view.private_metadata], '\n');
  const located = metadata === '' ? view : { ...view, private_metadata: metadata };
  return isStacked ? addBackButton(located) : located;
}

interface ReplyRequest {
  client: SlackClient;
  origin: Origin;
  mayAskInWindows: boolean;
  /** Asked before each try to post an answer that others would read. */
  whyClosed: Admission['whyClosed'] | undefined;
  /** Value of Take Back, which is added only where `to` says: elsewhere nothing is shared. */
  takeBack: string | undefined;
}

/**
 * Lists ways to send an answer, best first: to `to`, to the asker alone in the same place, and by
 * direct message.
 */
export function listSendMethods(
  to: Place['to'],
  replies: ReplyRoute,
  { client, origin, mayAskInWindows, whyClosed, takeBack }: ReplyRequest,
): Send[] {
  const { personId, channelId } = origin;

  const postThere: Send = async (message) => {
    const reason = await whyClosed?.();
    if (reason !== undefined) throw new DeliveryError('shared', { isPlaceClosed: true, reason });
    return replies.send(addTakeBack(message, takeBack), to);
  };
  const toAsker: Send = (message) => replies.send(message, 'asker');

  const ways = to === 'asker' ? [toAsker] : [postThere, toAsker];
  if (personId === undefined || replies.isOnlyWay) return ways;

  const mayAnswerInDm = mayAskInWindows || channelId?.startsWith('D') === true;
  return [...ways, (message) => post(client, personId, mayAnswerInDm ? message : notHere)];
}

/**
 * Sent by direct message in place of the answer, when the policy allows answers only in certain
 * channels.
 */
const notHere = mrkdwnReply(
  'There is an answer, and Slack lets nothing be posted where you asked.',
);
