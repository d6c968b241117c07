import { randomBytes } from 'node:crypto';
import { slackLimits } from '../slack-limits.ts';
import { workspace } from '../workspace.ts';

/** Where a response_url came from, and so what a post to it may do. */
export interface ResponseUrlOrigin {
  readonly channelId: string;
  readonly userId: string;
  /** The message whose button was pressed; a slash command has none, so nothing to replace. */
  readonly messageId?: string;
  /** Set when it came with neither a slash command nor a message's button. */
  readonly from?: 'shortcut' | 'view';
}

export interface ResponseUrls {
  issue(origin: ResponseUrlOrigin): string;
  /** Spends one use of the URL with this path. */
  spend(path: string): { origin: ResponseUrlOrigin } | { error: 'used_url' | 'expired_url' };
  /** Drops those that are past their time. */
  forgetExpired(): void;
}

/** The response_urls that were given out: unguessable, five posts within 30 minutes. */
export function createResponseUrls(options: { baseUrl: string; now?: () => number }): ResponseUrls {
  const { baseUrl, now = Date.now } = options;
  const issued = new Map<string, { origin: ResponseUrlOrigin; usesLeft: number; expiresAtMs: number }>();
  const { uses, lifetimeMs } = slackLimits.responseUrl;

  return {
    issue(origin) {
      const kind = origin.from ? 'app' : origin.messageId === undefined ? 'commands' : 'actions';
      const path = `/${kind}/${workspace.teamId}/${Date.now()}/${randomBytes(18).toString('base64url')}`;
      issued.set(path, { origin, usesLeft: uses, expiresAtMs: now() + lifetimeMs });
      return `${baseUrl}${path}`;
    },
    spend(path) {
      const entry = issued.get(path);
      if (!entry || entry.usesLeft === 0) return { error: 'used_url' };
      if (now() > entry.expiresAtMs) return { error: 'expired_url' };
      entry.usesLeft -= 1;
      return { origin: entry.origin };
    },
    forgetExpired() {
      for (const [path, { expiresAtMs }] of issued) if (now() > expiresAtMs) issued.delete(path);
    },
  };
}
