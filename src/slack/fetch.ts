import type { webApi } from '@slack/bolt';

type SlackFetch = NonNullable<webApi.WebClientOptions['fetch']>;

const timeoutMs = 5_000;
const slackOrigins = [
  'https://slack.com',
  'https://slack-gov.com',
  'https://files.slack.com', // where a file goes
  'https://files.slack-gov.com',
  'https://hooks.slack.com',
  'https://hooks.slack-gov.com',
];

/**
 * The one way out to Slack, for Web API calls and response_urls alike. Bolt posts an answer wherever the
 * payload says, without a time limit and following redirects: here it goes to Slack's own hosts
 * (or the configured one) only, nowhere else by redirect, and gives up after five seconds.
 */
export function createSlackFetch(slackApiUrl: string | undefined): SlackFetch {
  const allowed = new Set(slackApiUrl === undefined ? slackOrigins : [...slackOrigins, new URL(slackApiUrl).origin]);
  return async (url, init) => {
    if (!allowed.has(new URL(url).origin)) throw new Error('Refused to send to a host that is not Slack’s.');
    return fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  };
}
