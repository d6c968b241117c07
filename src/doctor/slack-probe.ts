import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Secret } from '../secret.ts';
import { createBoltLogger } from '../slack/web-api/bolt-logger.ts';
import { SlackClient } from '../slack/web-api/client.ts';
import { createSlackFetch, type Network } from '../slack/web-api/fetch.ts';
import { proxiedFetch } from '../slack/web-api/proxied-fetch.ts';
import { reach } from './reach.ts';

/** Slack, reached as the bot reaches it. */
export interface SlackProbe {
  /** With the bot token. */
  client: SlackClient;
  /** Whose token it is; asked once for all checks. @throws SlackApiError */
  identity(): Promise<Identity>;
  /** How far this machine's clock is ahead of Slack's, by its first answer; `undefined` when it did not say. */
  clockAheadMs(): number | undefined;
  /** With another token. */
  clientOf(token: Secret): SlackClient;
  /** Whether a connection opens there. @throws SlackApiError */
  reach(url: URL): Promise<void>;
}

export interface Identity {
  team: string;
  teamId: string | undefined;
  bot: string;
  isOrgWide: boolean;
  /** The token's scopes; absent when Slack does not say. */
  scopes: readonly string[] | undefined;
}

export function createSlackProbe({ slackApiUrl, slackProxy, slackBotToken }: Config): SlackProbe {
  const send: Network = slackProxy ? proxiedFetch(slackProxy) : (url, init) => fetch(url, init);
  const heard: { scopes?: string | null; clockAheadMs?: number } = {};
  const network: Network = async (url, init) => {
    const askedAtMs = Date.now();
    const response = await send(url, init);
    if (new URL(url).pathname.endsWith('/auth.test')) heard.scopes = response.headers.get('x-oauth-scopes');
    const slackAtMs = Date.parse(response.headers.get('date') ?? '');
    // Slack answers in JSON, refusals too; another clock belongs to what stands in between.
    const isOfSlack = response.ok && response.headers.get('content-type')?.startsWith('application/json');
    if (isOfSlack && !Number.isNaN(slackAtMs)) heard.clockAheadMs ??= aheadMs(slackAtMs, askedAtMs, Date.now());
    return response;
  };
  const address = {
    fetch: createSlackFetch(slackApiUrl, undefined, network),
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  };
  const logger = createBoltLogger(pino({ level: 'silent' })); // what is wrong is in the findings
  const clientOf = (token: Secret) => new SlackClient(token, address, logger);
  const client = clientOf(slackBotToken);
  let asked: Promise<Identity> | undefined;
  const identity = async (): Promise<Identity> => {
    const { team, team_id: teamId, user, is_enterprise_install: isOrgWide } = await client.auth.test();
    return {
      team: team ?? 'without a name',
      teamId,
      bot: user ?? 'without a name',
      isOrgWide: isOrgWide === true,
      scopes: heard.scopes?.split(/[\s,]+/).filter((scope) => scope !== ''),
    };
  };
  return {
    client,
    clockAheadMs: () => heard.clockAheadMs,
    clientOf,
    reach: (url) => reach(url, send),
    identity() {
      asked ??= identity();
      return asked;
    },
  };
}

/** Slack said its time somewhere between the two times, in whole seconds: 0 when that explains the difference. */
function aheadMs(slackAtMs: number, askedAtMs: number, answeredAtMs: number): number {
  if (askedAtMs > slackAtMs + 1_000) return askedAtMs - slackAtMs - 1_000;
  return Math.min(0, answeredAtMs - slackAtMs);
}
