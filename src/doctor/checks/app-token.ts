import { type Check, ok } from '../check.ts';
import { explainSlack } from '../explain-slack.ts';

/** In Socket Mode, whether Slack gives an address for a socket. None is opened: Slack would hand questions to it. */
export const appToken: Check = {
  name: 'app token',
  needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  isAsked: ({ inspected }) => inspected.config.connection.appToken !== undefined,
  async run({ slack, inspected: { config } }) {
    const { appToken: token } = config.connection;
    if (!token) return [];
    try {
      await slack.clientOf(token).apps.connections.open();
      return [ok('Socket Mode: Slack gives an address for a socket. It was not connected to.')];
    } catch (error) {
      return [explainSlack(error, 'SLACK_APP_TOKEN')];
    }
  },
};
