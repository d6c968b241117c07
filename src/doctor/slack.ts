import { errorCode } from '../errors.ts';
import { slackApiError } from '../slack/client.ts';
import { networkOf } from '../slack/proxy.ts';
import {
  type Check,
  explain,
  explainNetwork,
  type Finding,
  type Findings,
  listed,
  note,
  ok,
  problem,
} from './check.ts';

const unnamed = 'without a name';

/** Whether Slack is reached and takes the bot token, and whose it is. */
export const botToken: Check = {
  name: 'bot token',
  async run({ slack, config }) {
    const { team = unnamed, team_id: teamId, user = unnamed, is_enterprise_install } = await slack.identity();
    const why = 'The app is installed for a whole organisation, and it answers one workspace.';
    if (is_enterprise_install || teamId === undefined)
      return [problem(why, 'Install it in that workspace, and set SLACK_BOT_TOKEN to its token.')];
    const way = config.slackProxy ? ', through a proxy' : '';
    return [ok(`Slack was reached${way}: workspace ${team} (${teamId}), bot ${user}.`)];
  },
};

const reachMs = 5_000;
/** Undici's code for whoever hangs up on a plain request: they were reached. */
const hungUp = 'UND_ERR_SOCKET';

/**
 * In Socket Mode, whether Slack gives an address for a socket, and whether its host is reached, which a proxy may not
 * let through. No socket is opened: Slack would hand questions to it.
 */
export const appToken: Check = {
  name: 'app token',
  isAsked: ({ config }) => config.connection.appToken !== undefined,
  async run({ slack, config: { connection, slackProxy } }) {
    if (!connection.appToken) return [];
    try {
      const { url = '' } = await slack.clientOf(connection.appToken).apps.connections.open();
      const { host, protocol } = new URL(url);
      const who = `the socket's host (${host})`;
      const init = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(reachMs) } as const;
      const plain = `${protocol === 'wss:' ? 'https' : 'http'}://${host}/`;
      const code = await networkOf(slackProxy)(plain, init).then(
        () => hungUp,
        (error) => slackApiError(error).details.code,
      );
      if (code !== hungUp) return [explainNetwork(code || 'no answer in time', who, 'the way out')];
      return [ok(`Slack gives an address for a socket, and ${who} is reached. It was not connected to.`)];
    } catch (error) {
      return [explain(error, 'SLACK_APP_TOKEN')];
    }
  },
};

/** The scopes that the token has, against those that the manifest asks for. */
export const grantedScopes: Check = {
  name: 'scopes',
  wants: 'to name the scopes',
  async run({ slack }) {
    const { response_metadata: { scopes: granted } = {} } = await slack.identity();
    if (!granted) return [note('Slack did not say which scopes the token has.')];
    const missing = (wanted: readonly string[]) => wanted.filter((scope) => !granted.includes(scope)).join(', ');
    const [lacking, without] = [missing(scopes), missing(optionalScopes)];
    const unused = granted.filter((scope) => !scopes.includes(scope) && !optionalScopes.includes(scope));
    const add = (where: string) => `Add them under OAuth & Permissions → ${where}, and install the app again.`;
    return [
      lacking === ''
        ? ok(`All ${scopes.length} required scopes are granted.`)
        : problem(`Scopes are missing, and what each is for does not work: ${lacking}.`, add('Bot Token Scopes')),
      without === '' ? undefined : note(`Optional scopes are missing: ${without}.`, add('Optional Scopes')),
      listed('Granted, and used for nothing', unused, 'Remove what nobody added on purpose.'),
    ];
  },
};

/** Slack counts questions a minute, and those of the bot that runs are among them. */
const idsMax = 24;

/** @param look what Slack says of one of the ids that a variable names */
async function eachId(
  variable: string,
  ids: readonly string[],
  look: (id: string) => Promise<Finding>,
): Promise<Findings> {
  const all = [...new Set(ids)];
  const looks = all.slice(0, idsMax).map((id) =>
    look(id).catch((error: unknown) => {
      if (!/_not_(?:found|visible)$/.test(errorCode(error))) throw error;
      const todo = 'Check the id; invite the bot first, if it is a private channel.';
      return problem(`${id} of ${variable} is not there, or the bot cannot see it.`, todo);
    }),
  );
  const unseen = `${all.length - idsMax} more ids of ${variable} were not looked at, to leave Slack's limits to the bot.`;
  return [...(await Promise.all(looks)), all.length > idsMax ? note(unseen) : undefined];
}

export const channels: Check = {
  name: 'channels',
  wants: 'to say what channels are',
  isAsked: ({ config }) => config.access.channels.length > 0,
  run: ({ slack, config }) =>
    eachId('ALLOWED_CHANNELS', config.access.channels, async (id) => {
      const { channel = {} } = await slack.client.conversations.info({ channel: id });
      if (channel.is_im) return ok(`${id} is a direct message with txnbot.`);
      const what = `${id} is #${channel.name ?? unnamed}`;
      const isShared = channel.is_ext_shared || channel.is_pending_ext_shared || channel.is_org_shared;
      // As the bot does: what Slack does not rule out counts as shared.
      if (isShared || (channel.is_ext_shared !== false && channel.is_shared !== false))
        return note(`${what}, which others may read: answers there go to the person alone.`);
      if (channel.is_member) return ok(`${what}.`);
      const todo = 'Invite it there, if people are to mention it.';
      return note(`${what}. The bot is no member: commands work, mentions are not heard.`, todo);
    }),
};

export const people: Check = {
  name: 'people',
  wants: 'to say who people are',
  isAsked: ({ config }) => config.access.users.length > 0,
  run: ({ slack, config }) =>
    eachId('ALLOWED_USERS', config.access.users, async (id) => {
      const { user = {} } = await slack.client.users.info({ user: id });
      const what = `${id} is ${user.real_name ?? user.name ?? unnamed}`;
      const isGuest = user.is_restricted || user.is_ultra_restricted || user.is_stranger;
      const why = user.deleted ? 'deactivated' : user.is_bot ? 'a bot' : isGuest ? 'a guest' : undefined;
      return why ? note(`${what}, ${why}, and may never ask.`, 'Take the id out of ALLOWED_USERS.') : ok(`${what}.`);
    }),
};

export const userGroups: Check = {
  name: 'user groups',
  wants: 'to list the user groups',
  isAsked: ({ config: { access } }) => access.userGroups.length + access.batchUserGroups.length > 0,
  async run({ slack, config: { access } }) {
    const { usergroups = [] } = await slack.client.usergroups.list({ include_disabled: true });
    return [...new Set([...access.userGroups, ...access.batchUserGroups])].map((id) => {
      const group = usergroups.find((each) => each.id === id);
      const variable = access.userGroups.includes(id) ? 'ALLOWED_USER_GROUPS' : 'BATCH_USER_GROUPS';
      if (!group) return problem(`${id} of ${variable} is no user group here.`, 'Check the id.');
      const what = `${id} is @${group.handle ?? group.name ?? unnamed}`;
      if (!group.date_delete) return ok(`${what}.`);
      return note(`${what}, which is disabled and has no members.`, 'Enable it, or take it out.');
    });
  },
};

/** What manifest.yml asks for; `src/slack/README.md` says what each is for. */
export const scopes: readonly string[] = [
  ...['app_mentions:read', 'channels:read', 'chat:write', 'commands', 'files:write', 'groups:read', 'im:history'],
  ...['im:read', 'im:write', 'mpim:read', 'usergroups:read', 'users:read'],
];

/** What it asks for and does not insist on. */
export const optionalScopes: readonly string[] = ['files:read'];
