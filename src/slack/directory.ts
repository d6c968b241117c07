import type { webApi } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Directory, Person } from '../access/policy.ts';

/** Somebody deactivated or taken out of a group is refused within this time. */
const rememberedMs = 5 * 60_000;
const rememberedMax = 5_000;

/** What Slack says of people, groups and channels, kept for minutes; a failure is not kept. */
export function createDirectory(client: webApi.WebClient): Directory {
  let ownTeamId: Promise<string> | undefined;
  const people = cached(async (user: string): Promise<Person> => {
    const { user: found } = await client.users.info({ user });
    return {
      teamId: found?.team_id,
      isGuest: found?.is_restricted === true || found?.is_ultra_restricted === true || found?.is_stranger === true,
      isBot: found?.is_bot === true,
      isDeactivated: found?.deleted !== false,
    };
  });
  const groups = cached(async (usergroup: string): Promise<ReadonlySet<string>> => {
    const { users = [] } = await client.usergroups.users.list({ usergroup });
    return new Set(users);
  });
  const channels = cached(async (channel: string): Promise<{ isShared: boolean }> => {
    const { channel: found } = await client.conversations.info({ channel });
    return { isShared: found?.is_ext_shared !== false || found?.is_pending_ext_shared === true };
  });
  return {
    ownTeamId() {
      ownTeamId ??= client.auth.test().then(({ team_id: teamId = '' }) => teamId);
      ownTeamId.catch(() => {
        ownTeamId = undefined;
      });
      return ownTeamId;
    },
    person: people,
    members: groups,
    isShared: async (channel) => (await channels(channel)).isShared,
  };
}

function cached<V extends object>(load: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const cache = new LRUCache<string, V>({ max: rememberedMax, ttl: rememberedMs, fetchMethod: load });
  return async (key) => {
    const value = await cache.fetch(key);
    if (value === undefined) throw new Error('Slack gave no answer.');
    return value;
  };
}
