import { SlackApiError } from '../errors.ts';
import { type Finding, note, problem } from './check.ts';
import { explainNetwork } from './explain-network.ts';

const slack = { who: 'Slack', proxyVariable: 'SLACK_PROXY_URL', addressVariable: 'SLACK_API_URL (if it is set)' };
const codes: Readonly<Record<string, string>> = {
  account_inactive: 'The app was removed from the workspace: install it again, and copy the token anew.',
  invalid_auth: 'Copy the token again from the app’s settings.',
  not_allowed_token_type: 'It is a token of another kind: the bot token begins with xoxb-, the app token with xapp-.',
  token_expired: 'Copy the token again, and turn off token rotation in the app’s settings.',
  token_revoked: 'Install the app again, and copy the token anew.',
};

/** @param what of Slack's answer was wanted, or which token it was asked with */
export function explainSlack(error: unknown, what: string): Finding {
  if (!(error instanceof SlackApiError)) throw error;
  const { failure, code, neededScope } = error.details;
  if (failure === 'timeout')
    return problem(
      'Slack did not answer within 5 seconds.',
      'Try again; if it stays, look at https://slack-status.com.',
    );
  if (failure === 'proxy' || failure === 'unreachable') return explainNetwork(code, slack);
  if (failure === 'rate_limited') {
    const todo = 'Try again in a minute.';
    if (what.endsWith('_TOKEN')) return problem(`Slack was asked too often with ${what}.`, todo);
    return note(`Slack was asked too often ${what}.`, todo); // nothing is wrong with what was asked about
  }
  if (code === 'unknown_method') return note(`Not tried: this Slack does not know what it takes ${what}.`);
  if (failure === 'http_status')
    return problem(`Something answered ${code} in place of Slack.`, 'Check SLACK_API_URL and what stands in between.');
  const scope = neededScope === undefined ? '' : `, for want of the scope ${neededScope}`;
  const todo = neededScope === undefined ? codes[code] : 'Add the scope in the app’s settings, and install it again.';
  return problem(`Slack refused ${what} (${code})${scope}.`, todo ?? 'Look at the app’s settings.');
}

/** For a check that needs the bot token, when another check says already what is wrong with it. */
export function notAsked(): Finding {
  return note('Not tried: Slack did not take the bot token or was not reached.', 'See bot token.');
}
