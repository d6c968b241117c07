import { blockSamples } from '../blocks/forms.ts';
import { errorCode, SlackApiError } from '../errors.ts';
import {
  type Check,
  type Context,
  explainNetwork,
  explainSlack,
  type Finding,
  isSet,
  note,
  ok,
  problem,
  proxyVariables,
  type SlackProbe,
  slackVariables,
} from './check.ts';

const unnamed = 'without a name';

/** Whether Slack is reached and takes the bot token, and whose it is. */
export const botToken: Check = {
  name: 'bot token',
  needs: slackVariables,
  async run({ slack, inspected: { config } }) {
    const identity = await slack.identity();
    const { team = unnamed, team_id: teamId, user: bot = unnamed, is_enterprise_install: isOrgWide } = identity;
    if (isOrgWide)
      return [
        problem(
          'The app is installed for a whole organisation, and it answers one workspace.',
          'Install it in that workspace, and set SLACK_BOT_TOKEN to its token.',
        ),
      ];
    if (teamId === undefined)
      return [problem('Slack does not say which workspace the token is of.', 'Copy the token again.')];
    const way = config.slackProxy ? ', through a proxy' : '';
    return [ok(`Slack was reached${way}: workspace ${team} (${teamId}), bot ${bot}.`)];
  },
};

/** In Socket Mode, whether Slack gives an address for a socket. None is opened: Slack would hand questions to it. */
export const appToken: Check = {
  name: 'app token',
  needs: ['SLACK_APP_TOKEN', 'SLACK_API_URL', ...proxyVariables],
  isAsked: isSet('SLACK_APP_TOKEN'),
  async run({ slack, inspected: { config } }) {
    const { appToken: token } = config.connection;
    if (!token) return [];
    try {
      const { url } = await slack.clientOf(token).apps.connections.open();
      const given = ok('Socket Mode: Slack gives an address for a socket. It was not connected to.');
      return [given, url === undefined ? undefined : await hostOf(url, slack)];
    } catch (error) {
      if (!(error instanceof SlackApiError)) throw error;
      return [explainSlack(error, 'SLACK_APP_TOKEN')];
    }
  },
};

/** Sockets have a host of their own, which a proxy may not let through. It is asked without the address's ticket. */
async function hostOf(address: string, slack: SlackProbe): Promise<Finding> {
  const { host, protocol } = new URL(address);
  try {
    await slack.reach(`${protocol === 'wss:' ? 'https' : 'http'}://${host}/`);
    return ok(`The socket's host (${host}) is reached.`);
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    const { failure, code } = error.details;
    if (failure === 'timeout') return note(`The socket's host (${host}) did not answer within 5 seconds.`);
    const who = `the socket's host (${host})`;
    return explainNetwork(code, who, 'the way out');
  }
}

/** The scopes that the token has, against those that the manifest asks for. */
export const grantedScopes: Check = {
  name: 'scopes',
  needs: slackVariables,
  wants: 'to name the scopes',
  async run({ slack }) {
    const granted = slack.scopes();
    if (!granted) return [note('Slack did not say which scopes the token has.')];
    const missing = Object.entries(scopes).filter(([scope]) => !granted.includes(scope));
    const optional = Object.entries(optionalScopes).filter(([scope]) => !granted.includes(scope));
    const beyond = granted.filter((scope) => !(scope in scopes || scope in optionalScopes));
    return [
      ...missing.map(([scope, without]) =>
        problem(
          `The scope ${scope} is missing: ${without}.`,
          'Add it under OAuth & Permissions → Bot Token Scopes, and install the app again.',
        ),
      ),
      missing.length === 0 ? ok(`All ${Object.keys(scopes).length} required scopes are granted.`) : undefined,
      ...optional.map(([scope, without]) =>
        note(
          `The optional scope ${scope} is missing: ${without}.`,
          'Add it under OAuth & Permissions → Optional Scopes, and install the app again.',
        ),
      ),
      beyond.length > 0
        ? note(`Granted, and used for nothing: ${beyond.join(', ')}.`, 'Remove what nobody added on purpose.')
        : undefined,
    ];
  },
};

/** Which form of blocks Slack takes, by the samples that the bot tries at its start. */
export const blocks: Check = {
  name: 'blocks',
  needs: [...slackVariables, 'BLOCKS'],
  wants: 'to judge blocks',
  isAsked: ({ inspected }) => inspected.config.blocks !== 'classic',
  async run({ slack }) {
    for (const [kind, sample] of Object.entries(blockSamples()))
      try {
        await slack.client.blocks.validate({ message: { blocks: [...sample] } });
      } catch (error) {
        if (!(error instanceof SlackApiError) || !error.details.code.startsWith('invalid_')) throw error;
        const why = (error.details.mistakes ?? [error.details.code]).join(', ');
        return [note(`Slack does not take a ${kind}: ${why}. The bot answers in the classic form of blocks.`)];
      }
    return [ok('Slack takes the current form of blocks.')];
  },
};

/** Slack counts questions a minute, and those of the bot that runs are among them. */
const idsMax = 24;

interface IdsOptions extends Pick<Check, 'name'> {
  variable: 'ALLOWED_CHANNELS' | 'ALLOWED_USERS';
  ids(context: Context): readonly string[];
  /** Slack's codes for an id that is not there. */
  unknown: readonly string[];
  /** Finding for an unknown id. */
  missing: readonly [seen: string, todo: string];
  /** What Slack says of one id. @throws SlackApiError */
  look(id: string, context: Context): Promise<Finding>;
}

/** Looks at the ids that a variable names. */
function checkIds({ name, variable, ids, unknown, missing: [absent, todo], look }: IdsOptions): Check {
  return {
    name,
    needs: [variable, ...slackVariables],
    wants: `to say what the ids of ${variable} are`,
    isAsked: isSet(variable),
    async run(context) {
      const all = [...new Set(ids(context))];
      const looks = all.slice(0, idsMax).map((id) =>
        look(id, context).catch((error: unknown) => {
          if (unknown.includes(errorCode(error))) return problem(`${id} of ${variable} ${absent}.`, todo);
          throw error;
        }),
      );
      const unseen = `${all.length - idsMax} more ids of ${variable} were not looked at, to leave Slack's limits to the bot.`;
      return [...(await Promise.all(looks)), all.length > idsMax ? note(unseen) : undefined];
    },
  };
}

const toThePerson = 'answers there go to the person alone.';
const unsaid = 'says neither is_shared nor is_ext_shared';
const saysShared = (channel: { is_shared?: boolean; is_ext_shared?: boolean }) =>
  typeof channel.is_shared === 'boolean' || typeof channel.is_ext_shared === 'boolean';

/** The conversations of `ALLOWED_CHANNELS`. */
export const allowedChannels: Check = checkIds({
  name: 'channels',
  variable: 'ALLOWED_CHANNELS',
  ids: ({ inspected: { config } }) => config.access.channels,
  unknown: ['channel_not_found'],
  missing: ['is no channel that the bot can see', 'Check the id; invite the bot first, if it is a private channel.'],
  async look(id, { slack }) {
    const { channel = {} } = await slack.client.conversations.info({ channel: id });
    if (channel.is_im) return ok(`${id} is a direct message with txnbot.`);
    const what = `${id} is #${channel.name ?? unnamed}`;
    if (!saysShared(channel)) return note(`${what}, of which Slack ${unsaid}: ${toThePerson}`);
    if (channel.is_archived) return note(`${what}, which is archived.`, 'Take it out of ALLOWED_CHANNELS.');
    if (channel.is_ext_shared || channel.is_pending_ext_shared)
      return note(`${what}, which is shared with another organisation: ${toThePerson}`);
    if (channel.is_org_shared) return note(`${what}, which is shared with another workspace: ${toThePerson}`);
    if (channel.is_member) return ok(`${what}.`);
    const todo = 'Invite it there, if people are to mention it.';
    return note(`${what}. The bot is no member: commands work, mentions are not heard.`, todo);
  },
});

/** Whether Slack says which channels are shared, also where none is named. */
export const sharedChannels: Check = {
  name: 'channels',
  needs: slackVariables,
  wants: 'to list a channel',
  isAsked: (context) => !isSet('ALLOWED_CHANNELS')(context),
  async run({ slack }) {
    const { channels: [channel] = [] } = await slack.client.conversations.list({ limit: 1, exclude_archived: true });
    return channel && !saysShared(channel) ? [note(`Slack ${unsaid} of channels: ${toThePerson}`)] : [];
  },
};

/** The people of `ALLOWED_USERS`. */
export const allowedPeople: Check = checkIds({
  name: 'people',
  variable: 'ALLOWED_USERS',
  ids: ({ inspected: { config } }) => config.access.users,
  unknown: ['user_not_found', 'user_not_visible', 'users_not_found'],
  missing: ['is nobody in this workspace', 'Check the id.'],
  async look(id, { slack }) {
    const { user = {} } = await slack.client.users.info({ user: id });
    const what = `${id} is ${user.real_name ?? user.name ?? unnamed}`;
    const isGuest = user.is_restricted || user.is_ultra_restricted || user.is_stranger;
    const why = user.deleted ? 'deactivated' : user.is_bot ? 'a bot' : isGuest ? 'a guest' : undefined;
    return why ? note(`${what}, ${why}, and may never ask.`, 'Take the id out of ALLOWED_USERS.') : ok(`${what}.`);
  },
});

/** The user groups of `ALLOWED_USER_GROUPS` and `BATCH_USER_GROUPS`. */
export const allowedGroups: Check = {
  name: 'user groups',
  needs: ['ALLOWED_USER_GROUPS', ...slackVariables],
  wants: 'to list the user groups',
  isAsked: (context) => isSet('ALLOWED_USER_GROUPS')(context) || isSet('BATCH_USER_GROUPS')(context),
  async run({ slack, inspected: { config } }) {
    const { usergroups = [] } = await slack.client.usergroups.list({ include_disabled: true });
    const { userGroups, batchUserGroups } = config.access;
    return [...new Set([...userGroups, ...batchUserGroups])].map((id) => {
      const group = usergroups.find((each) => each.id === id);
      const variable = userGroups.includes(id) ? 'ALLOWED_USER_GROUPS' : 'BATCH_USER_GROUPS';
      if (!group) return problem(`${id} of ${variable} is no user group here.`, 'Check the id.');
      const what = `${id} is @${group.handle ?? group.name ?? unnamed}`;
      if (!group.date_delete) return ok(`${what}.`);
      return note(`${what}, which is disabled and has no members.`, 'Enable it, or take it out.');
    });
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
  'usergroups:read': 'ALLOWED_USER_GROUPS and BATCH_USER_GROUPS let nobody in',
  'users:read': 'Slack does not say who somebody is, and nobody is answered',
};

/** What it asks for and does not insist on. */
export const optionalScopes: Readonly<Record<string, string>> = {
  'files:read': 'a list that somebody sends as a file is not read; pasted references still are',
};
