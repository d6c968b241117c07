import type { webApi } from '@slack/bolt';
import { createSlackFetch, type SlackCall } from './fetch.ts';

/** Slack's address and the `fetch` to reach it, for both of the library's clients. */
export type SlackAddress = Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;

/** @param slackApiUrl `undefined` means Slack's own */
export function slackAddress(slackApiUrl: string | undefined, onCall: (call: SlackCall) => void): SlackAddress {
  return { fetch: createSlackFetch(slackApiUrl, onCall), ...(slackApiUrl === undefined ? {} : { slackApiUrl }) };
}
