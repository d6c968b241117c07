import { type Logger as BoltLogger, LogLevel, webApi } from '@slack/bolt';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import type { Events } from '../events.ts';
import { type NetworkResponse, networkOf, type SlackFetch } from './proxy.ts';
import { rateLimited, slackApiError } from './slack-errors.ts';

/** Slack's Web API. Every API call throws a SlackApiError, never an error of the library. */
export class SlackClient extends webApi.WebClient {
  constructor(botToken: Secret, address: SlackAddress, logger: BoltLogger) {
    super(botToken.reveal(), {
      ...address,
      logger,
      // Our `fetch` sets the time-out. The client itself would retry after a time-out and post an answer twice, and one
      // rate-limited method would hold up all others.
      timeout: 0,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    });
  }

  override async apiCall(method: string, options?: Record<string, unknown>): Promise<webApi.WebAPICallResult> {
    try {
      return await super.apiCall(method, options);
    } catch (error) {
      throw slackApiError(error);
    }
  }
}

/** Slack's address and the `fetch` to reach it, for both of the library's clients. */
export type SlackAddress = Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;

/** Where Slack is: without an address of the configuration, its own, and without a proxy, straight. */
export function slackAddress(
  { slackApiUrl, slackProxy }: Pick<Config, 'slackApiUrl' | 'slackProxy'>,
  events?: Events,
  network = networkOf(slackProxy),
): SlackAddress {
  const fetch = createSlackFetch(slackApiUrl, events, network);
  return slackApiUrl === undefined ? { fetch } : { slackApiUrl, fetch };
}

/**
 * Sends the log lines of Slack's libraries to our log, except debug lines: those hold whole payloads, with
 * response_urls and what people typed. The level `INFO` also saves the libraries from building them.
 */
export function createBoltLogger(logger: Logger): BoltLogger {
  const words = (parts: unknown[]) =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
  const lines = logger.child({ from: 'slack-libraries' });
  return {
    debug: () => {},
    info: (...parts) => lines.info(words(parts)),
    warn: (...parts) => lines.warn(words(parts)),
    error: (...parts) => lines.error(words(parts)),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}

const timeoutMs = 5_000;
/** One connection per call: a thousand people who waited at once took thirty megabytes that were not freed soon. */
const inFlightMax = 64;
const slackOrigins = [
  'https://slack.com',
  'https://slack-gov.com',
  'https://files.slack.com', // file uploads
  'https://files.slack-gov.com',
  'https://hooks.slack.com',
  'https://hooks.slack-gov.com',
];

/**
 * The only way out to Slack, for Web API calls and response_urls. Bolt posts an answer to any URL that the payload
 * holds, without a time-out and following redirects; this sends only to Slack's own hosts (or the configured one),
 * follows no redirect, and times out after five seconds. Bolt drops the Retry-After header of a rate-limited
 * response_url; this keeps it in the error.
 * @throws SlackApiError for a rate-limited response_url
 */
export function createSlackFetch(
  slackApiUrl: string | undefined,
  events?: Events,
  network = networkOf(undefined),
): SlackFetch {
  const allowed = new Set(slackApiUrl === undefined ? slackOrigins : [...slackOrigins, new URL(slackApiUrl).origin]);
  const slots = pLimit(inFlightMax);

  return async (url, init) => {
    const { origin, pathname } = new URL(url);
    const name = nameOf(pathname);
    const startedAtMs = performance.now();
    const ended = (failure: string | undefined) =>
      events?.emit('slackCall', { name, failure, durationMs: performance.now() - startedAtMs });
    if (!allowed.has(origin)) {
      ended('not_slack');
      throw Object.assign(new Error('Refused to send to a host that is not Slack’s.'), { code: 'not_slack' });
    }
    const send = async () => {
      try {
        const response = await network(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
        ended(await failureOf(response));
        return response;
      } catch (error) {
        ended(slackApiError(error).details.failure);
        throw error;
      }
    };
    const response = await slots(send);
    if (response.status === 429 && name === 'response_url')
      throw rateLimited(Number.parseInt(response.headers.get('retry-after') ?? '', 10) || 1);
    return response;
  };
}

function nameOf(pathname: string): string {
  const method = /\/api\/([a-zA-Z]+(?:\.[a-zA-Z]+)+)$/.exec(pathname)?.[1];
  return method ?? (pathname.startsWith('/upload/') ? 'file upload' : 'response_url');
}

/** The Web API reports an error with a 200 and the reason in the body. */
async function failureOf(response: NetworkResponse): Promise<string | undefined> {
  if (!response.ok) return `http_${response.status}`;
  if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('ok' in body) || body.ok === true) return undefined;
  const error = 'error' in body ? String(body.error) : '';
  return /^[a-z_]{1,60}$/.test(error) ? error : 'refused';
}
