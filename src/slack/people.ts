import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { withTimeout } from '../async.ts';
import { onCode, SlackApiError } from '../errors.ts';
import type { Channel, People, Person } from '../policy.ts';
import type { SlackClient } from './client.ts';

/**
 * A person who is deactivated or removed from a group is refused within five minutes. While Slack
 * rate limits or fails, the cached answer about the person or group is used for up to an hour.
 */
const cachedForMinutes = { ttlMs: 5 * 60_000, maxStaleMs: 60 * 60_000 };
const cachedForever = { ttlMs: 0, maxStaleMs: 0 };
/**
 * If a channel is shared with another organisation or workspace, the bot stops posting in it within
 * this time.
 */
const cachedForSeconds = { ttlMs: 10_000, maxStaleMs: 0 };

/**
 * Fetches people, groups and channels from Slack, and caches them.
 * @param onOwnName called with the bot's name in Slack
 */
export function createPeople(
  client: SlackClient,
  logger: Logger,
  onOwnName: (name: string) => void = () => {},
): People {
  const cached = <V>(load: Load<V>, options: CacheOptions) =>
    createPeopleCache(client, load, options);
  // Uses the client that does not retry, so that a failed start is reported at once.
  const ownTeamId = cached(async () => {
    const { teamId, name } = await askOwnApp(client.auth);
    if (name) onOwnName(name);
    return teamId;
  }, cachedForever);

  const people = cached(async (personId, { users }): Promise<Person> => {
    const asUnknown = onCode(['user_not_found', 'user_not_visible'], () => ({ user: undefined }));
    const { user } = await users.info({ user: personId }).catch(asUnknown);
    return {
      // Belonging to the organisation is not enough: its other workspaces may be other companies.
      teamIds: [user?.team_id, ...(user?.enterprise_user?.teams ?? [])].flatMap(
        (team) => team || [],
      ),
      isGuest:
        user?.is_restricted === true ||
        user?.is_ultra_restricted === true ||
        user?.is_stranger === true,
      isBot: user?.is_bot === true,
      isDeactivated: user?.deleted === true,
      name: user?.profile?.display_name || user?.real_name,
      utcOffsetSeconds: user?.tz_offset,
    };
  }, cachedForMinutes);

  const groups = cached(async (usergroup, { usergroups }): Promise<ReadonlySet<string>> => {
    const asEmpty = onCode(['no_such_subteam', 'plan_upgrade_required'], (code) => {
      logger.warn(
        { group: usergroup, code },
        'a group of ALLOWED_USER_GROUPS or BATCH_USER_GROUPS is gone: remove it from the setting',
      );
      return { users: [] };
    });
    const { users = [] } = await usergroups.users.list({ usergroup }).catch(asEmpty);
    return new Set(users);
  }, cachedForMinutes);

  const channels = cached(async (id, { conversations }): Promise<Channel> => {
    const { channel = {} } = await conversations.info({ channel: id });
    const personId = channel.is_im === true ? otherSideOf(channel) : undefined;
    const mayBeShared =
      channel.is_ext_shared || channel.is_pending_ext_shared || channel.is_org_shared;
    if (mayBeShared) return { sharing: 'shared', personId };

    const isDirectMessage = personId !== undefined; // Slack states no sharing for one
    const isOwn = channel.is_ext_shared === false || channel.is_shared === false || isDirectMessage;

    return { sharing: isOwn ? 'own' : 'left out', personId };
  }, cachedForSeconds);

  return {
    ownTeamId: () => ownTeamId('own'), // any key: there is one team to ask for
    person: people,
    members: groups,
    channel: (id) =>
      channels(id).catch(
        onCode(['channel_not_found', 'not_in_channel'], () => ({
          sharing: 'not a member',
          personId: undefined,
        })),
      ),
  };
}

/**
 * Returns the other person in a direct message, for which Slack states no sharing. The library's
 * type lacks `user`.
 */
function otherSideOf(channel: object): string | undefined {
  return 'user' in channel && typeof channel.user === 'string' ? channel.user : undefined;
}

/**
 * Looks up the bot token's workspace id, bot id, and user name (which people type after an `@`).
 * @throws Error when the token is not for a single workspace; SlackApiError when Slack refuses or
 *   does not answer
 */
async function askOwnApp(auth: SlackClient['auth']) {
  const {
    team_id: teamId,
    bot_id: botId,
    user: name,
    is_enterprise_install: isOrgWide,
  } = await auth.test();

  if (isOrgWide === true || !teamId)
    throw new Error(
      'SLACK_BOT_TOKEN is of no one workspace. Install the app in the one that it answers.',
    );

  return { teamId, botId, name };
}

/**
 * Returns the prefix of keys for the state that all processes of this Slack app share in this
 * workspace. Each installation of an app has its own prefix.
 * @throws like `askOwnApp`, and Error when Slack does not name the app
 */
export async function readKeyPrefix(client: SlackClient): Promise<string> {
  const { teamId, botId } = await askOwnApp(client.auth);
  const { bot } = await client.bots.info(botId === undefined ? {} : { bot: botId });
  if (!bot?.app_id) throw new Error('Slack does not say which app SLACK_BOT_TOKEN is of.');
  // The braces put all keys into one hash slot of a Redis Cluster.
  return `txnbot:{${bot.app_id}:${teamId}}`;
}

interface CacheOptions {
  /** How long a cached answer is used without a new call; 0: as long as the process runs. */
  ttlMs: number;
  /**
   * Maximum age of an expired answer to use while Slack rate limits or fails; if Slack refuses,
   * none is used.
   */
  maxStaleMs: number;
}

const entriesMax = 5_000;
/** After a failed call, the expired answer is used for this long without another call. */
const askAgainAfterMs = 10_000;
/** How long a caller waits for Slack; an answer that arrives later is still cached. */
const longestMs = 15_000;

type Load<V> = (key: string, client: SlackClient) => Promise<V>;

/**
 * Caches Slack's answers by key: concurrent callers share one call; failures are not cached. Only
 * those about whom no usable answer is cached wait until Slack's rate limit has passed; in an
 * incident, there are many such people.
 */
function createPeopleCache<V>(
  client: SlackClient,
  load: Load<V>,
  { ttlMs, maxStaleMs }: CacheOptions,
) {
  const retrying = client.retrying();
  const cache = new LRUCache<string, { value: V; atMs: number }>({
    maxSize: entriesMax,
    sizeCalculation: () => 1, // `max` would allocate room for all of them at the start
    ttl: ttlMs,
    noDeleteOnStaleGet: true,
    perf: Date, // the wall clock, so that entries expire while the machine sleeps
    async fetchMethod(key, cached, { options: entry }) {
      const isKnown = cached !== undefined && Date.now() - cached.atMs <= maxStaleMs;
      try {
        return { value: await load(key, isKnown ? client : retrying), atMs: Date.now() };
      } catch (error) {
        if (!isKnown || (error instanceof SlackApiError && error.isAnswer)) throw error;
        entry.ttl = askAgainAfterMs;
        return cached;
      }
    },
  });
  return async (key: string): Promise<V> => {
    const answer = cache.get(key) ?? (await withTimeout(longestMs, cache.fetch(key)));
    if (answer === undefined) throw new Error('Slack gave no answer.');
    return answer.value;
  };
}
