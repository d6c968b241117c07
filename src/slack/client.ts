import { type Logger as BoltLogger, LogLevel, webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { ProxyAddress } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Secret } from '../secret.ts';
import { createSlackFetch } from './fetch.ts';
import { proxiedFetch } from './proxy.ts';
import { slackApiError } from './slack-errors.ts';

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

/** Where Slack is: `undefined` means Slack's own address, and no proxy. */
interface SlackPlace {
  slackApiUrl: string | undefined;
  slackProxy: ProxyAddress | undefined;
}

export function slackAddress({ slackApiUrl, slackProxy }: SlackPlace, events: Events): SlackAddress {
  return {
    fetch: createSlackFetch(slackApiUrl, events, slackProxy && proxiedFetch(slackProxy)),
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  };
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
