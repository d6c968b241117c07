import { isRecord } from './block-kit/walk.ts';
import type { MessageLog } from './messages/message-log.ts';
import { type BotMessage, postBotMessage, replaceBotMessage } from './messages/post-bot-message.ts';
import { createPasses, type Passes } from './passes.ts';
import { slackLimits } from './slack-limits.ts';
import { workspace } from './workspace.ts';

/** Where a response_url came from, and so what a post to it may do. */
export interface ResponseUrlOrigin {
  readonly channelId: string;
  readonly userId: string;
  /** The message whose button was pressed; a slash command has none, so nothing to replace. */
  readonly messageId?: string;
  /** Set when it came with neither a slash command nor a message's button. */
  readonly from?: 'shortcut' | 'view';
}

export type ResponseUrls = Passes<ResponseUrlOrigin>;

/** The response_urls that are given out: five posts within 30 minutes. */
export const createResponseUrls = (baseUrl: string, handedOut: string[]): ResponseUrls =>
  createPasses({
    ...slackLimits.responseUrl,
    write(secret, { from, messageId }) {
      const kind = from ? 'app' : messageId === undefined ? 'commands' : 'actions';
      return `${baseUrl}/${kind}/${workspace.teamId}/${Date.now()}/${secret}`;
    },
    handedOut,
  });

export interface ResponseUrlAnswer {
  readonly status: number;
  readonly body: string;
}

/** Takes what the bot posts to a response_url. */
export function createResponseUrlPosts(parts: { log: MessageLog; responseUrls: ResponseUrls }) {
  const { log, responseUrls } = parts;

  return (url: string, payload: unknown): ResponseUrlAnswer => {
    if (!isRecord(payload)) {
      log.reportBreach('response_url: the body is no JSON object');
      return { status: 400, body: 'invalid_payload' };
    }
    const found = responseUrls.find(url);
    if ('error' in found) {
      const error = found.error === 'expired' ? 'expired_url' : 'used_url';
      log.reportBreach(`response_url: ${error}`);
      return { status: 404, body: JSON.stringify({ ok: false, error }) };
    }
    responseUrls.spend(url);
    const refusal = show(payload, found.origin);
    return refusal ? { status: 400, body: refusal } : { status: 200, body: 'ok' };
  };

  function show(payload: Record<string, unknown>, origin: ResponseUrlOrigin): string | undefined {
    const original = log.messages.find(({ id }) => id === origin.messageId);
    const reply: BotMessage = {
      payload,
      via: 'response_url',
      channelId: origin.channelId,
      visibleTo: payload.response_type === 'in_channel' ? undefined : origin.userId,
      breaches:
        origin.messageId === undefined ? checkReply(payload, origin.from ?? 'slash command') : [],
    };
    if (payload.delete_original === true) {
      if (original) log.remove(original.id);
      else log.reportBreach("response_url: delete_original without a message of the bot's");
      return undefined;
    }
    if (original && payload.replace_original === true)
      return replaceBotMessage(log, original, reply).refusal;
    return postBotMessage(log, reply).refusal;
  }
}

/** Only a button left a message of the bot's behind that could be replaced. */
function checkReply(payload: Record<string, unknown>, from: string): string[] {
  return payload.replace_original === true
    ? [`replace_original has no effect on the response_url of a ${from}`]
    : [];
}
