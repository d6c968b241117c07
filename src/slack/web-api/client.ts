import { type Logger as BoltLogger, webApi } from '@slack/bolt';
import type { Secret } from '../../secret.ts';
import { slackApiError } from './slack-api-error.ts';

/** Where Slack is, and the way there: what both of the library's clients are told. */
export type SlackAddress = Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;

/** Slack's Web API. Every method throws a SlackApiError, and nothing of the library's. */
export class SlackClient extends webApi.WebClient {
  constructor(botToken: Secret, address: SlackAddress, logger: BoltLogger) {
    super(botToken.reveal(), {
      ...address,
      logger,
      // `fetch` keeps the time. The client itself would retry after a time-out, and post an answer twice; and one
      // limited method would hold up all the others.
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
