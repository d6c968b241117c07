import { nameOfChannel, workspace } from './workspace.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PersonChanges {
  /** The organisation that payloads name for them; what `users.info` says is in `info`. */
  readonly teamId?: string;
  /** Over the fields of `users.info`, for instance `{ is_restricted: true }`. */
  readonly info?: Fields;
}

export type Directory = ReturnType<typeof createDirectory>;

/**
 * What a test makes of people, channels and user groups; who is not named is an ordinary member.
 */
export function createDirectory() {
  const people = new Map<string, PersonChanges>();
  const channels = new Map<string, Fields>();
  let identity: Fields = {};
  const groups = new Map<string, readonly string[]>([
    [workspace.userGroupId, [workspace.personId]],
  ]);
  return {
    changes: {
      /** Makes somebody more or less than an ordinary member. */
      setPerson: (userId: string, changes: PersonChanges) => void people.set(userId, changes),
      /** Over the fields of `conversations.info`, for instance `{ is_ext_shared: true }`. */
      setChannel(channelId: string, info: Fields) {
        if (nameOfChannel(channelId) === channelId.toLowerCase())
          throw new Error(`There is no channel ${channelId}`);
        channels.set(channelId, info);
      },
      setUserGroup: (userGroupId: string, members: readonly string[]) =>
        void groups.set(userGroupId, members),
      /** Over the fields of `auth.test`, for instance `{ is_enterprise_install: true }`. */
      setIdentity(fields: Fields) {
        identity = fields;
      },
    },
    /** As payloads name it. */
    teamOf: (userId: string) => people.get(userId)?.teamId ?? workspace.teamId,
    /** Whether events from there say that another organisation reads along. */
    isShared: (channelId: string) => channels.get(channelId)?.is_ext_shared === true,
    identity: () => identity,
    personInfo: (userId: string): Fields => ({ ...people.get(userId)?.info }),
    channelInfo: (channelId: string): Fields => ({ ...channels.get(channelId) }),
    members: (userGroupId: unknown) => groups.get(String(userGroupId)),
    userGroups: () => [...groups].map(([id, members]) => ({ id, members })),
  };
}
