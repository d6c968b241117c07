import { SlackApiError } from '../../errors.ts';
import { type Check, type Finding, note, ok } from '../check.ts';
import { explainNetwork } from '../explain-network.ts';
import { explainSlack } from '../explain-slack.ts';
import type { SlackProbe } from '../slack-probe.ts';

/** In Socket Mode, whether Slack gives an address for a socket. None is opened: Slack would hand questions to it. */
export const appToken: Check = {
  name: 'app token',
  needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  isAsked: ({ inspected: { config, wrong } }) =>
    config.connection.appToken !== undefined || wrong.has('SLACK_APP_TOKEN'),
  async run({ slack, inspected: { config } }) {
    const { appToken: token } = config.connection;
    if (!token) return [];
    try {
      const { url } = await slack.clientOf(token).apps.connections.open();
      const given = ok('Socket Mode: Slack gives an address for a socket. It was not connected to.');
      return url === undefined ? [given] : [given, await hostOf(url, slack)];
    } catch (error) {
      return [explainSlack(error, 'SLACK_APP_TOKEN')];
    }
  },
};

/** Sockets have a host of their own, which a proxy may not let through. It is asked without the address's ticket. */
async function hostOf(address: string, slack: SlackProbe): Promise<Finding> {
  const { host, protocol } = new URL(address);
  try {
    await slack.reach(new URL(`${protocol === 'wss:' ? 'https' : 'http'}://${host}/`));
    return ok(`The socket's host (${host}) is reached.`);
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    const { failure, code } = error.details;
    if (failure === 'timeout') return note(`The socket's host (${host}) did not answer within 5 seconds.`);
    const who = `the socket's host (${host})`;
    return explainNetwork(code, { who, proxyVariable: 'SLACK_PROXY_URL', addressVariable: 'the way out' });
  }
}
