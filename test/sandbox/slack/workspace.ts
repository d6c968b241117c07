import { readManifest } from '../manifest.ts';

/**
 * The sandbox's workspace: one team, two people, two channels, the direct message with the bot, and
 * another app that posts alerts. The ids have the shape of Slack's.
 */
export const workspace = {
  teamId: 'T0SANDBOX',
  teamDomain: 'sandbox',
  teamName: 'Sandbox',
  appId: 'A0TXNBOT0',
  channelId: 'C0SUPPORT',
  channelName: 'payments-support',
  /** A public channel that the bot was never invited to. */
  otherChannelId: 'C0RANDOM',
  otherChannelName: 'random',
  /** The person's direct message with the bot. */
  directMessageId: 'D0TXNBOT0',
  personId: 'U0AMARA00',
  personName: 'amara',
  /** A second person, to see what the first one does not. */
  otherPersonId: 'U0BISI000',
  otherPersonName: 'bisi',
  botUserId: 'U0TXNBOT0',
  botId: 'B0TXNBOT0',
  /** As the manifest has it; a bot is mentioned by it. */
  botName: readManifest().features.bot_user.display_name,
  /** Another app, whose alerts people run message shortcuts on. */
  alertsAppId: 'A0ALERTS0',
  alertsUserId: 'U0ALERTS0',
  alertsBotId: 'B0ALERTS0',
  alertsName: 'alerts',
  /** A user group that holds the first person alone. */
  userGroupId: 'S0PAYMENTS',
} as const;

const userNames: Readonly<Record<string, string>> = {
  [workspace.personId]: workspace.personName,
  [workspace.otherPersonId]: workspace.otherPersonName,
  [workspace.botUserId]: workspace.botName,
  [workspace.alertsUserId]: workspace.alertsName,
};

const channelNames: Readonly<Record<string, string>> = {
  [workspace.channelId]: workspace.channelName,
  [workspace.otherChannelId]: workspace.otherChannelName,
};

/** Any other id is somebody too; the name is made from it. */
export function nameOfUser(userId: string): string {
  return userNames[userId] ?? userId.toLowerCase();
}

export function nameOfChannel(channelId: string): string {
  return isDirectMessage(channelId)
    ? 'directmessage'
    : (channelNames[channelId] ?? channelId.toLowerCase());
}

export function isDirectMessage(channelId: string): boolean {
  return /^D[A-Z0-9]+$/.test(channelId);
}

/** Everybody has a direct message with the bot; only the first person's has a name of its own. */
export function directMessageOf(userId: string): string {
  return userId === workspace.personId ? workspace.directMessageId : `D${userId.slice(1)}`;
}

/** The other side of a direct message with the bot. */
export function personOf(directMessageId: string): string {
  return directMessageId === workspace.directMessageId
    ? workspace.personId
    : `U${directMessageId.slice(1)}`;
}

/** Whether there is such a conversation, and whether the bot is in it. */
export function findConversation(channelId: unknown): { id: string; hasBot: boolean } | undefined {
  if (typeof channelId !== 'string') return undefined;
  if (isDirectMessage(channelId)) return { id: channelId, hasBot: true };
  return Object.hasOwn(channelNames, channelId)
    ? { id: channelId, hasBot: channelId === workspace.channelId }
    : undefined;
}
