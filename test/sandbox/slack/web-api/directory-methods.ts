import type { Directory } from '../directory.ts';
import {
  directMessageOf,
  findConversation,
  isDirectMessage,
  nameOfChannel,
  nameOfUser,
  personOf,
  workspace,
} from '../workspace.ts';
import type { WebApiMethod } from './web-api.ts';

const { teamId, botUserId, alertsUserId } = workspace;

/** Who and what there is in the workspace. */
export function createDirectoryMethods(directory: Directory): Record<string, WebApiMethod> {
  return {
    'users.info': {
      token: 'bot',
      scope: 'users:read',
      run: ({ user }) =>
        typeof user === 'string' && /^[UW][A-Z0-9]+$/.test(user)
          ? { ok: true, user: { ...describeUser(user), ...directory.personInfo(user) } }
          : { ok: false, error: 'user_not_found' },
    },
    'usergroups.list': {
      token: 'bot',
      scope: 'usergroups:read',
      run: () => ({ ok: true, usergroups: directory.userGroups().map(describeUserGroup) }),
    },
    'usergroups.users.list': {
      token: 'bot',
      scope: 'usergroups:read',
      run: ({ usergroup }) => {
        const users = directory.members(usergroup);
        return users ? { ok: true, users } : { ok: false, error: 'no_such_subteam' };
      },
    },
    'conversations.info': {
      token: 'bot',
      scope: ({ channel }) => (typeof channel === 'string' && isDirectMessage(channel) ? 'im:read' : 'channels:read'),
      run: ({ channel }) => {
        const conversation = findConversation(channel);
        if (!conversation) return { ok: false, error: 'channel_not_found' };
        const { id, hasBot } = conversation;
        const channelInfo = isDirectMessage(id) ? describeDirectMessage(id) : describeChannel(id, hasBot);
        return { ok: true, channel: { ...channelInfo, ...directory.channelInfo(id) } };
      },
    },
    'conversations.list': {
      token: 'bot',
      scope: 'channels:read',
      run: () => {
        const { channelId } = workspace;
        return { ok: true, channels: [{ ...describeChannel(channelId, true), ...directory.channelInfo(channelId) }] };
      },
    },
    'conversations.open': {
      token: 'bot',
      scope: 'im:write',
      run: ({ users }) =>
        typeof users === 'string' && /^[UW][A-Z0-9]+$/.test(users)
          ? { ok: true, channel: { id: directMessageOf(users) } }
          : { ok: false, error: 'user_not_found' },
    },
  };
}

/** As sparse as Slack may be: what somebody is not need not be said, and what they do not have may be null. */
function describeUser(id: string) {
  const name = nameOfUser(id);
  return {
    id,
    team_id: teamId,
    name,
    real_name: name,
    ...((id === botUserId || id === alertsUserId) && { is_bot: true }),
    enterprise_user: null,
    locale: null,
    tz: 'Africa/Lagos',
    tz_offset: 3_600,
    profile: { real_name: name, display_name: name, team: teamId },
  };
}

function describeUserGroup({ id, members }: { id: string; members: readonly string[] }) {
  const handle = id.slice(2).toLowerCase();
  return { id, team_id: teamId, is_usergroup: true, name: handle, handle, date_delete: 0, user_count: members.length };
}

/** As sparse as an older channel: nothing is said of other organisations. */
function describeChannel(id: string, isMember: boolean) {
  const name = nameOfChannel(id);
  return {
    id,
    name,
    name_normalized: name,
    is_channel: true,
    is_im: false,
    is_private: false,
    is_member: isMember,
    is_shared: false,
  };
}

/** Slack says with whom it is, and nothing of sharing. */
function describeDirectMessage(id: string) {
  return { id, is_im: true, is_org_shared: false, user: personOf(id), is_user_deleted: false };
}
