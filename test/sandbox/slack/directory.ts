import { nameOfChannel, workspace } from './workspace.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PersonChanges {
  /** The organisation that payloads name for them; what `users.info` says is in `info`. */
  readonly teamId?: string;
  /** Over the fields of `users.info`, for instance `{ is_restricted: true }`. */
  readonly info?: Fields;
}

/** What a test makes of people, channels and user groups; who is not named is an ordinary member. */
export interface Directory {
  setPerson(userId: string, changes: PersonChanges): void;
  /** Over the fields of `conversations.info`, for instance `{ is_ext_shared: true }`. */
  setChannel(channelId: string, info: Fields): void;
  setUserGroup(userGroupId: string, members: readonly string[]): void;
  /** Over the fields of `auth.test`, for instance `{ is_enterprise_install: true }`. */
  setIdentity(identity: Fields): void;
  /** As payloads name it. */
  teamOf(userId: string): string;
  /** Whether events from there say that another organisation reads along. */
  isShared(channelId: string): boolean;
  identity(): Fields;
  personInfo(userId: string): Fields;
  channelInfo(channelId: string): Fields;
  members(userGroupId: unknown): readonly string[] | undefined;
  userGroups(): readonly { id: string; members: readonly string[] }[];
}

export function createDirectory(): Directory {
  const people = new Map<string, PersonChanges>();
  const channels = new Map<string, Fields>();
  let identity: Fields = {};
  const groups = new Map<string, readonly string[]>([[workspace.userGroupId, [workspace.personId]]]);
  return {
    setPerson: (userId, changes) => void people.set(userId, changes),
    setChannel(channelId, info) {
      if (nameOfChannel(channelId) === channelId.toLowerCase()) throw new Error(`There is no channel ${channelId}`);
      channels.set(channelId, info);
    },
    setUserGroup: (userGroupId, members) => void groups.set(userGroupId, members),
    setIdentity(fields) {
      identity = fields;
    },
    teamOf: (userId) => people.get(userId)?.teamId ?? workspace.teamId,
    isShared: (channelId) => channels.get(channelId)?.is_ext_shared === true,
    identity: () => identity,
    personInfo: (userId) => ({ ...people.get(userId)?.info }),
    channelInfo: (channelId) => ({ ...channels.get(channelId) }),
    members: (userGroupId) => groups.get(String(userGroupId)),
    userGroups: () => [...groups].map(([id, members]) => ({ id, members })),
  };
}
