import type { webApi } from '@slack/bolt';
import type { ProxyAddress } from '../../proxy.ts';
import { createSlackFetch, type SlackCall } from './fetch.ts';
import { proxiedFetch } from './proxied-fetch.ts';

/** Slack's address and the `fetch` to reach it, for both of the library's clients. */
export type SlackAddress = Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;

/** Where Slack is: `undefined` means Slack's own address, and no proxy. */
export interface SlackPlace {
  slackApiUrl: string | undefined;
  slackProxy: ProxyAddress | undefined;
}

export function slackAddress({ slackApiUrl, slackProxy }: SlackPlace, onCall: (call: SlackCall) => void): SlackAddress {
  return {
    fetch: createSlackFetch(slackApiUrl, onCall, slackProxy && proxiedFetch(slackProxy)),
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  };
}
