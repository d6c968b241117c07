import { isRecord } from '../is-record.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { type BotMessage, postBotMessage, replaceBotMessage } from '../messages/post-bot-message.ts';
import type { ResponseUrlOrigin, ResponseUrls } from './response-urls.ts';

export interface ResponseUrlAnswer {
  readonly status: number;
  readonly body: string;
}

/** Takes what the bot posts to a response_url. */
export function createResponseUrlPosts(parts: { log: MessageLog; responseUrls: ResponseUrls }) {
  const { log, responseUrls } = parts;

  return (path: string, payload: unknown): ResponseUrlAnswer => {
    if (!isRecord(payload)) {
      log.reportBreach('response_url: the body is no JSON object');
      return { status: 400, body: 'invalid_payload' };
    }
    const spent = responseUrls.spend(path);
    if ('error' in spent) {
      log.reportBreach(`response_url: ${spent.error}`);
      return { status: 404, body: JSON.stringify({ ok: false, error: spent.error }) };
    }
    const refusal = show(payload, spent.origin);
    return refusal ? { status: 400, body: refusal } : { status: 200, body: 'ok' };
  };

  function show(payload: Record<string, unknown>, origin: ResponseUrlOrigin): string | undefined {
    const original = log.messages.find(({ id }) => id === origin.messageId);
    if (original && payload.delete_original === true) {
      log.remove(original.id);
      return undefined;
    }
    const reply: BotMessage = {
      payload,
      via: 'response_url',
      channelId: origin.channelId,
      visibleTo: payload.response_type === 'in_channel' ? undefined : origin.userId,
      breaches: origin.messageId === undefined ? checkReply(payload, origin.from ?? 'slash command') : [],
    };
    if (original && payload.replace_original === true) return replaceBotMessage(log, original, reply).refusal;
    return postBotMessage(log, reply).refusal;
  }
}

/** Only a button left a message of the bot's behind that could be replaced. */
function checkReply(payload: Record<string, unknown>, from: string): string[] {
  return ['replace_original', 'delete_original']
    .filter((flag) => payload[flag] === true)
    .map((flag) => `${flag} has no effect on the response_url of a ${from}`);
}
