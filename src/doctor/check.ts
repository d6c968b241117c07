import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { InspectedConfig } from '../config/inspect.ts';
import type { Secret } from '../secret.ts';
import { createBoltLogger, SlackClient, slackAddress, slackApiError } from '../slack/client.ts';
import { type Network, networkOf } from '../slack/proxy.ts';

/** What a check has seen. */
export interface Finding {
  /** `note`: informational, needs no action. */
  outcome: 'ok' | 'problem' | 'note';
  /** In a sentence. Never the value of a variable, but for ports and the ids in `ALLOWED_…`. */
  seen: string;
  /** What to do about it. */
  todo?: string | undefined;
}

/** What a check has seen, each where there is something to say. */
export type Findings = readonly (Finding | undefined)[];

export interface Check {
  /** What is tried. */
  name: string;
  /** The variables that must be right before it can be tried. */
  needs: readonly string[];
  /** For a check that asks with the bot token: what it wants of Slack. Another check tells what is wrong with the token. */
  wants?: string;
  /** Whether the check applies; default: always. */
  isAsked?(context: Context): boolean;
  /** @throws SlackApiError or TransferApiError, which tells what is wrong */
  run(context: Context): Promise<Findings>;
}

export interface Context {
  inspected: InspectedConfig;
  slack: SlackProbe;
  /** Of a transaction to look up. */
  reference: string | undefined;
}

export const ok = (seen: string): Finding => ({ outcome: 'ok', seen });
export const note = (seen: string, todo?: string): Finding => ({ outcome: 'note', seen, todo });
export const problem = (seen: string, todo: string): Finding => ({ outcome: 'problem', seen, todo });

/** Whether the operator has set a variable, rightly or wrongly. */
export function isSet(name: string): (context: Context) => boolean {
  return ({ inspected: { sources } }) => sources.get(name) !== 'default';
}

/** What every check of Slack needs. */
export const slackVariables = ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'] as const;

const timeoutMs = 5_000;
/** Undici's code for whoever hangs up on a plain request: they were reached. */
const hungUp = 'UND_ERR_SOCKET';

/** Slack, reached as the bot reaches it. */
export type SlackProbe = ReturnType<typeof createSlackProbe>;

export function createSlackProbe(config: Config) {
  const send = networkOf(config.slackProxy);
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
  const address = slackAddress(config, undefined, network);
  const logger = createBoltLogger(pino({ level: 'silent' })); // what is wrong is in the findings
  const clientOf = (token: Secret) => new SlackClient(token, address, logger);
  const client = clientOf(config.slackBotToken);
  let identity: ReturnType<typeof client.auth.test> | undefined;
  return {
    /** With the bot token. */
    client,
    /** With another token. */
    clientOf,
    /** Whose token it is; asked once for all checks. @throws SlackApiError */
    identity() {
      identity ??= client.auth.test();
      return identity;
    },
    /** The token's scopes, once its identity is known; `undefined` when Slack does not say. */
    scopes: () => heard.scopes?.split(/[\s,]+/).filter((scope) => scope !== ''),
    /** How far this machine's clock is ahead of Slack's, by its first answer; `undefined` when it did not say. */
    clockAheadMs: () => heard.clockAheadMs,
    /** Asks for nothing there: any answer is enough. @throws SlackApiError */
    async reach(url: string): Promise<void> {
      const signal = AbortSignal.timeout(timeoutMs);
      await send(url, { method: 'HEAD', redirect: 'manual', signal }).catch((error: unknown) => {
        const failure = slackApiError(error);
        if (failure.details.code !== hungUp) throw failure;
      });
    },
  };
}

/** Slack said its time somewhere between the two times, in whole seconds: 0 when that explains the difference. */
function aheadMs(slackAtMs: number, askedAtMs: number, answeredAtMs: number): number {
  if (askedAtMs > slackAtMs + 1_000) return askedAtMs - slackAtMs - 1_000;
  return Math.min(0, answeredAtMs - slackAtMs);
}
