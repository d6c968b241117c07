import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { pause } from '../async.ts';
import { isPassingProxyError, SlackApiError } from '../errors.ts';
import type { Channel, People, Person } from '../policy.ts';
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
        'a group of ALLOWED_USER_GROUPS or BATCH_USER_GROUPS is not there any more',
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
    return { isShared: mayBeShared === true || isUnsaid, isUnsaid: isUnsaid && 'left out', personId };
  }, seconds);
  const channel = (id: string): Promise<Channel> =>
    channels(id).catch((error: unknown) => {
      if (slackErrorCode(error) === undefined) throw error;
      return { isShared: true, isUnsaid: 'not a member', personId: undefined };
    });
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

/** Gives an empty answer when Slack answered with one of these error codes; rethrows all other errors. */
function unless(...words: string[]): (error: unknown) => Record<string, undefined> {
  return (error) => {
    if (words.includes(slackErrorCode(error) ?? '')) return {};
    throw error;
  };
}

/**
 * Asks for the app of the bot token in its workspace: its user's id there, and what people call it after an `@`.
 * @throws Error when the token is not for one workspace; SlackApiError when Slack does not answer.
 */
async function askOwnApp(client: SlackClient) {
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
  return `txnbot:{${bot.app_id}:${teamId}}`; // one hash slot of a cluster
}

interface RememberedOptions {
  /** How long an answer is used without asking again. */
  ttlMs: number;
  /** How long an old answer is used while Slack rate limits or fails; never after another error from Slack. */
  maxStaleMs: number;
}

const rememberedMax = 5_000;
/** After a failed call, the old answer is used for this long without another call. */
const retryAfterMs = 10_000;

/** Caches Slack's answers by key: callers at the same time share one call; failures are not cached. */
export function cached<V>(
  load: (key: string) => Promise<V>,
  { ttlMs, maxStaleMs }: RememberedOptions,
): (key: string) => Promise<V> {
  const pace = createPace();
  // Retry once when the connection broke or Slack failed; not after a time-out or an error code from Slack.
  const ask = (key: string, isPatient: boolean) =>
    pace(() => load(key), isPatient).catch((error: unknown) => {
      if (isPassing(error)) return pace(() => load(key), isPatient);
      throw error;
    });
  const cache = new LRUCache<string, { value: V; atMs: number }>({
    max: rememberedMax,
    ttl: ttlMs,
    noDeleteOnStaleGet: true,
    perf: Date, // the wall clock: a membership ages while the machine sleeps
    async fetchMethod(key, held, { options: entry }) {
      const isServed = held !== undefined && Date.now() - held.atMs <= maxStaleMs;
      try {
        return { value: await ask(key, !isServed), atMs: Date.now() };
      } catch (error) {
        if (!isServed || (error instanceof SlackApiError && error.isAnswer)) throw error;
        entry.ttl = retryAfterMs;
        return held;
      }
    },
  });
  return async (key) => {
    const learnt = cache.get(key) ?? (await cache.fetch(key));
    if (learnt === undefined) throw new Error('Slack gave no answer.');
    return learnt.value;
  };
}

/** Slack's error code when it refused a call; `undefined` for any other failure. */
function slackErrorCode(error: unknown): string | undefined {
  return error instanceof SlackApiError && error.details.failure === 'refused' ? error.details.code : undefined;
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SlackApiError)) return false;
  const { failure, code } = error.details;
  return failure === 'proxy' ? isPassingProxyError(code) : ['http_status', 'unreachable'].includes(failure);
}

/** Fewer than Slack takes after a wait, so that all calls that waited succeed. */
const inFlightMax = 32;
/** How long one call waits for what Retry-After names, in all: the person waits as long. */
const retryAfterMaxMs = 10_000;
/** Slack may name half a minute and take a call much sooner: after this time a call is tried once more, then refused. */
const lastTryMs = 2_000;
/** Keeps a Retry-After of nothing from becoming a loop. */
const waitMinMs = 500;

/**
 * Runs calls of one Web API method as fast as Slack takes them. When Slack rate limits, a call waits and retries, and
 * others wait as well: in an incident many new people ask at once. A caller that has an older answer need not wait.
 */
function createPace() {
  const slots = pLimit(inFlightMax);
  /** Until Slack takes calls again. */
  let limited: Promise<void> | undefined;

  function limit(waitMs: number): void {
    const both = Promise.all([limited, pause(waitMs)]).then(() => {
      if (limited === both) limited = undefined;
    });
    limited = both;
  }

  /** @param sinceMs when the caller came: whoever queued for long already is refused at once */
  async function paced<T>(call: () => Promise<T>, isPatient: boolean, sinceMs: number): Promise<T> {
    for (let leftMs = retryAfterMaxMs; ; ) {
      while (limited) {
        if (!isPatient) throw new Error('Slack limits this method, and that is waited out already.');
        await limited;
      }
      try {
        return await call();
      } catch (error) {
        const retryAfterMs = error instanceof SlackApiError ? error.details.retryAfterMs : undefined;
        if (!isPatient || retryAfterMs === undefined || leftMs <= 0) throw error;
        const isShort = retryAfterMs <= leftMs;
        const waitMs = isShort ? Math.max(retryAfterMs, waitMinMs) : sinceMs + lastTryMs - performance.now();
        if (waitMs <= 0) throw error;
        leftMs = isShort ? leftMs - waitMs : 0;
        limit(waitMs);
      }
    }
  }

  /** @throws the error of `call`; unless `isPatient`, also an Error at once while Slack rate limits the method */
  return <T>(call: () => Promise<T>, isPatient: boolean): Promise<T> => {
    const sinceMs = performance.now();
    return slots(() => paced(call, isPatient, sinceMs));
  };
}
