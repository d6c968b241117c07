import { SlackApiError } from '../errors.ts';
import { blockSamples } from '../tables/block-samples.ts';
import { type Check, type Finding, note, ok, problem, type SlackProbe } from './check.ts';
import { explainNetwork, explainSlack, notAsked } from './explain.ts';

/** Whether Slack is reached and takes the bot token, and whose it is. */
export const botToken: Check = {
  name: 'bot token',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  async run({ slack, inspected: { config } }) {
    try {
      const { team, teamId, bot, isOrgWide } = await slack.identity();
      if (isOrgWide)
        return [
          problem(
            'The app is installed for a whole organisation, and it answers one workspace.',
            'Install it in that workspace, and set SLACK_BOT_TOKEN to its token.',
          ),
        ];
      if (teamId === undefined)
        return [problem('Slack does not say which workspace the token is of.', 'Copy the token again.')];
      const way = config.slackProxy ? ', through SLACK_PROXY_URL' : '';
      return [ok(`Slack was reached${way}: workspace ${team} (${teamId}), bot ${bot}.`)];
    } catch (error) {
      return [explainSlack(error, 'SLACK_BOT_TOKEN')];
    }
  },
};

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

/** The scopes that the token has, against those that the manifest asks for. */
export const grantedScopes: Check = {
  name: 'scopes',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  async run({ slack }) {
    const identity = await slack.identity().catch(() => undefined);
    if (!identity) return [notAsked()];
    const { scopes: granted } = identity;
    if (!granted) return [note('Slack did not say which scopes the token has.')];
    const missing = Object.entries(scopes).filter(([scope]) => !granted.includes(scope));
    const beyond = granted.filter((scope) => !(scope in scopes));
    return [
      ...missing.map(([scope, without]) =>
        problem(
          `The scope ${scope} is missing: ${without}.`,
          'Add it under OAuth & Permissions → Bot Token Scopes, and install the app again.',
        ),
      ),
      ...(missing.length === 0 ? [ok(`All ${Object.keys(scopes).length} scopes of the manifest are granted.`)] : []),
      ...(beyond.length > 0
        ? [note(`Granted, and used for nothing: ${beyond.join(', ')}.`, 'Remove what nobody added on purpose.')]
        : []),
    ];
  },
};

/** Which form of blocks Slack takes, by the samples that the bot tries at its start. */
export const blocks: Check = {
  name: 'blocks',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL', 'BLOCKS'],
  isAsked: ({ inspected }) => inspected.config.blocks !== 'classic',
  async run({ slack }) {
    const identity = await slack.identity().catch(() => undefined);
    if (!identity) return [notAsked()];
    for (const [kind, sample] of Object.entries(blockSamples())) {
      try {
        await slack.client.blocks.validate({ message: { blocks: [...sample] } });
      } catch (error) {
        if (!(error instanceof SlackApiError) || !error.details.code.startsWith('invalid_'))
          return [explainSlack(error, 'to judge blocks')];
        const why = (error.details.mistakes ?? [error.details.code]).join(', ');
        return [note(`Slack does not take a ${kind}: ${why}. The bot answers in the classic form of blocks.`)];
      }
    }
    return [ok('Slack takes the current form of blocks.')];
  },
};

/** What manifest.yml asks for, and what is missing without it. */
export const scopes: Readonly<Record<string, string>> = {
  'app_mentions:read': 'txnbot hears no mention',
  'channels:read': 'Slack does not say whether a public channel is shared, and nothing is posted there',
  'chat:write': 'mentions and direct messages get no answer, and nobody is told what became of a watch',
  commands: 'there are no slash commands and no shortcuts',
  'files:write': 'no table can be sent as a file',
  'groups:read': 'Slack does not say whether a private channel is shared, and nothing is posted there',
  'im:history': 'txnbot hears no direct message',
  'im:read': 'Slack does not say whose direct message it is',
  'im:write':
    'no table can be sent as a file, and with direct messages in ALLOWED_CHANNELS nobody is told what became of a watch in one',
  'mpim:read': 'Slack does not say whether a group conversation is shared, and nothing is posted there',
  'usergroups:read': 'ALLOWED_USER_GROUPS lets nobody in',
  'users:read': 'Slack does not say who somebody is, and nobody is answered',
};
