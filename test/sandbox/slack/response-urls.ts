import { randomBytes } from 'node:crypto';
import { isRecord } from './block-kit/walk.ts';
import type { MessageLog } from './messages/message-log.ts';
import { type BotMessage, postBotMessage, replaceBotMessage } from './messages/post-bot-message.ts';
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

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

/** The response_urls that were given out: unguessable, five posts within 30 minutes. */
export function createResponseUrls(options: { baseUrl: string; now?: () => number }) {
  const { baseUrl, now = Date.now } = options;
  const issued = new Map<string, { origin: ResponseUrlOrigin; usesLeft: number; expiresAtMs: number }>();
  const { uses, lifetimeMs } = slackLimits.responseUrl;

  return {
    issue(origin: ResponseUrlOrigin): string {
      const kind = origin.from ? 'app' : origin.messageId === undefined ? 'commands' : 'actions';
      const path = `/${kind}/${workspace.teamId}/${Date.now()}/${randomBytes(18).toString('base64url')}`;
      issued.set(path, { origin, usesLeft: uses, expiresAtMs: now() + lifetimeMs });
      return `${baseUrl}${path}`;
    },
    /** Spends one use of the URL with this path. */
    spend(path: string): { origin: ResponseUrlOrigin } | { error: 'used_url' | 'expired_url' } {
      const entry = issued.get(path);
      if (!entry || entry.usesLeft === 0) return { error: 'used_url' };
      if (now() > entry.expiresAtMs) return { error: 'expired_url' };
      entry.usesLeft -= 1;
      return { origin: entry.origin };
    },
    /** Drops those that are past their time. */
    forgetExpired(): void {
      for (const [path, { expiresAtMs }] of issued) if (now() > expiresAtMs) issued.delete(path);
    },
  };
}

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
  return payload.replace_original === true ? [`replace_original has no effect on the response_url of a ${from}`] : [];
}
