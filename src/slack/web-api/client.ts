import { type Logger as BoltLogger, webApi } from '@slack/bolt';
import type { Secret } from '../../secret.ts';
import type { SlackAddress } from './address.ts';
import { slackApiError } from './slack-api-error.ts';

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
