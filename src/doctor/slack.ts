import { createNetworkFetch, type SlackClient, slackApiError } from '../slack/client.ts';
import {
  type Check,
  createSlackClient,
  explainError,
  explainNetwork,
  type Finding,
  type Findings,
  note,
  noteNames,
  ok,
  problem,
} from './check.ts';

/**
 * Checks that Slack can be reached and accepts the bot token; reports the token's workspace, bot
 * and scopes.
 */
export const checkBotToken: Check = {
  name: 'bot token',
  async run({ config }) {
    const client = createSlackClient(config);
    const identity = await client.auth.test();
    const {
      team = '?',
      team_id: teamId,
      user = '?',
      response_metadata: { scopes: granted } = {},
    } = identity;
    const why = 'The app is installed for a whole organisation, and it answers one workspace.';
    if (identity.is_enterprise_install || teamId === undefined)
      return [problem(why, 'Install it in that workspace, and set SLACK_BOT_TOKEN to its token.')];

    const way = config.slackProxy ? ', through a proxy' : '';
    return [
      ok(`Slack was reached${way}: workspace ${team} (${teamId}), bot ${user}.`),
      ...(granted
        ? scopeFindings(granted)
        : [note('Slack did not say which scopes the token has.')]),
      await channelFinding(client).catch(explainError),
    ];
  },
};

/** Compares the token's scopes with those that the manifest requests. */
function scopeFindings(granted: readonly string[]): Findings {
  const lackingRequired = requiredScopes.filter((scope) => !granted.includes(scope));
  const lackingOptional = Object.entries(optionalScopes)
    .filter(([scope]) => !granted.includes(scope))
    .map(([scope, brings]) => `${scope} (${brings})`);
  const unused = granted.filter(
    (scope) => !requiredScopes.includes(scope) && !Object.hasOwn(optionalScopes, scope),
  );
  const advice = (where: string) =>
    `Add them under OAuth & Permissions → ${where}, and install the app again.`;

  return [
    lackingRequired.length === 0
      ? ok(`All ${requiredScopes.length} required scopes are granted.`)
      : problem(
          `Scopes are missing, and what each is for does not work: ${lackingRequired.join(', ')}.`,
          advice('Bot Token Scopes'),
        ),
    noteNames(
      'Optional scopes are missing, and what each brings',
      lackingOptional,
      advice('Optional Scopes'),
    ),
    noteNames('Granted, and used for nothing', unused, 'Remove what nobody added on purpose.'),
  ];
}

/**
 * Notes if Slack does not say which channels are shared, as at some `SLACK_API_URL`: the bot then
 * posts in none.
 */
async function channelFinding(client: SlackClient): Promise<Finding | undefined> {
  const { channels: [channel] = [] } = await client.conversations.list({
    limit: 1,
    exclude_archived: true,
  });

  const isSharingStated = channel?.is_shared !== undefined || channel?.is_ext_shared !== undefined;
  if (channel === undefined || isSharingStated) return undefined;

  return note(
    'Slack says neither is_shared nor is_ext_shared of channels: answers there go to the person alone.',
  );
}

const reachMs = 5_000;
/**
 * Undici's error code when a host closes the connection on a plain request; this shows that the
 * host was reached.
 */
const hungUp = 'UND_ERR_SOCKET';

/**
 * In Socket Mode, checks that Slack gives the address of a socket, and that the host at this
 * address can be reached, which a proxy may prevent. Opens no socket, since Slack would send
 * requests to it.
 */
export const checkAppToken: Check = {
  name: 'app token',
  async run({ config }) {
    const { connection, slackProxy } = config;
    if (!connection.appToken) return [];

    const { url = '' } = await createSlackClient(
      config,
      connection.appToken,
    ).apps.connections.open();
    const { host, protocol } = new URL(url);
    const who = `the socket's host (${host})`;
    const init = {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(reachMs),
    } as const;

    const send = createNetworkFetch(slackProxy);
    const code = await send(`${protocol.replace('ws', 'http')}//${host}/`, init).then(
      () => hungUp, // any answer, too, shows that the host was reached
      (error) => slackApiError(error).details.code,
    );
    if (code !== hungUp) return [explainNetwork(code, who, 'the way out')];

    return [
      ok(`Slack gives an address for a socket, and ${who} is reached. It was not connected to.`),
    ];
  },
};

/** Scopes that manifest.yml requires; `src/slack/README.md` says what each is for. */
export const requiredScopes: readonly string[] = [
  'app_mentions:read',
  'channels:read',
  'chat:write',
  'commands',
  'files:write',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:read',
  'usergroups:read',
  'users:read',
];

/** Scopes that are optional in manifest.yml, and what each brings. */
export const optionalScopes: Readonly<Record<string, string>> = {
  'channels:history': 'in a thread, what the messages above name',
  'files:read': 'lists sent as files',
  'groups:history': 'the same in private channels',
};
