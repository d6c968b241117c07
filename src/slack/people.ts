import type { Logger } from 'pino';
import type { Channel, People, Person } from '../policy.ts';
import { cached, slackErrorCode } from './cached.ts';
import type { SlackClient } from './client.ts';

/**
 * A person who is deactivated or removed from a group is refused within five minutes; while Slack rate limits or fails,
 * the old answer counts for up to an hour.
 */
const minutes = { ttlMs: 5 * 60_000, maxStaleMs: 60 * 60_000 };
/** After this time, nothing is posted into a channel that was just shared with another organisation or workspace. */
const seconds = { ttlMs: 10_000, maxStaleMs: 0 };
/** Every card in a channel asks; a channel that txnbot does not know is not asked about for each of them. */
const minute = { ttlMs: 60_000, maxStaleMs: 60 * 60_000 };

/** Said once in the log: a Slack that leaves the fields out does so for every channel. */
const sharingUnsaid =
  'Slack does not say is_shared or is_ext_shared of a channel: such channels count as shared, and nothing is posted there';

/**
 * Asks Slack about people, groups and channels, and caches the answers.
 * @param onOwnName called with the name that the bot has in Slack
 */
export function createPeople(
  client: SlackClient,
  logger: Logger,
  onOwnName: (name: string) => void = () => {},
): People {
  let ownTeamId: Promise<string> | undefined;
  const people = cached(async (user: string): Promise<Person> => {
    const { user: found } = await client.users.info({ user }).catch(unless('user_not_found', 'user_not_visible'));
    return {
      // The organisation alone is not enough: its other workspaces may be other companies.
      teamIds: [found?.team_id, ...(found?.enterprise_user?.teams ?? [])].flatMap((team) => team || []),
      isGuest: found?.is_restricted === true || found?.is_ultra_restricted === true || found?.is_stranger === true,
      isBot: found?.is_bot === true,
      isDeactivated: found?.deleted === true,
      utcOffsetSeconds: found?.tz_offset,
    };
  }, minutes);
  const groups = cached(async (usergroup: string): Promise<ReadonlySet<string>> => {
    const { users = [] } = await client.usergroups.users.list({ usergroup }).catch((error: unknown) => {
      const nobody = unless('no_such_subteam', 'plan_upgrade_required')(error);
      logger.warn(
        { group: usergroup, code: slackErrorCode(error) },
        'a group of ALLOWED_USER_GROUPS is not there any more',
      );
      return nobody;
    });
    return new Set(users);
  }, minutes);
  let hasWarned = false;
  const channels = cached(async (id: string): Promise<Channel> => {
    const { channel = {} } = await client.conversations.info({ channel: id });
    const personId = channel.is_im === true ? otherSideOf(channel) : undefined;
    const mayBeShared = channel.is_ext_shared || channel.is_pending_ext_shared || channel.is_org_shared;
    const isSharedByNobody = channel.is_ext_shared === false || channel.is_shared === false || personId !== undefined;
    const isUnsaid = mayBeShared !== true && !isSharedByNobody;
    if (isUnsaid && !hasWarned) {
      hasWarned = true;
      logger.warn({ channel: id }, sharingUnsaid);
    }
    return { isShared: mayBeShared === true || isUnsaid, isUnsaid, personId };
  }, seconds);
  const channel = (id: string): Promise<Channel> =>
    channels(id)
      .catch(unless())
      .then(({ isShared = true, isUnsaid = true, personId }) => ({ isShared, isUnsaid, personId }));
  const sharing = cached(async (id: string) => (await channel(id)).isShared, minute);
  return {
    ownTeamId() {
      ownTeamId ??= askOwnApp(client)
        .then(({ teamId, name }) => {
          if (name) onOwnName(name);
          return teamId;
        })
        .catch((error) => {
          ownTeamId = undefined;
          throw error;
        });
      return ownTeamId;
    },
    person: people,
    members: groups,
    channel,
    mayBeShared: sharing,
  };
}

/**
 * For a direct message Slack names the other person, but not whether it is shared; the library's type lacks the field.
 */
function otherSideOf(channel: object): string | undefined {
  return 'user' in channel && typeof channel.user === 'string' ? channel.user : undefined;
}

/**
 * Gives an empty answer when Slack answered with one of these error codes, or with any code when none is named;
 * rethrows all other errors.
 */
function unless(...words: string[]): (error: unknown) => Record<string, undefined> {
  return (error) => {
    const word = slackErrorCode(error);
    if (word !== undefined && (words.length === 0 || words.includes(word))) return {};
    throw error;
  };
}

/** The app of the bot token, in its workspace. */
interface OwnApp {
  teamId: string;
  /** Of the app's user there, which `bots.info` knows. */
  botId: string | undefined;
  /** What people call it after an `@`. */
  name: string | undefined;
}

/** @throws Error when the token is not for one workspace; SlackApiError when Slack does not answer. */
async function askOwnApp(client: SlackClient): Promise<OwnApp> {
  const { team_id: teamId, bot_id: botId, user: name, is_enterprise_install: isOrgWide } = await client.auth.test();
  if (isOrgWide === true)
    throw new Error(
      'the app is installed for a whole organisation, and it answers one workspace. Install it in that one, and set SLACK_BOT_TOKEN to its token.',
    );
  if (!teamId) throw new Error('Slack does not say which workspace SLACK_BOT_TOKEN is of.');
  return { teamId, botId, name };
}

/**
 * A name for everything that the processes of this app in this workspace share. Another installation, also of the same
 * code, has another one.
 * @throws like `askOwnApp`
 */
export async function askNamespace(client: SlackClient): Promise<string> {
  const { teamId, botId } = await askOwnApp(client);
  const { bot } = await client.bots.info(botId === undefined ? {} : { bot: botId });
  if (!bot?.app_id) throw new Error('Slack does not say which app SLACK_BOT_TOKEN is of.');
  return `txnbot:{${bot.app_id}:${teamId}}`; // one hash slot of a cluster, as BullMQ needs it
}
