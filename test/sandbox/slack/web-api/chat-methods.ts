import * as z from 'zod';
import type { Echo } from '../events/send-event.ts';
import type { MessageLog } from '../messages/message-log.ts';
import {
  describeMessage,
  type PostedMessage,
  postBotMessage,
  replaceBotMessage,
} from '../messages/post-bot-message.ts';
import type { ShownMessage } from '../types.ts';
import { directMessageOf, findConversation, isDirectMessage, workspace } from '../workspace.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

const Status = z.object({
  thread_ts: z.string(),
  status: z.string(),
  loading_messages: z.array(z.string()).optional(),
});
/** What a channel reads of a status without `loading_messages`. */
const slacksOwnWords = 'Finding answers…';

type Arguments = Readonly<Record<string, unknown>>;

/** The Web API's `chat.*`, and the status below a thread. */
export function createChatMethods(log: MessageLog, echo: Echo): Record<string, WebApiMethod> {
  const method = (run: WebApiMethod['run']): WebApiMethod => ({
    token: 'bot',
    scope: 'chat:write',
    run,
  });

  return {
    'chat.postMessage': method((args) =>
      inChannel({ ...args, channel: toConversation(args.channel) }, (channelId) => {
        const message = {
          payload: args,
          via: 'chat.postMessage',
          channelId,
          breaches: checkUnfurling(args),
        };
        return answer(postBotMessage(log, message), (posted) => {
          const described = describeMessage(posted);
          echo(posted, described);
          return { channel: channelId, ts: posted.ts, message: described };
        });
      }),
    ),
    'chat.postEphemeral': method((args) =>
      inChannel(args, (channelId) => {
        const { user } = args;
        const isThere =
          typeof user === 'string' &&
          (!isDirectMessage(channelId) || directMessageOf(user) === channelId);
        if (!isThere) return { ok: false, error: 'user_not_in_channel' };
        const message = { payload: args, via: 'chat.postEphemeral', channelId, visibleTo: user };
        return answer(postBotMessage(log, message), ({ ts }) => ({ message_ts: ts }));
      }),
    ),
    'chat.update': method((args) =>
      inChannel(args, (channelId) => {
        const original = findKept(log, channelId, args);
        if (!original) return { ok: false, error: 'message_not_found' };
        const posted = replaceBotMessage(log, original, {
          payload: args,
          via: 'chat.update',
          channelId,
        });
        return answer(posted, (message) => {
          const described = describeMessage(message);
          const { ts, text } = message;
          echo(message, {
            subtype: 'message_changed',
            hidden: true,
            message: { ...described, edited: { user: workspace.botUserId, ts } },
            previous_message: describeMessage(original),
          });
          return { channel: channelId, ts, text, message: described };
        });
      }),
    ),
    'assistant.threads.setStatus': method((args) =>
      inChannel({ channel: args.channel_id }, (channelId) => {
        const { thread_ts: threadTs, status, loading_messages: [words] = [] } = Status.parse(args);
        const text =
          status === '' || isDirectMessage(channelId) ? status : (words ?? slacksOwnWords);
        const root = log.messages.find(
          ({ ts, visibleTo }) => ts === threadTs && visibleTo === undefined,
        );
        if (root?.channelId !== channelId) return { ok: false, error: 'invalid_thread_ts' };
        log.setStatus({ channelId, threadTs, text });
        return { ok: true };
      }),
    ),
    'chat.delete': method((args) =>
      inChannel(args, (channelId) => {
        const original = findKept(log, channelId, args);
        if (!original) return { ok: false, error: 'message_not_found' };
        log.remove(original.id);
        echo(original, {
          subtype: 'message_deleted',
          hidden: true,
          deleted_ts: original.ts,
          previous_message: describeMessage(original),
        });
        return { ok: true, channel: channelId, ts: original.ts };
      }),
    ),
  };
}

/** A person's id stands for the direct message with that person. */
function toConversation(channel: unknown): unknown {
  return typeof channel === 'string' && /^[UW][A-Z0-9]+$/.test(channel)
    ? directMessageOf(channel)
    : channel;
}

function inChannel({ channel }: Arguments, run: (channelId: string) => WebApiAnswer): WebApiAnswer {
  const conversation = findConversation(channel);
  if (!conversation) return { ok: false, error: 'channel_not_found' };
  return conversation.hasBot ? run(conversation.id) : { ok: false, error: 'not_in_channel' };
}

/** Slack unfurls what looks like a link unless it is told not to. */
function checkUnfurling(args: Arguments): string[] {
  return ['unfurl_links', 'unfurl_media']
    .filter((name) => args[name] !== false)
    .map((name) => `${name} is not false`);
}

/**
 * Only the bot's own messages, and of those only the kept ones: Slack forgets an ephemeral message.
 */
function findKept(log: MessageLog, channelId: string, { ts }: Arguments): ShownMessage | undefined {
  return log.messages.find(
    (message) =>
      message.ts === ts &&
      message.channelId === channelId &&
      message.userId === workspace.botUserId &&
      message.visibleTo === undefined,
  );
}

function answer(
  { message, refusal, breaches }: PostedMessage,
  describeSuccess: (message: ShownMessage) => Record<string, unknown>,
): WebApiAnswer {
  if (!refusal) return { ok: true, ...describeSuccess(message) };
  const messages = breaches.map((breach) => `[ERROR] ${breach}`);
  return { ok: false, error: refusal, errors: breaches, response_metadata: { messages } };
}
