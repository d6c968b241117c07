import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { within } from '../async.ts';
import type { Block } from '../blocks/blocks.ts';
import type { BlockForm } from '../blocks/forms.ts';
import { SlackApiError, whenCode } from '../errors.ts';
import type { Channel, People, Person } from '../policy.ts';
import { type SlackClient, slackApiError } from './client.ts';

/**
 * A person who is deactivated or removed from a group is refused within five minutes; while Slack rate limits or fails,
 * the old answer counts for up to an hour.
 */
const minutes = { ttlMs: 5 * 60_000, maxStaleMs: 60 * 60_000 };
const forever = { ttlMs: 0, maxStaleMs: 0 };
/** After this time, nothing is posted into a channel that was just shared with another organisation or workspace. */
const seconds = { ttlMs: 10_000, maxStaleMs: 0 };

/**
 * Asks Slack about people, groups and channels, and caches the answers.
 * @param onOwnName called with the name that the bot has in Slack
 */
export function createPeople(
  client: SlackClient,
  logger: Logger,
  onOwnName: (name: string) => void = () => {},
): People {
  const cached = <V>(load: Load<V>, options: CacheOptions) => createCache(client, load, options);
  // Without retries: a start says at once that Slack is silent.
  const ownTeamId = cached(async () => {
    const { teamId, name } = await askOwnApp(client.auth);
    if (name) onOwnName(name);
    return teamId;
  }, forever);
  const people = cached(async (user, { users }): Promise<Person> => {
    const unknown = whenCode(['user_not_found', 'user_not_visible'], () => ({ user: undefined }));
    const { user: found } = await users.info({ user }).catch(unknown);
    return {
      // The organisation alone is not enough: its other workspaces may be other companies.
      teamIds: [found?.team_id, ...(found?.enterprise_user?.teams ?? [])].flatMap((team) => team || []),
      isGuest: found?.is_restricted === true || found?.is_ultra_restricted === true || found?.is_stranger === true,
      isBot: found?.is_bot === true,
      isDeactivated: found?.deleted === true,
      utcOffsetSeconds: found?.tz_offset,
    };
  }, minutes);
  const groups = cached(async (usergroup, { usergroups }): Promise<ReadonlySet<string>> => {
    const gone = whenCode(['no_such_subteam', 'plan_upgrade_required'], (code) => {
      const what = 'a group of ALLOWED_USER_GROUPS or BATCH_USER_GROUPS is not there any more';
      logger.warn({ group: usergroup, code }, what);
      return { users: [] };
    });
    const { users = [] } = await usergroups.users.list({ usergroup }).catch(gone);
    return new Set(users);
  }, minutes);
  const channels = cached(async (id, { conversations }): Promise<Channel> => {
    const { channel = {} } = await conversations.info({ channel: id });
    const personId = channel.is_im === true ? otherSideOf(channel) : undefined;
    const mayBeShared = channel.is_ext_shared || channel.is_pending_ext_shared || channel.is_org_shared;
    const isOwn = channel.is_ext_shared === false || channel.is_shared === false || personId !== undefined;
    return { sharing: mayBeShared === true ? 'shared' : isOwn ? 'own' : 'left out', personId };
  }, seconds);
  return {
    ownTeamId: () => ownTeamId('own'),
    person: people,
    members: groups,
    channel: (id) =>
      channels(id).catch((error: unknown) => {
        if (!(error instanceof SlackApiError && error.details.failure === 'refused')) throw error;
        return { sharing: 'not a member', personId: undefined };
      }),
  };
}

/**
 * For a direct message Slack names the other person, but not whether it is shared; the library's type lacks the field.
 */
function otherSideOf(channel: object): string | undefined {
  return 'user' in channel && typeof channel.user === 'string' ? channel.user : undefined;
}

/**
 * Asks for the app of the bot token in its workspace: its user's id there, and what people call it after an `@`.
 * @throws Error when the token is not for one workspace; SlackApiError when Slack does not answer.
 */
async function askOwnApp(auth: SlackClient['auth']) {
  const { team_id: teamId, bot_id: botId, user: name, is_enterprise_install: isOrgWide } = await auth.test();
  if (isOrgWide === true || !teamId)
    throw new Error('SLACK_BOT_TOKEN is of no one workspace. Install the app in the one that it answers.');
  return { teamId, botId, name };
}

/**
 * A name for everything that the processes of this app in this workspace share. Another installation, also of the same
 * code, has another one.
 * @throws like `askOwnApp`
 */
export async function askNamespace(client: SlackClient): Promise<string> {
  const { teamId, botId } = await askOwnApp(client.auth);
  const { bot } = await client.bots.info(botId === undefined ? {} : { bot: botId });
  if (!bot?.app_id) throw new Error('Slack does not say which app SLACK_BOT_TOKEN is of.');
  return `txnbot:{${bot.app_id}:${teamId}}`; // one hash slot of a cluster
}

/**
 * Chooses the form of all answers. An answer in an ack gets no word back when Slack dislikes it, so Slack judges a
 * sample beforehand, and anything but a yes means the classic form. Never rejects.
 * @param sample what only the current form has
 */
export async function chooseBlockForm(client: SlackClient, sample: Block, logger: Logger): Promise<BlockForm> {
  const judged = client.retrying().blocks.validate({ message: { blocks: [sample] } });
  const refusal = await judged.then(() => undefined, slackApiError);
  const [blocks, level] = refusal ? (['classic', 'warn'] as const) : (['current', 'info'] as const);
  const { code, mistakes } = refusal?.details ?? {};
  logger[level](
    { blocks, code, mistakes },
    `answers have the ${blocks} form, as Slack judged a sample of the current one`,
  );
  return blocks;
}

interface CacheOptions {
  /** How long an answer is used without asking again; 0: as long as the process runs. */
  ttlMs: number;
  /** How long an old answer is used while Slack rate limits or fails; never after another error from Slack. */
  maxStaleMs: number;
}

const entriesMax = 5_000;
/** After a failed call, the old answer is used for this long without another call. */
const retryAfterMs = 10_000;
/** How long somebody waits for an answer; later it still counts for those who ask then. */
const longestMs = 15_000;

type Load<V> = (key: string, client: SlackClient) => Promise<V>;

/**
 * Caches Slack's answers by key: callers at the same time share one call; failures are not cached. Where an old answer
 * can take the place of a call that fails, nobody waits for Slack's rate limit; in an incident many people are new.
 */
function createCache<V>(client: SlackClient, load: Load<V>, { ttlMs, maxStaleMs }: CacheOptions) {
  const retrying = client.retrying();
  const cache = new LRUCache<string, { value: V; atMs: number }>({
    max: entriesMax,
    ttl: ttlMs,
    noDeleteOnStaleGet: true,
    perf: Date, // the wall clock: a membership ages while the machine sleeps
    async fetchMethod(key, held, { options: entry }) {
      const isKnown = held !== undefined && Date.now() - held.atMs <= maxStaleMs;
      try {
        return { value: await load(key, isKnown ? client : retrying), atMs: Date.now() };
      } catch (error) {
        if (!isKnown || (error instanceof SlackApiError && error.isAnswer)) throw error;
        entry.ttl = retryAfterMs;
        return held;
      }
    },
  });
  return async (key: string): Promise<V> => {
    const found = cache.get(key) ?? (await within(longestMs, cache.fetch(key)));
    if (found === undefined) throw new Error('Slack gave no answer.');
    return found.value;
  };
}
