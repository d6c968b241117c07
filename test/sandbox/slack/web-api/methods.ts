import { findMistakes, type Mistake } from '../block-kit/check-blocks.ts';
import { isRecord } from '../block-kit/walk.ts';
import { checkMessage, checkView } from '../check.ts';
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
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

/** What the bot calls before it can do anything: who it is, and where to connect. */
export function createConnectionMethods(options: {
  teamUrl: string;
  identity: () => Readonly<Record<string, unknown>>;
  openSocket: () => string;
}): Record<string, WebApiMethod> {
  return {
    'auth.test': {
      token: 'bot',
      run: () => ({
        ok: true,
        url: options.teamUrl,
        team: workspace.teamName,
        user: workspace.botName,
        team_id: workspace.teamId,
        user_id: workspace.botUserId,
        bot_id: workspace.botId,
        ...options.identity(),
      }),
    },
    'bots.info': {
      token: 'bot',
      scope: 'users:read',
      run: ({ bot }) =>
        bot === workspace.botId
          ? {
              ok: true,
              bot: {
                id: bot,
                app_id: workspace.appId,
                user_id: workspace.botUserId,
                deleted: false,
              },
            }
          : { ok: false, error: 'bot_not_found' },
    },
    'apps.connections.open': { token: 'app', run: () => ({ ok: true, url: options.openSocket() }) },
  };
}

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
      scope: ({ channel }) =>
        typeof channel === 'string' && isDirectMessage(channel) ? 'im:read' : 'channels:read',
      run: ({ channel }) => {
        const conversation = findConversation(channel);
        if (!conversation) return { ok: false, error: 'channel_not_found' };
        const { id, hasBot } = conversation;
        const channelInfo = isDirectMessage(id)
          ? describeDirectMessage(id)
          : describeChannel(id, hasBot);
        return { ok: true, channel: { ...channelInfo, ...directory.channelInfo(id) } };
      },
    },
    'conversations.list': {
      token: 'bot',
      scope: 'channels:read',
      run: () => {
        const { channelId } = workspace;
        return {
          ok: true,
          channels: [{ ...describeChannel(channelId, true), ...directory.channelInfo(channelId) }],
        };
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

/**
 * As sparse as Slack may be: what somebody is not need not be said, and what they do not have may
 * be null.
 */
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
  return {
    id,
    team_id: teamId,
    is_usergroup: true,
    name: handle,
    handle,
    date_delete: 0,
    user_count: members.length,
  };
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

/**
 * `blocks.validate`, which needs neither scope nor token: what Slack would say of a message or a
 * view, unshown.
 */
export function createBlockMethods(): Record<string, WebApiMethod> {
  return {
    'blocks.validate': {
      token: 'none',
      run({ message, view }) {
        if (isRecord(view)) {
          const surface = view.type === 'home' ? 'home' : 'modal';
          return judged(
            'invalid_view',
            checkView(view, surface),
            findMistakes(view.blocks, surface),
          );
        }
        if (!isRecord(message)) return { ok: false, error: 'invalid_arguments' };
        // Slack does not miss the text here, but the bot's own messages all have one.
        return judged(
          'invalid_message',
          checkMessage({ text: 'x', ...message }),
          findMistakes(message.blocks),
        );
      },
    },
  };
}

/** What is wrong and none of the mistakes tells of belongs to the whole. */
function judged(
  error: string,
  { breaches, refusal }: { readonly breaches: readonly string[]; readonly refusal?: string },
  mistakes: readonly Mistake[],
): WebApiAnswer {
  if (!refusal) return { ok: true };
  const whole = breaches.map(
    (message): Mistake => ({ pointer: '', code: 'failed_constraint', message }),
  );
  return { ok: false, error, errors: mistakes.length > 0 ? mistakes : whole };
}
