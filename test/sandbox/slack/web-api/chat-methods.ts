import type { MessageLog } from '../messages/message-log.ts';
import { type PostedMessage, postBotMessage, replaceBotMessage } from '../messages/post-bot-message.ts';
import type { ShownMessage } from '../types.ts';
import { workspace } from '../workspace.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The Web API's `chat.*`. */
export function createChatMethods(log: MessageLog): Record<string, WebApiMethod> {
  const method = (run: WebApiMethod['run']): WebApiMethod => ({ token: 'bot', run });

  return {
    'chat.postMessage': method((args) =>
      inChannel(args, (channelId) => {
        const posted = postBotMessage(log, { payload: args, via: 'chat.postMessage', channelId });
        return answer(posted, ({ ts, ...message }) => ({
          channel: channelId,
          ts,
          message: describe({ ts, ...message }),
        }));
      }),
    ),
    'chat.postEphemeral': method((args) =>
      inChannel(args, (channelId) => {
        const { user } = args;
        if (typeof user !== 'string') return { ok: false, error: 'user_not_in_channel' };
        const message = { payload: args, via: 'chat.postEphemeral', channelId, visibleTo: user };
        return answer(postBotMessage(log, message), ({ ts }) => ({ message_ts: ts }));
      }),
    ),
    'chat.update': method((args) =>
      inChannel(args, (channelId) => {
        const original = findKept(log, channelId, args);
        if (!original) return { ok: false, error: 'message_not_found' };
        const posted = replaceBotMessage(log, original, { payload: args, via: 'chat.update', channelId });
        return answer(posted, (message) => ({
          channel: channelId,
          ts: message.ts,
          text: message.text,
          message: describe(message),
        }));
      }),
    ),
    'chat.delete': method((args) =>
      inChannel(args, (channelId) => {
        const original = findKept(log, channelId, args);
        if (!original) return { ok: false, error: 'message_not_found' };
        log.remove(original.id);
        return { ok: true, channel: channelId, ts: original.ts };
      }),
    ),
  };
}

function inChannel({ channel }: Arguments, run: (channelId: string) => WebApiAnswer): WebApiAnswer {
  const isChannel = typeof channel === 'string' && /^[CDGU][A-Z0-9]+$/.test(channel);
  return isChannel ? run(channel) : { ok: false, error: 'channel_not_found' };
}

/** Only the bot's own messages, and of those only the kept ones: Slack forgets an ephemeral message. */
function findKept(log: MessageLog, channelId: string, { ts }: Arguments): ShownMessage | undefined {
  return log.messages.find(
    (message) =>
      message.ts === ts &&
      message.channelId === channelId &&
      message.author === 'bot' &&
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

function describe({ ts, text, blocks }: Pick<ShownMessage, 'ts' | 'text' | 'blocks'>) {
  const { botUserId, botId, appId, teamId } = workspace;
  return { type: 'message', user: botUserId, bot_id: botId, app_id: appId, team: teamId, ts, text, blocks };
}
