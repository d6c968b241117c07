import type { SlackStandIn } from 'slack-sandbox';

/**
 * What a bot is told between this Slack and this transfer service, by the names of its
 * configuration.
 */
export function botSettings(
  slack: SlackStandIn,
  { baseUrl, token }: { baseUrl: string; token: string },
  mode: 'http' | 'socket' = 'http',
): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ...(mode === 'http'
      ? { SLACK_SIGNING_SECRET: slack.signingSecret }
      : { SLACK_APP_TOKEN: slack.appToken }),
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: token,
  };
}
