import type { Check, Finding } from '../check.ts';
import { note, ok, problem } from '../check.ts';
import { allowed } from './allowed.ts';

/** The conversations of `ALLOWED_CHANNELS`. */
export const allowedChannels: Check = allowed({
  name: 'channels',
  variable: 'ALLOWED_CHANNELS',
  ids: ({ inspected: { config } }) => config.access.channels,
  unknown: ['channel_not_found'],
  async look(id, { slack }) {
    const { channel = {} } = await slack.client.conversations.info({ channel: id });
    if (channel.is_im === true) return ok(`${id} is a direct message with txnbot.`);
    const what = `${id} is #${channel.name ?? 'without a name'}`;
    if (typeof channel.is_shared !== 'boolean' && typeof channel.is_ext_shared !== 'boolean')
      return note(
        `${what}, of which Slack says neither is_shared nor is_ext_shared: answers there go to the person alone.`,
      );
    return stateOf(what, {
      isArchived: channel.is_archived === true,
      isShared: channel.is_ext_shared === true || channel.is_pending_ext_shared === true,
      isOrgShared: channel.is_org_shared === true,
      isMember: channel.is_member === true,
    });
  },
  missing: (id) =>
    problem(
      `${id} of ALLOWED_CHANNELS is no channel that the bot can see.`,
      'Check the id; invite the bot first, if it is a private channel.',
    ),
});

interface ChannelState {
  isArchived: boolean;
  isShared: boolean;
  isOrgShared: boolean;
  isMember: boolean;
}

function stateOf(what: string, { isArchived, isShared, isOrgShared, isMember }: ChannelState): Finding {
  if (isArchived) return note(`${what}, which is archived.`, 'Take it out of ALLOWED_CHANNELS.');
  if (isShared || isOrgShared)
    return note(
      `${what}, which is shared with another ${isShared ? 'organisation' : 'workspace'}: answers there go to the person alone.`,
    );
  if (!isMember)
    return note(
      `${what}. The bot is no member: commands work, mentions are not heard.`,
      'Invite it there, if people are to mention it.',
    );
  return ok(`${what}.`);
}
